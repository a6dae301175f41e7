/** The examples that bring parts of their own, each run from the tarballs beside a service that stands for theirs. */
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bundleScript } from "../../apps/counterfoil/src/script/bundle.ts"
import { check, must, run, type Shell } from "./checks.ts"
import { beside, enrol, register, startExample, until } from "./service.ts"

const kms = (app: Shell) =>
  check("11: the three secrets come from a KMS, and from nowhere else", async () => {
    const secrets = JSON.stringify({
      jwtSigningKey: "a signing key of more than thirty-two characters",
      keyEncryptionKey: "an encryption key of more than thirty-two characters",
      apiKeyPepper: "a pepper of more than thirty-two characters"
    })
    const sealed = join(app.cwd, "secrets.sealed")
    writeFileSync(sealed, "what only the KMS can open")
    const service = await beside((path, body) => {
      const { ciphertext } = Object(JSON.parse(body))
      const isOurs = Buffer.from(String(ciphertext), "base64").toString("utf8") === readFileSync(sealed, "utf8")
      return path === "/decrypt" && isOurs ? JSON.stringify({ plaintext: secrets }) : undefined
    })
    const name = "11-keys-from-a-kms"
    const program = await startExample(app, name, { KMS_URL: service.url, SEALED_SECRETS: sealed })
    await register(program.found)
    must(service.asked.length === 1, `the KMS was asked ${service.asked.length} times`)
    must(!existsSync(join(app.cwd, `home-${name}`, "secrets.json")), "the program made secrets of its own")
    await program.stop()
    service.close()
  })

const registry = (app: Shell, loginUrl: string) =>
  check("12: a script from a registry becomes active; one with another hash does not", async () => {
    const { bundle } = await bundleScript(join(app.cwd, "my-bank"))
    const sha256 = createHash("sha256").update(bundle).digest("hex")
    const bank = { code: "my-bank", name: "My bank", loginUrl }
    const list = [
      { bank: { ...bank, code: "other" }, url: "/tampered.js", sha256: sha256.replace(/./, "x") },
      { bank, url: "/my-bank.js", sha256 }
    ]
    const service = await beside((path) => (path === "/scripts.json" ? JSON.stringify(list) : bundle))
    const program = await startExample(app, "12-scripts-from-a-registry", {
      SCRIPTS_URL: `${service.url}/scripts.json`
    })
    const someone = await register(program.found)
    const [script] = await until(
      "the script of the registry",
      () => someone.list("/scripts"),
      ([first]) => first?.["status"] === "active"
    )
    must(script?.["version"] === "0.1.0", JSON.stringify(script))
    must(
      (await someone.list("/banks")).every(({ code }) => code !== "other"),
      "the tampered bundle was taken"
    )
    await program.stop()
    service.close()
  })

const ownBank = (app: Shell) =>
  check("13: a bank with an API is read without a browser", async () => {
    const today = new Date().toISOString().slice(0, 10)
    const movement = { date: today, amount: "12.50", currency: "EUR", description: "TRF", counterparty: "Ana", id: "1" }
    const coverage = { from: "2026-01-01", to: today, complete: true }
    const wanted = `Basic ${Buffer.from("luis:secret of luis").toString("base64")}`
    const service = await beside((path, _body, { headers }) => {
      if (headers.authorization !== wanted) return undefined
      return path === "/statement" ? JSON.stringify({ movements: [movement], coverage }) : "{}"
    })
    const program = await startExample(app, "13-a-bank-by-its-api", { BANK_API: service.url, CHROMIUM_PATH: "/none" })
    const someone = await register(program.found)
    await until(
      "the program's script",
      () => someone.list("/scripts"),
      ([first]) => first?.["status"] === "active"
    )
    const account = await enrol(someone, "api-bank", "secret of luis")
    const [found] = await until(
      "the movement",
      () => someone.list(`/accounts/${account}/movements`),
      (list) => list.length > 0
    )
    must(found?.["amount"] === "12.50", JSON.stringify(found))
    await program.stop()
    service.close()
  })

const chat = (app: Shell, loginUrl: string) =>
  check("14: the chat is told of a failed login, without a name or a password", async () => {
    const service = await beside(() => "{}")
    const program = await startExample(app, "14-tell-a-chat", { CHAT_URL: `${service.url}/hook` })
    const someone = await register(program.found)
    await someone.give("POST", "/banks", { code: "my-bank", name: "My bank", loginUrl })
    const project: Shell = {
      cwd: join(app.cwd, "my-bank"),
      env: { ...app.env, COUNTERFOIL_URL: program.found, COUNTERFOIL_TOKEN: someone.token }
    }
    const command = join(app.cwd, "node_modules/.bin/counterfoil")
    await run(command, ["script", "publish"], project)
    await run(command, ["script", "promote", "0.1.0"], project)
    const account = await enrol(someone, "my-bank", "a wrong password")
    await until(
      "a word to the chat",
      async () => service.asked,
      (asked) => asked.length > 0
    )
    const told = `POST /hook ${JSON.stringify({ text: `The login of account ${account} failed` })}`
    must(service.asked[0] === told, service.asked.join("\n"))
    await program.stop()
    service.close()
  })

export const tryParts = async (app: Shell, bank: string): Promise<void> => {
  await kms(app)
  await registry(app, `${bank}/login`)
  await ownBank(app)
  await chat(app, `${bank}/login`)
}
