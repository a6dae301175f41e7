import { assert, describe, it } from "vitest"
import { type Ask, misfit } from "@counterfoil/domain"

const question: Ask = { type: "question", question: "Which?", choices: ["Madrid", "Bilbao"] }

describe("an answer", () => {
  it("fits what was asked, or is refused in a sentence that says what would", () => {
    const fits: ReadonlyArray<readonly [Ask, string]> = [
      [{ type: "otp", descriptor: { length: 6, type: "numeric" } }, "123456"],
      [{ ...question, choices: null }, "my first dog, Łaska"],
      [question, "Bilbao"],
      [{ type: "picture", purpose: "QR", length: null }, "a1-B2"],
      [{ type: "picture", purpose: "photoTAN", length: 6 }, "123456"]
    ]
    const doesNot: ReadonlyArray<readonly [Ask, string, string]> = [
      [{ type: "otp", descriptor: { length: 6, type: "numeric" } }, "12345", "code must be 6 digits"],
      [question, "bilbao", "answer must be one of the choices"],
      [{ type: "picture", purpose: "photoTAN", length: 6 }, "1234567", "answer must be 6 characters"],
      [
        { ...question, choices: null },
        " spaces ",
        "answer must be 1 to 200 characters, without line breaks or spaces around it"
      ],
      [
        { ...question, choices: null },
        "two\nlines",
        "answer must be 1 to 200 characters, without line breaks or spaces around it"
      ],
      [
        { type: "approval", message: "Open the app", number: "47" },
        "47",
        "this is approved in the bank's app: there is nothing to answer here"
      ]
    ]
    for (const [ask, answer] of fits) assert.isUndefined(misfit(ask, answer), answer)
    for (const [ask, answer, why] of doesNot) assert.strictEqual(misfit(ask, answer), why)
  })
})
