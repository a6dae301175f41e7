/** Scripts that try to learn the password of an honest bank's customer, and what they learn. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layers, otherVictim, play, type Play, victim } from "./stage.ts"

interface Row extends Play {
  readonly title: string
  /** What the phases come to now. */
  readonly comes: Readonly<Record<string, unknown>>
}

/** The list of movements may be filtered by any text, and shows it again in its field and in its address. */
const filter = `const filter = async () => {
  const got = await type("#from", "password")
  if (got !== null) return got
  await on("form.filter button", "click"); await ask("page.waitForURL", { url: "**from=**" }); return null
};`

const byPrefix = `for (let i = 0; i < LENGTH; i += 1)
  for (const c of alphabet) if ((await on('input[value^="' + found + c + '"]', "count")) === 1) { found += c; break }`

const byKeys = (field: string, button: string, secret: string, heading: string) => `
  let read = ""
  for (let i = 0; i < LENGTH; i += 3) {
    const got = await type("${field}", "${secret}")
    if (got !== null) return got
    await on("${field}", "press", { key: "Home" })
    for (let k = 0; k < i + 3; k += 1) await on("${field}", "press", { key: "ArrowRight" })
    await on("${field}", "press", { key: "Shift+End" }); await on("${field}", "press", { key: "Delete" })
    await on("${field}", "press", { key: "Home" })
    for (let k = 0; k < i; k += 1) await on("${field}", "press", { key: "Delete" })
    await on("${button}", "click")
    read += String(await ${heading}).replace("Results for ", "")
    await ask("page.goBack")
  }
  return read`

const byAddress = `for (let i = 0; i < LENGTH && found.length === i; i += 1) for (const c of alphabet) {
  const regex = "[?&](q|password)=" + (found + c).replaceAll("-", "[-]")
  if ((await ask("page.waitForURL", { timeout: 60, url: { regex, flags: "" } })) === null) { found += c; break }
}`

