/** A login that is in other people's payments by chance: they are read as the bank prints them. */
import { describe, expect, it, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { makeSecretKeeper } from "../src/secrets/SecretKeeper.ts"
import { browserLayer, open } from "./support/drive.ts"
import { startSite } from "./support/Site.ts"

const rows = [
  ["24-11-2026", "From LUISA GOMEZ, ES7921004829131234567891", "48.29"],
  ["24-11-2026", "From Luis Pérez: order PED-482913", "12.00"]
]
const movements = `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`
const site = startSite({ "/rows": movements, "/greeting": "<h1>Hello luis, your code was 482913</h1>" })

layer(browserLayer(), { excludeTestServices: true })("What a script reads", (it) => {
  it.effect("has payers and references whole where movements are read, whatever the user is called", () =>
    Effect.gen(function* () {
      const { goto, on, page, putSecret } = yield* open(yield* site)
      yield* putSecret("username", "luis")
      yield* putSecret("otp-1", "482913")
      yield* goto("/greeting")
      expect(yield* on("h1", "locator.innerText")).toBe("Hello [secret], your code was [secret]")
      yield* goto("/rows")
      expect(JSON.stringify(yield* on("table", "locator.rows"))).toContain("[secret]")

      yield* page.enterPhase("extract", [])

      const texts = rows.map((row, at) => ({ at, cells: row.map((text) => ({ text, href: null })) }))
      expect(yield* on("table", "locator.rows")).toEqual({ headers: [], rows: texts })
      expect(yield* on("table", "locator.innerText")).toContain("PED-482913")
      expect(page.scrub("luis got 482913")).toBe("[secret] got [secret]")

      yield* page.enterPhase("logout", [])
      expect(JSON.stringify(yield* on("table", "locator.rows"))).toContain("[secret]")
    })
  )
})

describe("Of what is hidden from a script", () => {
  const inExtract = (handle: string, value: string, text: string): string => {
    const keeper = makeSecretKeeper()
    keeper.put(handle, Redacted.make(value))
    keeper.enter("extract")
    return keeper.scrubText(text)
  }

  it.each(["luis", "Ana-María", "Nguyễn Văn", "D’Angelo", "1998", "abc12"])(
    "the user name %s is a part of other texts, and left in where movements are read",
    (name) => expect(inExtract("username", name, `to ${name.toUpperCase()}.`)).toBe(`to ${name.toUpperCase()}.`)
  )

  it.each(["luis83", "12345678Z", "ana.ruiz", "ana@shop.example"])("the user name %s is taken out everywhere", (name) =>
    expect(inExtract("username", name, `to ${name}.`)).toBe("to [secret].")
  )

  it("the answer to a question is no code that is used up: it is taken out everywhere, unless it is a common word", () => {
    expect(inExtract("otp-1", "Rover1998", "to ROVER1998.")).toBe("to [secret].")
    expect(inExtract("otp-1", "García", "to García.")).toBe("to García.")
  })

  it("a password is taken out everywhere, also where the user name or a code is the same", () => {
    const keeper = makeSecretKeeper()
    for (const handle of ["username", "otp-1", "password"]) keeper.put(handle, Redacted.make("luisillo"))
    keeper.enter("extract")
    expect(keeper.scrubText("to LUISILLO.")).toBe("to [secret].")
  })
})
