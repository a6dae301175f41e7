import { assert, describe, it } from "@effect/vitest"
import { withholdIn } from "../src/secrets/withholdKeys.ts"

const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLWhlcmU"

describe("a token in a text of the bank", () => {
  it("is withheld wherever it stands, also among other parts with dots", () => {
    const texts = [
      [`Bearer ${token} of you`, "Bearer [withheld] of you"],
      [`${token}, ${token}`, "[withheld], [withheld]"],
      [`session-${token} is`, "session-[withheld] is"],
      [`of ...${token}`, "of ...[withheld]"],
      [`at v1.local.${token}.more`, "at v1.local.[withheld].more"],
      ["no eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "no [withheld]"]
    ] as const
    for (const [text, left] of texts) assert.strictEqual(withholdIn(text, []), left)
  })

  it("is no address, number or sentence with dots", () => {
    for (const text of ["www.eyJ.example.com", "1.234.567,00", "Paid. eyJ was here...", "a.b.c"]) {
      assert.strictEqual(withholdIn(text, []), text)
    }
  })

  it("is looked for in one go, however often one seems to begin", () => {
    for (const beginning of ["-eyJ", "-eyJabcdefgh", "eyJabcdefgh.", "eyJabcdefgh.abcdefgh-", "a.", "..", "-.eyJ"]) {
      const text = ` ${beginning.repeat(300_000)} `
      assert.isString(withholdIn(text, []))
    }
  })
})
