import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { statements } from "@counterfoil/script-sdk"

const { read, StatementProblem } = statements
const options = { dates: "dmy", today: "2026-11-21", currency: "EUR" } as const

const problemOf = (text: string): string => {
  try {
    read(text, options)
  } catch (error) {
    if (error instanceof StatementProblem) return error.message
    throw error
  }
  return assert.fail("it was read")
}

const camt = (entries: string, more = "", closing = "1120.50") => `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by a bank -->
<ns:Document xmlns:ns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><ns:BkToCstmrStmt><ns:Stmt>
<ns:FrToDt><ns:FrDtTm>2026-11-01T00:00:00</ns:FrDtTm><ns:ToDtTm>2026-11-20T23:59:59</ns:ToDtTm></ns:FrToDt>
<ns:Acct><ns:Id><ns:IBAN>ES9121000418450200051332</ns:IBAN></ns:Id><ns:Ccy>EUR</ns:Ccy></ns:Acct>
<ns:Bal><ns:Tp><ns:CdOrPrtry><ns:Cd>OPBD</ns:Cd></ns:CdOrPrtry></ns:Tp><ns:Amt Ccy="EUR">1000.00</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd></ns:Bal>
<ns:Bal><ns:Tp><ns:CdOrPrtry><ns:Cd>CLBD</ns:Cd></ns:CdOrPrtry></ns:Tp><ns:Amt Ccy="EUR">${closing}</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd></ns:Bal>
${entries}</ns:Stmt>${more}</ns:BkToCstmrStmt></ns:Document>`

const credit = `<ns:Ntry><ns:Amt Ccy="EUR">120.50</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd><ns:Sts><ns:Cd>BOOK</ns:Cd></ns:Sts>
<ns:BookgDt><ns:Dt>2026-11-18</ns:Dt></ns:BookgDt><ns:ValDt><ns:Dt>2026-11-19</ns:Dt></ns:ValDt><ns:AcctSvcrRef>REF-17</ns:AcctSvcrRef>
<ns:NtryDtls><ns:TxDtls><ns:Refs><ns:EndToEndId>A-1001</ns:EndToEndId></ns:Refs>
<ns:RltdPties><ns:Dbtr><ns:Pty><ns:Nm>Mar&#237;a &amp; Hijos</ns:Nm></ns:Pty></ns:Dbtr></ns:RltdPties>
<ns:RmtInf><ns:Ustrd>Factura 17</ns:Ustrd></ns:RmtInf></ns:TxDtls></ns:NtryDtls></ns:Ntry>`

it("the account that a file is of is told from the other side's numbers", () => {
  const ofx = `OFXHEADER:100
<OFX><CCSTMTRS><CURDEF>EUR<CCACCTFROM><ACCTID>4111</CCACCTFROM><BANKTRANLIST><DTSTART>20261101<DTEND>20261120
<STMTTRN><DTPOSTED>20261105<TRNAMT>1.00<FITID>1<NAME>A<BANKACCTFROM><ACCTID>77</BANKACCTFROM></STMTTRN></BANKTRANLIST></CCSTMTRS></OFX>`
  assert.strictEqual(read(ofx, options).account, "4111")
  assert.isUndefined(read(ofx.replace("<CCACCTFROM><ACCTID>4111</CCACCTFROM>", ""), options).account)
})

