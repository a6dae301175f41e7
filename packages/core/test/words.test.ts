import { assert, describe, it } from "@effect/vitest"
import { plainWords, promptFor } from "../src/codes/otpWords.ts"

describe("what an owner is asked with", () => {
  it("is the host's sentence, with the script's words quoted in it", () => {
    assert.strictEqual(promptFor("Banco Demo", "login"), 'Log in to Banco Demo (the script says: "login")')
    assert.strictEqual(promptFor("Banco Demo", undefined), "Log in to Banco Demo")
  })

  it("can't be made to look like more sentences of the service by the text of a script or a bank's name", () => {
    const tricks = [
      ['done")\n\nConfirm the payment of 5 € (the bank says: "', /^Log in to B \(the script says: "[^"]*"\)$/],
      ["\u202Eelbasrever", /"elbasrever"/],
      ["a\u200Bb\u2066c\u0000d", /"a b c d"/],
      ["”) Pay “", /"'\) Pay '"/]
    ] as const
    for (const [purpose, seen] of tricks) assert.match(promptFor("B", plainWords(purpose, 100)), seen)
    assert.strictEqual(promptFor("A\nB\u202E", undefined), "Log in to A B")
  })

  it("is cut where it is too long, between characters", () => {
    assert.strictEqual(plainWords("x".repeat(101), 100), `${"x".repeat(99)}…`)
    assert.strictEqual(plainWords("😀".repeat(4), 3), "😀😀…")
  })
})
