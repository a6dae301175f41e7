/** Whose account a CSV or a workbook is of, and how its columns and totals are told where the headers say little. */
import { describe, expect, it } from "vitest"
import { statements } from "@counterfoil/script-sdk"

const today = "2026-11-27"
const read = (file: string) => statements.read(file, { today, currency: "EUR" })
const rows = "Fecha;Concepto;Importe\n27/11/2026;TRF DE ANA RUIZ;12,50\n26/11/2026;TRF DE LEO PAZ;20,00"

describe("the account that a table is of", () => {
  it.each([
    ["an IBAN above the headers", "Cuenta:;ES91 2100 0418 4502 0005 1332\n;\n", "ES9121000418450200051332"],
    ["an IBAN within a line", "Movimientos de ES9121000418450200051332 EUR\n", "ES9121000418450200051332"],
    ["a number behind its label", "Konto:;1234567\n", "1234567"],
    ["a label and a number in one cell", "Kontonummer: 12 345 67\n", "12 345 67"]
  ])("is named by %s", (_, above, account) => {
    expect(read(`${above}${rows}`).account).toBe(account)
  })

  it("is named by a column that is the same in all rows, and not the payer's", () => {
    const file = (second: string) => `Auftragskonto;Buchungstag;Verwendungszweck;Kontonummer/IBAN;Betrag
DE89370400440532013000;27.11.2026;Rechnung 7;DE02120300000000202051;12,50
${second};26.11.2026;Rechnung 8;DE02120300000000202051;20,00`
    expect(read(file("DE89370400440532013000")).account).toBe("DE89370400440532013000")
    expect(read(file("DE02500105170137075030")).account).toBeUndefined()
  })

  it.each([
    ["nothing", ""],
    ["an IBAN whose check digits are wrong", "Cuenta:;ES92 2100 0418 4502 0005 1332\n"],
    ["a masked number", "Konto:;**** 1332\n"],
    ["a day behind the label", "Konto:;27.11.2026\n"],
    ["a balance behind the label", "Konto;1234567.89\n"],
    ["two IBANs", "ES9121000418450200051332\nDE89370400440532013000\n"],
    ["a number that nothing says is the account's", "Saldo:;1234567\n"]
  ])("is not known where above the headers stands %s", (_, above) => {
    expect(read(`${above}${rows}`).account).toBeUndefined()
  })

  it("is not the payer's, whose number some banks call the account's", () => {
    const file = `Date,Payee,Account number,Amount\n2026-11-27,Ana Ruiz,DE89370400440532013000,12.50`
    expect(read(file).account).toBeUndefined()
  })

  it("is read of a workbook, too", () => {
    const sheet = [["IBAN", "ES91 2100 0418 4502 0005 1332"], ...rows.split("\n").map((line) => line.split(";"))]
    expect(statements.readSheets([sheet], { today, currency: "EUR" }).account).toBe("ES9121000418450200051332")
  })
})

describe("the day of a movement", () => {
  const daysOf = (file: string) => {
    const [movement] = read(file).statement.movements
    return [movement?.date, movement?.valueDate]
  }

  it("is when it was booked, or at least ordered, and not the value's", () => {
    expect(daysOf("F. Operación;F. Valor;Concepto;Importe\n18/11/2026;25/11/2026;TRF;12,50")).toEqual([
      "2026-11-18",
      "2026-11-25"
    ])
    expect(daysOf("F. Operación;F. Contable;Concepto;Importe\n18/11/2026;19/11/2026;TRF;12,50")[0]).toBe("2026-11-19")
  })

  it("is the value's where no other header is known, whatever else looks like days", () => {
    for (const text of ["18/11/2026 TRF DE ANA", "2026-11-0042 Ana Ruiz"]) {
      expect(daysOf(`F. Valor;Concepto;Importe\n25/11/2026;${text};12,50`)[0]).toBe("2026-11-25")
    }
  })
})

describe("what is no movement", () => {
  it("is a sum below the last one, where Total stands in place of the day", () => {
    expect(read(`${rows}\nTotal;;32,50`).statement.movements).toHaveLength(2)
  })

  it("is told where it stands elsewhere, and so is a day that can't be read", () => {
    expect(() => read(`${rows}\nTotal;;32,50\n25/11/2026;TRF;1,00`)).toThrow(/Line 4/)
    expect(() => read(`${rows}\nmartes;TRF;1,00`)).toThrow(/Line 4/)
  })
})

describe("a table whose headers are not known", () => {
  it("is refused with the line that is likeliest to have them", () => {
    const file = `"Extracto de cuenta";"";"";""\n"Jornada";"Concepto";"Importe"\n"x";"TRF";"12,50"`
    expect(() => read(file)).toThrow(/likeliest one has: Jornada, Concepto, Importe/)
  })
})