const rows: ReadonlyArray<Row> = [
  {
    title: "types the password into a filter after the login and counts fields by their value",
    phases: {
      login: "return logIn()",
      extract: `${filter} await goto(DEMO + "/movements"); let found = ""; const got = await filter(); if (got) return got; ${byPrefix} return found`
    },
    comes: { login: null, extract: "SecretRefused" }
  },
  {
    title: "types it there while login has not ended yet",
    username: otherVictim,
    phases: {
      login: `${filter} await logIn(); await goto(DEMO + "/movements"); let found = ""; const got = await filter(); if (got) return got; ${byPrefix} return found`
    },
    comes: { login: "SecretRefused" }
  },
  {
    title: "types it into a search field before the login, and cuts what it shows by keys",
    phases: {
      login: `await goto(MINI + "/login"); ${byKeys("#search", "#find", "password", `on("h1", "innerText")`)}`
    },
    comes: { login: "SecretRefused" }
  },
  {
    title: "waits for addresses that begin with what it guesses",
    phases: {
      login: `let found = ""; await goto(MINI + "/login"); await type("#password", "password"); await on("#go", "click"); await ask("page.waitForURL", { url: "**/home**" }); ${byAddress} return found`
    },
    comes: { login: "" }
  },
  {
    title: "types more and more of it and asks the host whether its own guess is that",
    phases: {
      login: `let found = ""
        for (let i = 0; i < LENGTH && found.length === i; i += 1) {
          await goto(MINI + "/login"); await type("#password", "password", { positions: Array.from({ length: i + 1 }, (_, k) => k + 1) })
          await ask("page.reload")
          for (const c of alphabet) { await on("#search", "fill", { value: found + c }); if (hit(await on("#search", "inputValue"))) { found += c; break } }
        }
        return found`
    },
    comes: { login: "" }
  },
  {
    title: "has the first four characters typed and guesses them in a text that is scrubbed",
    phases: {
      login: `await goto(MINI + "/login"); await type("#password", "password", { positions: [1, 2, 3, 4] })
        await on("#search", "fill", { value: "abcdkq7-wxyz" }); return on("#search", "inputValue")`
    },
    comes: { login: "abcdkq7-wxyz" }
  },
  {
    title: "names one key after the other as a keypad, until it is the right one",
    phases: {
      login: `await goto(MINI + "/keypad"); let found = ""
        for (let i = 1; i <= LENGTH; i += 1) for (const c of alphabet) {
          const steps = [{ method: "locator", arg: "#all" }, { method: "getByText", arg: c, options: { exact: true } }]
          const got = await ask("keypad.type", { timeout: 1000, steps, secret: { secret: "password", positions: [i] }, read: "text" })
          if (got === null) { found += c; break }
        }
        return found`
    },
    comes: { login: "" }
  },
  {
    title: "names half of a keypad's keys",
    phases: {
      login: `await goto(MINI + "/keypad"); const got = []
        for (const css of ["#all i:nth-child(-n+31)", "#all i:nth-child(n+6)", "[aria-label=Keys] button:nth-child(-n+9)"])
          got.push(await ask("keypad.type", { ...css_(css), secret: { secret: "password", positions: [got.length + 1] }, read: "text" }))
        return got`.replaceAll("css_(", "({ steps: [{ method: 'locator', arg: css }] }), ...(")
    },
    comes: { login: ["SecretRefused", "SecretRefused", "SecretRefused"] }
  },
  {
    title: "misses a keypad for the second time",
    phases: {
      login: `await goto(MINI + "/keypad"); const got = []
        for (const position of [1, 2, 3, 4, 5]) got.push(await ask("keypad.type", { ...css("[aria-label=Keys] button"), secret: { secret: "password", positions: [position] }, read: "text" }))
        return got`
    },
    comes: { ended: "The script has named two keypads that can't spell the secret" }
  },
  {
    title: "reads a file with the user name as if it were in UTF-16",
    phases: {
      login: `await goto(MINI + "/login"); await type("#export", "username"); const token = await ask("page.expect", { what: "download" }); await on("#save", "click")
        const file = await ask("page.expected", { token }); const wide = await ask("download.text", { download: file.download, encoding: "utf-16le" })
        return Array.from(wide, (c) => String.fromCharCode(c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8)).join("").replaceAll("\\0", "")`
    },
    comes: { login: "found;[secret];\n" }
  },
  {
    title: "reads the user name from a page that shows it reversed, spaced, rotated and letter by letter",
    phases: {
      login: `await goto(MINI + "/login"); await type("#search", "username"); await on("#find", "click"); await on("h1", "waitFor")
        const got = []; for (const id of ["#reversed", "#spaced", "#rotated", "#split"]) got.push(await on(id, "innerText"))
        return [...got, ...new Set(await on("#split b", "allInnerTexts"))]`
    },
    comes: { login: Array.from({ length: 5 }, () => "[secret]") }
  },
  {
    title: "cuts the user name by keys",
    phases: {
      login: `await goto(MINI + "/login"); ${byKeys("#search", "#find", "username", `on("h1", "innerText")`)}`
    },
    comes: { login: "[secret][secret]" }
  },
  {
    title: "has a field cut the user name off",
    phases: {
      login: `await goto(MINI + "/login"); const got = await type("#short", "username"); if (got !== null) return got; await on("#findShort", "click"); return on("h1", "innerText")`
    },
    comes: { login: "SecretRefused" }
  },
  {
    title: "counts fields and links by the user name that they hold",
    phases: {
      login: `await goto(MINI + "/login"); await type("#search", "username"); await on("#find", "click"); await on("h1", "waitFor"); const got = []
        for (const css of ['#again[value^="mar"]', '#again[v\\\\61 lue="marisol"]', 'a:is([href*="q=mar"])', '#next[href$="2"]', 'p:has(~ a[href~="mar"])']) got.push(await on(css, "count"))
        return got`
    },
    comes: { login: Array.from({ length: 5 }, () => "InvalidCall") }
  },
  {
    title: "waits for an address with the user name letter by letter",
    phases: {
      login: `let found = ""; await goto(MINI + "/login"); await type("#search", "username"); await on("#find", "click"); await on("h1", "waitFor"); ${byAddress} return found`
    },
    comes: { login: "" }
  },
  {
    title: "types the same code twice, and once more in another phase",
    phases: {
      login: `await goto(MINI + "/login"); const { secret } = await ask("otp.request", { length: 6, type: "numeric" })
        return [await type("#code", secret), await type("#search", secret), await type("#search", secret, { positions: [1] })]`,
      extract: `return [await type("#search", "otp-1"), await type("#password", "password"), await type("#user", "username")]`
    },
    comes: {
      login: [null, "SecretRefused", "SecretRefused"],
      extract: ["SecretRefused", "SecretRefused", "SecretRefused"]
    }
  },
  ...(["resume", "extract", "keepAlive", "logout"] as const).map((phase) => ({
    title: `types user name and password in ${phase}`,
    phases: {
      [phase]: `await goto(MINI + "/login"); return [await type("#user", "username"), await type("#password", "password")]`
    },
    comes: { [phase]: ["SecretRefused", "SecretRefused"] }
  })),
  {
    title: "types the password again after it was sent",
    phases: {
      login: `await goto(MINI + "/login"); const got = [await type("#password", "password"), await type("#password", "password")]
        await on("#go", "click"); return [...got, await type("#password", "password"), await type("#user", "username")]`
    },
    comes: { login: [null, null, "SecretRefused", "SecretRefused"] }
  },
  {
    title: "types places of the password twice, or another set of them",
    phases: {
      login: `await goto(MINI + "/login"); const places = (...positions) => type("#password", "password", { positions })
        const got = [await places(2, 2), await places(2, 5), await places(5), await type("#password", "password"), await places(6)]
        await ask("page.reload"); return [...got, await places(1)]`
    },
    comes: { login: ["SecretRefused", null, "SecretRefused", "SecretRefused", null, "SecretRefused"] }
  },
  {
    title: "edits the password where it stands",
    phases: {
      login: `await goto(MINI + "/login"); await type("#password", "password"); const got = []
        for (const key of ["Home", "Delete", "Shift+End", "Backspace", "a"]) { got.push(await on("#password", "press", { key })); await on("#password", "focus"); got.push(await ask("page.press", { key })) }
        got.push(await on("h1, label, #password", "press", { key: "x" }), await on("#password", "pressSequentially", { value: "x" }), await on("#password", "dblclick"), await on("body", "press", { key: "x" }))
        return [[...new Set(got)], await on("#password", "press", { key: "Tab" })]`
    },
    comes: { login: [["SecretRefused"], null] }
  }
]

layer(layers, { excludeTestServices: true })("a script that wants the password", (it) => {
  for (const { comes, title, ...attack } of rows) {
    it.effect(`learns nothing when it ${title}`, () =>
      Effect.gen(function* () {
        const end: Record<string, unknown> = yield* play(attack)

        assert.deepStrictEqual(end, { ended: null, ...comes })
        assert.notInclude(JSON.stringify(end), victim.password)
      })
    )
  }
})