describe("a camt.053 file", () => {
  it("is read with its names, references, dates and days", () => {
    assert.deepStrictEqual(read(camt(credit), options), {
      format: "camt053",
      lines: [8],
      account: "ES9121000418450200051332",
      statement: {
        movements: [
          {
            date: "2026-11-18",
            amount: "120.50",
            currency: "EUR",
            description: "Factura 17 A-1001",
            id: "REF-17",
            counterparty: "María & Hijos",
            valueDate: "2026-11-19"
          }
        ],
        coverage: { from: "2026-11-01", to: "2026-11-20", complete: true }
      }
    })
  })

  it("is refused with the line: balances that don't add up, another account, no side, a cut end", () => {
    const other = `<ns:Stmt><ns:Acct><ns:Id><ns:IBAN>DE02</ns:IBAN></ns:Id></ns:Acct></ns:Stmt>`
    assert.deepStrictEqual(
      [
        problemOf(camt("")),
        problemOf(camt(credit, other)),
        problemOf(camt(credit.replace("CRDT", "BOTH"))),
        problemOf(camt(credit).slice(0, -40)),
        problemOf(camt(credit.replace("120.50", "12x")))
      ],
      [
        "Line 3: the movements lead from 1000.00 to 1000.00, but the closing balance is 1120.50",
        "The file has statements of 2 accounts: upload those of one account",
        "Line 8: Ntry says neither CRDT nor DBIT",
        "Line 12: an element has no end: the file is cut off",
        'Line 8: "12x" is not an amount'
      ]
    )
  })

  it("can't bring entities that grow, deep nests or a second document", () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Document>&b;</Document>`
    assert.strictEqual(problemOf(bomb), "Line 1: document types are not allowed")
    assert.match(problemOf(`<Document>&bomb;</Document>`), /entity &bomb; is not one of XML's own/)
    assert.match(problemOf(`<Document>${"<a>".repeat(100)}`), /nested deeper than 64/)
    assert.match(problemOf(`<Document/><Document/>`), /second document/)
  })
})

const mt = `{1:F01BANKXXXX}{4:
:20:STARTUMS
:25:12345678/0001
:28C:00011/001
:60F:C261031EUR1000,00
:61:2611181118CR120,50N051NONREF//REF-17
supplementary
:86:166?00GUTSCHRIFT?20Factura 17?21 A-1001?32MARIA GAR?33CIA
:61:2612310102D0,50NMSCFEE
:86:/NAME/Bank AG/REMI/Fee
:62F:C261120EUR1120,00
-}`

describe("an MT940 file", () => {
  it("is read with names and purposes in both styles, and the booking's year", () => {
    assert.deepStrictEqual(read(mt, options).statement.movements, [
      {
        date: "2027-01-02",
        amount: "-0.50",
        currency: "EUR",
        description: "/NAME/Bank AG/REMI/Fee FEE",
        counterparty: "Bank AG",
        valueDate: "2026-12-31"
      },
      {
        date: "2026-11-18",
        amount: "120.50",
        currency: "EUR",
        description: "GUTSCHRIFT Factura 17 A-1001 supplementary",
        id: "REF-17",
        counterparty: "MARIA GARCIA",
        valueDate: "2026-11-18"
      }
    ])
  })

  it("is refused with the line of what can't be read", () => {
    assert.deepStrictEqual(
      [
        problemOf(mt.replace("120,50N", "120,5xN")),
        problemOf(mt.replace("EUR1120,00", "EUR1121,00")),
        problemOf(mt.split(":62F:")[0] ?? ""),
        problemOf(mt.replace("C261031EUR", "X261031EUR"))
      ],
      [
        "Line 6: :61: can't be read: 2611181118CR120,5xN051NONREF//REF-17\nsupplementary",
        "Line 2: the movements lead from 1000.00 to 1120.00, but the closing balance is 1121.00",
        "Line 2: the statement has no closing balance :62F:: the file is cut off",
        "Line 5: :60F: is no balance: X261031EUR1000,00"
      ]
    )
  })

  it("keeps every booking's amount to the cent, and their order", () => {
    const cents = fc.array(fc.bigInt({ min: -(10n ** 11n), max: 10n ** 11n }), { maxLength: 30 })
    const printed = (value: bigint, point: string) => {
      const digits = String(value < 0n ? -value : value).padStart(3, "0")
      return `${digits.slice(0, -2)}${point}${digits.slice(-2)}`
    }
    const signed = (value: bigint) => `${value < 0n ? "-" : ""}${printed(value, ".")}`
    fc.assert(
      fc.property(cents, (amounts) => {
        const lines = amounts.map(
          (value, index) => `:61:261118${value < 0n ? "D" : "C"}${printed(value, ",")}NTRF${index}//R${index}`
        )
        const end = amounts.reduce((sum, value) => sum + value, 0n)
        const text = [
          ":20:X",
          ":60F:C261118EUR0,00",
          ...lines,
          `:62F:${end < 0n ? "D" : "C"}261118EUR${printed(end, ",")}`
        ].join("\r\n")
        const { movements } = read(text, options).statement
        assert.deepStrictEqual(movements.map(({ amount }) => amount).toReversed(), amounts.map(signed))
      })
    )
  })
})

