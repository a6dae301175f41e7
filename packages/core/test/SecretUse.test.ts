import { assert, describe, it } from "@effect/vitest"
import type { PageCall } from "../src/scripts/PageCall.ts"
import { makeSecretUse } from "../src/sessions/SecretUse.ts"

const phases = ["resume", "login", "extract", "keepAlive", "logout"] as const

const steps = [{ method: "locator", arg: "input" }] as const
const fill = (secret: string, ...positions: ReadonlyArray<number>): PageCall => ({
  verb: "locator.fill",
  page: 0,
  steps,
  value: positions.length === 0 ? { secret } : { secret, positions }
})
const click: PageCall = { verb: "locator.click", page: 0, steps }
const press = (key: string): PageCall => ({ verb: "page.press", page: 0, key })

/** What each of some calls is answered in a login: `""` where it is allowed. */
const inLogin = (...calls: ReadonlyArray<PageCall>): ReadonlyArray<string> => {
  const use = makeSecretUse()
  use.begin("login")
  return calls.map((call) => use.admit(call) ?? "")
}

describe("the secrets of a login", () => {
  it("are typed in login, and neither in another phase nor between phases", () => {
    for (const secret of ["username", "password", "otp-1", "anything"]) {
      for (const phase of phases) {
        const use = makeSecretUse()
        assert.match(use.admit(fill(secret)) ?? "", /while a phase runs only$/)
        use.begin(phase)
        if (phase === "login") assert.strictEqual(use.admit(fill(secret)), undefined)
        else assert.match(use.admit(fill(secret)) ?? "", new RegExp(`in login only.*this is ${phase}$`))
        use.end()
        assert.match(use.admit(fill(secret)) ?? "", /while a phase runs only$/)
      }
    }
  })

  it("are sent by a click, Enter or a navigation; keys that only leave a field don't send them", () => {
    const again = (sends: PageCall) => inLogin(fill("password"), sends, fill("password"))[2]

    for (const sends of [click, press("Enter"), { verb: "page.reload", page: 0 } as const]) {
      assert.match(again(sends) ?? "", /another try is a new login$/)
    }
    assert.strictEqual(again(press("Tab")), "")
  })

  it("are sent by whatever may press a button: a new line, a blank, a shortcut, a choice", () => {
    const again = (sends: PageCall) => inLogin(fill("password"), sends, fill("password"))[2]
    const type = (value: string): PageCall => ({ verb: "locator.pressSequentially", page: 0, steps, value })
    const keys = [
      "\n",
      "\r",
      " ",
      "Space",
      "Shift+Space",
      "Shift+Enter",
      "Shift+NumpadEnter",
      "Alt+s",
      "Control+Enter",
      "F5"
    ]
    const choices: ReadonlyArray<PageCall> = [
      { verb: "locator.check", page: 0, steps },
      { verb: "locator.uncheck", page: 0, steps },
      { verb: "locator.selectOption", page: 0, steps, option: "A" }
    ]
    for (const sends of [...keys.map(press), type("x\n"), type("\r"), type("a b"), ...choices]) {
      assert.match(again(sends) ?? "", /another try is a new login$/, JSON.stringify(sends))
    }
    const harmless = ["a", "7", "KeyA", "Shift+A", "Shift+Tab", "Escape", "Backspace", "ArrowLeft", "End"].map(press)
    for (const call of [...harmless, type("luis.77")]) assert.strictEqual(again(call), "", JSON.stringify(call))
  })

  it("may be clicked around before the password is typed", () => {
    assert.deepStrictEqual(inLogin(click, fill("username"), click, fill("password"), fill("password")), [
      "",
      "",
      "",
      "",
      ""
    ])
  })

  it("are typed again in the next login", () => {
    const use = makeSecretUse()
    use.begin("login")
    use.admit(fill("password", 1))
    use.admit(click)
    use.begin("login")

    assert.strictEqual(use.admit(fill("password", 1)), undefined)
  })

  it("are one set of places, each once, or the whole", () => {
    const answers = inLogin(
      fill("password", 3, 3),
      fill("password", 3),
      fill("password", 5, 8),
      fill("password", 8),
      fill("password"),
      fill("username", 1)
    )

    assert.deepStrictEqual(
      answers.map((answer) => answer === ""),
      [false, true, true, false, false, false]
    )
  })

  it("are used up, where they are codes", () => {
    const answers = inLogin(
      fill("otp-1"),
      fill("otp-1"),
      fill("otp-1", 1),
      fill("otp-2", 1),
      fill("otp-2", 2),
      fill("otp-2", 1),
      fill("otp-2"),
      click,
      fill("otp-3")
    )

    assert.deepStrictEqual(
      answers.map((answer) => answer === ""),
      [true, false, false, true, true, false, false, true, true]
    )
  })
})
