/** What is meant by the words that somebody answers with. */
import { meaningOf } from "@counterfoil/domain"
import { describe, expect, it } from "vitest"

const answered = (choices: ReadonlyArray<string> | null, text: string) => {
  const meant = meaningOf({ type: "question", choices }, text)
  return meant._tag === "answer" ? meant.answer : meant._tag
}

describe("an answer in words", () => {
  it("to a question with choices is a choice's words in any case, or its number", () => {
    const choices = ["Personal", "Work", "work"]
    expect(
      ["2", " 1. ", "personal", "Work", "work", "WORK", "4", "0", "other"].map((text) => answered(choices, text))
    ).toEqual(["Work", "Personal", "Personal", "Work", "work", "WORK", "4", "0", "other"])
  })

  it("means the choice that has these words where choices are numbers themselves", () => {
    expect([answered(["3", "2", "1"], "1"), answered(["10", "20"], "2")]).toEqual(["1", "20"])
  })

  it("to a question without choices, and to a picture, is what was said", () => {
    expect(answered(null, " 2 ")).toBe("2")
    expect(meaningOf({ type: "picture", choices: null }, "AB 12.")).toEqual({ _tag: "answer", answer: "AB 12." })
    expect(meaningOf({ type: "otp", choices: null }, " 123456\n")).toEqual({ _tag: "answer", answer: "123456" })
  })

  it("to an approval is yes, which the bank's app says, or that it was somebody else; nothing else is guessed", () => {
    const meant = (text: string) => meaningOf({ type: "approval", choices: null }, text)._tag
    expect(["yes", "Sí", "OK", "not me!", "No soy yo", "n", "47", "", "nothing", "yes no"].map(meant).join()).toBe(
      "yes,yes,yes,not me,not me,not me,unclear,unclear,unclear,unclear"
    )
  })
})

it("is understood however many signs stand behind it, and where they stand before others", () => {
  const approval = (said: string) => meaningOf({ type: "approval", choices: null }, said)._tag
  expect(approval(`yes${"!".repeat(1_000_000)}`)).toBe("yes")
  expect(approval(`${"!".repeat(1_000_000)}x`)).toBe("unclear")
})