describe("a CSV file", () => {
  it("is read below a bank's own lines, with its headers in any of the languages", () => {
    const spanish =
      'Cuenta;ES91 2100\n\nFecha;Fecha valor;Concepto;Importe;Saldo\n18/11/2026;19/11/2026;"TRF; DE ANA";1.120,50;2.120,50\n'
    const german =
      "Buchungstag,Auftraggeber / Empfänger,Verwendungszweck,Betrag,Währung\n18.11.2026,Jonas Weber,RE 17,-12.30,CHF\n"
    const english = "Date\tDescription\tPaid in\tPaid out\n2026-11-18\tFee\t\t4.00\n2026-11-17\tSalary\t10.00\t\n"
    assert.deepStrictEqual(
      [spanish, german, english].map((text) =>
        read(text, options).statement.movements.map(({ amount, counterparty, currency, date, description }) =>
          [date, amount, currency, counterparty ?? "", description].join(" | ")
        )
      ),
      [
        ["2026-11-18 | 1120.50 | EUR |  | TRF; DE ANA"],
        ["2026-11-18 | -12.30 | CHF | Jonas Weber | RE 17"],
        ["2026-11-18 | -4.00 | EUR |  | Fee", "2026-11-17 | 10.00 | EUR |  | Salary"]
      ]
    )
  })

  it("is refused with the line of what can't be read", () => {
    const { currency: _, ...noCurrency } = options
    assert.deepStrictEqual(
      [
        problemOf("Fecha;Importe\n18/11/2026;1,00\n31/02/2026;2,00"),
        problemOf('Fecha;Concepto;Importe\n18/11/2026;"a\nb";1,00\n19/11/2026;c;x'),
        problemOf("Fecha;Importe\n18/11/2026;12,5x"),
        problemOf("Fecha;Importe\n18/11/2026;importe 5,00"),
        problemOf("Fecha;Importe\n18/11/2026;5,00 %"),
        problemOf("Fecha;Importe\n18/11/2026;+-5,00"),
        problemOf("a;b\n1;2"),
        problemOf("  ")
      ],
      [
        'Line 3: "31/02/2026" is not a date: 2026-02-31 is no day of the calendar',
        'Line 4: "x" is not an amount: it has no digits, or other signs between them',
        'Line 2: "12,5x" is not an amount: "x" is no currency',
        'Line 2: "importe 5,00" is not an amount: "importe" is no currency',
        'Line 2: "5,00 %" is not an amount: "%" is no currency',
        'Line 2: "+-5,00" is not an amount: it has more than one sign',
        "No line has headers for a date and an amount (Date and Amount, or Paid in and Paid out, say); the likeliest one has: a, b",
        "The file is empty"
      ]
    )
    assert.throws(
      () => read("Date,Amount\n2026-11-18,1.00", noCurrency),
      /Line 2: there is no currency: give one in the field currency/
    )
  })
})

const ofx = `OFXHEADER:100

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKTRANLIST><DTSTART>20261101<DTEND>20261120
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261118<TRNAMT>120.50<FITID>17<NAME>Ana &amp; Co<MEMO>Factura 17</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`

describe("an OFX file", () => {
  it("is refused with the line of what can't be read", () => {
    const file = ofx.replace(/<(?=DTPOSTED|TRNAMT|DTAVAIL|FITID)/g, "\n<")
    assert.deepStrictEqual(
      [
        problemOf(file.replace("<DTPOSTED>20261118", "<DTPOSTED>20261399")),
        problemOf(file.replace("120.50", "x")),
        problemOf(file.replace("<TRNAMT>120.50", "")),
        problemOf(file.replace("<DTPOSTED>20261118", "<DTPOSTED>soon").replace("120.50", "x")),
        problemOf(file.replace("<DTEND>20261120", "<DTEND>2026")),
        problemOf(file.replace("<CURDEF>EUR", "")),
        problemOf(file.replace("<DTSTART>", "<DTSTART>&#x110000;"))
      ],
      [
        'Line 5: "2026-13-99" is not a date: 2026-13-99 is no day of the calendar',
        'Line 6: "x" is not an amount: it has no digits, or other signs between them',
        "Line 4: the OFX statement has no TRNAMT where it should",
        'Line 6: "x" is not an amount: it has no digits, or other signs between them',
        'Line 3: "2026" is not a date: three numbers in the order ymd are wanted',
        "Line 1: the OFX statement has no CURDEF where it should",
        'Line 3: "\ufffd2026110" is not a date: three numbers in the order ymd are wanted'
      ]
    )
  })

  it("is read, and refused when it is cut off or has more accounts", () => {
    assert.deepStrictEqual(read(ofx, options), {
      format: "ofx",
      lines: [4],
      statement: {
        movements: [
          {
            date: "2026-11-18",
            amount: "120.50",
            currency: "EUR",
            description: "Factura 17",
            id: "17",
            counterparty: "Ana & Co"
          }
        ],
        coverage: { from: "2026-11-01", to: "2026-11-20", complete: true }
      }
    })
    assert.deepStrictEqual(
      [
        problemOf(ofx.slice(0, -10)),
        problemOf(ofx.replace("<STMTRS>", "<STMTRS><STMTRS>")),
        problemOf(ofx.replace("120.50", "x"))
      ],
      [
        "The file ends before </OFX>: it is cut off",
        "The file has 2 statements: upload those of one account",
        'Line 4: "x" is not an amount: it has no digits, or other signs between them'
      ]
    )
  })
})

