/** Where a file has each movement of its statement: whoever finds fault with one tells the line. */
import { expect, test } from "vitest"
import { statements } from "@counterfoil/script-sdk"

const account = "1".repeat(18)
const total = "00000000000400"

const files: Readonly<Record<statements.Format, ReadonlyArray<string>>> = {
  csv: ["El banco", "", "Fecha;Concepto;Importe", "18/11/2026;A;1,50", "", "17/11/2026;B;2,50"],
  ofx: [
    "<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>",
    "<DTSTART>20261117<DTEND>20261118",
    "<STMTTRN>",
    "<DTPOSTED>20261118<TRNAMT>1.50<FITID>1<NAME>A",
    "</STMTTRN><STMTTRN><DTPOSTED>20261117<TRNAMT>2.50<FITID>2<NAME>B</STMTTRN>",
    "</BANKTRANLIST></STMTRS></OFX>"
  ],
  camt053: [
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Ccy>EUR</Ccy></Acct>',
    "<Ntry>",
    '<Amt Ccy="EUR">1.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-18</Dt></BookgDt></Ntry>',
    '<Ntry><Amt Ccy="EUR">2.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-17</Dt></BookgDt></Ntry>',
    "</Stmt></BkToCstmrStmt></Document>"
  ],
  mt940: [
    ":20:1",
    ":25:1234",
    ":28C:1/1",
    ":60F:C261116EUR0,",
    ":61:2611181118C1,50NTRFNONREF",
    ":86:A",
    ":61:2611171117C2,50NTRFNONREF",
    ":86:B",
    ":62F:C261118EUR4,"
  ],
  norma43: [
    `11${account}2611172611182${"0".repeat(14)}9783${" ".repeat(26)}`,
    "22    111126111826111802000200000000000150",
    "2301A",
    "22    111126111726111702000200000000000250",
    `33${account}${"0".repeat(19)}00002${total}2${total}978`
  ]
}

const lines: Readonly<Record<statements.Format, ReadonlyArray<number>>> = {
  csv: [4, 6],
  ofx: [3, 5],
  camt053: [2, 4],
  mt940: [5, 7],
  norma43: [2, 4]
}

test.each(Object.entries(files))("of %s each movement is on the line on which it begins", (format, file) => {
  const read = statements.read(file.join("\n"), { currency: "EUR", today: "2026-11-21" })
  expect(read.format).toBe(format)
  expect(read.statement.movements.map(({ amount }) => amount)).toEqual(["1.50", "2.50"])
  expect({ [format]: read.lines }).toEqual({ [format]: Object.entries(lines).find(([name]) => name === format)?.[1] })
})

test("of a sheet each movement is on its row", () => {
  const sheet = [["Fecha", "Concepto", "Importe"], [], ["17/11/2026", "B", "2,50"], ["18/11/2026", "A", "1,50"]]
  expect(statements.readSheets([sheet], { currency: "EUR", today: "2026-11-21" }).lines).toEqual([4, 3])
})
