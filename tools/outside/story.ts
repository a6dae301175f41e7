/** One life of a script outside of the repository: made, tested, checked, published, promoted, run by an embedded runtime. */
import { Effect } from "effect"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { findChromium } from "../../packages/browser/src/chromium/findChromium.ts"
import { check, must, run, type Shell, start } from "./checks.ts"
import { npm } from "./install.ts"
import { inPage } from "./page.ts"
import { tryParts } from "./parts.ts"
import { register } from "./service.ts"

const stop = async (program: { readonly stop: () => Promise<number | null> } | undefined) => {
  if (program === undefined) return null
  const code = await Promise.race([program.stop(), setTimeout(90_000, "still running", { ref: false })])
  return code
}

/** The service is told of a person and of the bank; answers what the command for scripts has to know. */
const introduce = async (service: string, bank: string) => {
  const someone = await register(service)
  await someone.give("POST", "/banks", { code: "my-bank", name: "My bank", loginUrl: `${bank}/login` })
  return { COUNTERFOIL_URL: service, COUNTERFOIL_TOKEN: someone.token, BANK_URL: bank }
}

/** The one that is named, the machine's, or that of our dependencies, unpacked into this folder. */
const browserIn = async (directory: string) => {
  const found = findChromium({ executablePath: process.env["CHROMIUM_PATH"], directory })
  return (await Effect.runPromise(found)).path
}

export const liveThrough = async (app: Shell, quick: boolean): Promise<void> => {
  const command = join(app.cwd, "node_modules/.bin/counterfoil")
  const project: Shell = { ...app, cwd: join(app.cwd, "my-bank") }

  await check("npm create counterfoil-script makes a project", async () => {
    const said = await npm(app, "create", "--yes", "counterfoil-script", "my-bank")
    must(/✔ 11 files in \.\/my-bank/.test(said), said)
    must(readdirSync(project.cwd).includes("bank.ts"), "there is no bank.ts")
  })
  await check("its test passes, and its check", async () => {
    must(/^2 passed, 0 network/m.test(await run(command, ["script", "test"], project)), "the recordings did not pass")
    must(/types ✔/.test(await run(command, ["script", "check"], project)), "the types were not checked")
  })

  const bank = await check("the demo bank that came with the command starts", () =>
    start(process.execPath, [command, "demo-bank", "--port", "0"], app, /listening on (http:\S+)/)
  )
  if (bank === undefined) return
  const home = join(app.cwd, "service")
  const service = await check("the runtime starts inside a program, with its own Postgres", () =>
    start(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "embed.ts"],
      { ...app, env: { ...app.env, COUNTERFOIL_HOME: home } },
      /listening on (http:\S+)/
    )
  )
  if (service !== undefined) {
    const known = await introduce(service.found, bank.found)
    const told: Shell = { ...project, env: { ...app.env, ...known } }
    await check("the script is published and promoted from its own folder", async () => {
      await run(command, ["script", "publish"], told)
      const said = await run(command, ["script", "promote", "0.1.0"], told)
      must(/✔ promoted none → 0\.1\.0/.test(said), said)
    })
    await check("the client in Node: an account is enrolled, read at the bank, and its webhook verified", async () => {
      const said = await run(process.execPath, ["--disable-warning=ExperimentalWarning", "client.ts"], {
        ...told,
        cwd: app.cwd
      })
      must(/a webhook, verified: 15 EUR/.test(said), said)
    })
    if (!quick) {
      await check("the client in a page of Chromium", async () =>
        inPage({
          clientFolder: join(app.cwd, "node_modules/@counterfoil/client/dist"),
          service: service.found,
          browser: await browserIn(app.cwd)
        })
      )
    }
    await check("the program ends in an orderly way when it is asked to", async () => {
      const code = await stop(service)
      must(code === 130, `it ended with ${code}`)
    })
  }
  if (!quick) await tryParts(app, bank.found)
  await stop(bank)
}
