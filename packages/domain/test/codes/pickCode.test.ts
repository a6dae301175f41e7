import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { compileLinear, pickCode } from "../../src/index.ts"

const six = { length: 6, type: "numeric" } as const
const eight = { length: 8, type: "alphanumeric" } as const

const picked = (message: string, descriptor: Parameters<typeof pickCode>[1] = six) => {
  const found = pickCode(message, descriptor)
  return found._tag === "Code" ? found.code : found._tag
}

/** Messages as banks word them, and what of each is the code. */
const messages: ReadonlyArray<readonly [message: string, code: string]> = [
  ["Your code is 123456", "123456"],
  ["123456 is your Banco Demo verification code. Never share it.", "123456"],
  ["Banco Demo: su código de acceso es 041887. No lo comparta.", "041887"],
  ["Clave: 908172. Válida 5 min. Si no ha sido usted llame al 900123456", "908172"],
  ["Ihre mTAN lautet 553311 (gültig bis 10:35 Uhr am 22.11.2026)", "553311"],
  ["Code 123-456 for your login", "123456"],
  ["Your login code: 123 456", "123456"],
  ["Transfer of 123456 EUR to Ana: code 654321", "654321"],
  ["Pago de $123456 en TIENDA. Su token es 777888", "777888"],
  ["Use 555666 to log in. Card 999888 is not concerned by this code.", "SeveralCodes"],
  ["Card ending 123456. Your code is 654321", "654321"],
  ["Code 111222 or 333444", "111222"],
  ["111222 333444", "SeveralCodes"],
  ["Your appointment is on 2026-11-22 at 10:30", "NoCode"],
  ["Call +34612345678 now", "NoCode"],
  ["Order 1234567 is on its way", "NoCode"],
  ["Balance: 123,456.00 EUR", "NoCode"],
  ["Código:１２３４５６", "123456"],
  ["Your code is 123456.\n\n@bank.example #654321", "654321"],
  ["", "NoCode"]
]

describe("pickCode", () => {
  for (const [message, code] of messages) {
    it(`takes ${code} from "${message.replaceAll("\n", " ")}"`, () => assert.strictEqual(picked(message), code))
  }

  it("takes a code of letters and digits, not an ordinary word of its length", () => {
    assert.strictEqual(picked("Security notice: your passcode is A1B2C3D4", eight), "A1B2C3D4")
    assert.strictEqual(picked("Security password changed on Saturday", eight), "NoCode")
    assert.strictEqual(picked("Your code: ABCDEFGH", eight), "ABCDEFGH")
  })

  it("goes by the bank's pattern alone where there is one", () => {
    const pattern = Result.getOrThrow(
      compileLinear({ regex: "firma (\\d{3}-?\\d{3})", flags: "i" }, { keepGroups: true })
    )
    assert.deepStrictEqual(pickCode("Ref 111111, FIRMA 222-333", six, pattern), { _tag: "Code", code: "222333" })
    assert.deepStrictEqual(pickCode("Your code is 123456", six, pattern), { _tag: "NoCode" })
  })

  it("looks at a long text once, whatever is in it", () => {
    const began = performance.now()
    assert.strictEqual(picked("1-".repeat(500_000)), "NoCode")
    assert.strictEqual(picked("code ".repeat(200_000)), "NoCode")
    assert.isBelow(performance.now() - began, 5_000)
  })
})