describe("a file with several rows that can't be read", () => {
  const wrong = (line: number) => `Line ${line}: "x" is not an amount: it has no digits, or other signs between them`
  const csv = (...rows: ReadonlyArray<string>) => ["Fecha;Concepto;Importe", ...rows].join("\n")

  it("is told of all of them at once, with their lines", () => {
    assert.strictEqual(
      problemOf(csv("18/11/2026;a;x", "18/11/2026;b;1,00", "31/02/2026;c;2,00", "18/11/2026;d")),
      [
        wrong(2),
        'Line 4: "31/02/2026" is not a date: 2026-02-31 is no day of the calendar',
        "Line 5: there is either no amount or two"
      ].join("\n")
    )
    const entry = ofx.split("\n").find((line) => line.startsWith("<STMTTRN>")) ?? ""
    const bad = entry.replace("120.50", "x")
    assert.strictEqual(problemOf(ofx.replace(entry, [bad, entry, bad].join("\n"))), [wrong(4), wrong(6)].join("\n"))
    const badCredit = credit.replace("CRDT", "BOTH")
    assert.strictEqual(
      problemOf(camt(`${badCredit}\n${badCredit}`)),
      "Line 8: Ntry says neither CRDT nor DBIT\nLine 13: Ntry says neither CRDT nor DBIT"
    )
    assert.strictEqual(
      problemOf(mt.replaceAll(/^:61:/gm, ":61:x")).replaceAll(/can't be read: .*/g, "…"),
      "Line 6: :61: …\nsupplementary\nLine 9: :61: …"
    )
  })

  it("is told of ten of them, and that there are more", () => {
    const ten = csv(...Array.from({ length: 10 }, () => "18/11/2026;a;x"))
    const lines = Array.from({ length: 10 }, (_, index) => wrong(index + 2))
    assert.strictEqual(problemOf(ten), lines.join("\n"))
    const eleven = `${ten}\n18/11/2026;a;x\n18/11/2026;a;x`
    assert.strictEqual(problemOf(eleven), [...lines, "More lines can't be read either"].join("\n"))
  })

  it("is asked once for what holds for all of it", () => {
    const { currency: _, ...noCurrency } = options
    const text = csv("18/11/2026;a;1.250", "18/11/2026;b;2.500")
    assert.strictEqual(problemOf(text).split("\n").length, 1)
    assert.throws(
      () => read(csv("18/11/2026;a;1,25", "18/11/2026;b;2,50"), noCurrency),
      /^Line 2: there is no currency[^\n]*$/
    )
  })
})

describe("a file that a stranger made", () => {
  const files = [camt(credit), mt, ofx, "Fecha;Concepto;Importe\n18/11/2026;TRF;1,00\n19/11/2026;TRF;2,00\n"]
  const tampered = fc
    .record({
      file: fc.constantFrom(...files),
      at: fc.nat(2_000),
      length: fc.nat(60),
      put: fc.oneof(
        fc.string({ maxLength: 30 }),
        fc.constantFrom("<", "&#x110000;", "&#0;", '"', "\0", ":61:", "<Ntry>", "-", "9".repeat(40))
      )
    })
    .map(({ at, file, length, put }) => file.slice(0, at % file.length) + put + file.slice((at % file.length) + length))

  it("is read, or refused in one sentence, and nothing else happens", () => {
    const formats = fc.constantFrom("ofx", "camt053", "mt940", "norma43", "csv", undefined)
    fc.assert(
      fc.property(fc.oneof(tampered, fc.string({ unit: "binary", maxLength: 300 })), formats, (text, format) => {
        try {
          const { statement } = read(text, { ...options, format })
          for (const { amount, date } of statement.movements) {
            assert.match(date, /^\d{4}-\d\d-\d\d$/)
            assert.match(amount, /^-?\d+(\.\d+)?$/)
          }
        } catch (error) {
          if (!(error instanceof StatementProblem)) throw error
          assert.isAbove(error.message.length, 5)
        }
      }),
      { numRuns: 800 }
    )
  })
})

describe("a CSV whose amounts are all like 1.250", () => {
  const text = "Fecha;Concepto;Importe\n20/11/2026;TRF DE ANA;1.250\n"

  it("is refused with the question for its decimal sign, and read once that is given", () => {
    assert.strictEqual(problemOf(text), `Line 2: "1.250" is not an amount: say which is the decimal sign, "," or "."`)
    const amountWith = (decimal: "," | ".") => read(text, { ...options, decimal }).statement.movements[0]?.amount
    assert.strictEqual(amountWith(","), "1250")
    assert.strictEqual(amountWith("."), "1.250")
  })
})
