/** The other side's account, as statement files and tables have it. */
import { assert, describe, it } from "vitest"
import { movements as readers, statements } from "@counterfoil/script-sdk"

const options = { dates: "dmy", today: "2026-11-21", currency: "EUR" } as const
const accountsIn = (text: string) =>
  statements
    .read(text, options)
    .statement.movements.map(({ amount, counterpartyAccount }) => [amount, counterpartyAccount])

const entry = (side: "CRDT" | "DBIT", parties: string) =>
  `<Ntry><Amt Ccy="EUR">10.00</Amt><CdtDbtInd>${side}</CdtDbtInd><BookgDt><Dt>2026-11-18</Dt></BookgDt>
<NtryDtls><TxDtls><RltdPties>${parties}</RltdPties></TxDtls></NtryDtls></Ntry>`
const debtor = "<DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>"
const creditor = "<CdtrAcct><Id><Othr><Id>2850590940090418135201</Id></Othr></Id></CdtrAcct>"
const camt = (...entries: ReadonlyArray<string>) =>
  `<Document><BkToCstmrStmt><Stmt><Acct><Ccy>EUR</Ccy></Acct>${entries.join("")}</Stmt></BkToCstmrStmt></Document>`

describe("the other side's account", () => {
  it("is the debtor's of a credit and the creditor's of a debit in camt.053, whichever number the bank gives", () => {
    assert.deepStrictEqual(
      accountsIn(camt(entry("CRDT", debtor + creditor), entry("DBIT", debtor + creditor), entry("CRDT", "<Dbtr/>"))),
      [
        ["10.00", undefined],
        ["-10.00", "2850590940090418135201"],
        ["10.00", "DE89370400440532013000"]
      ]
    )
  })

  it("is read from both styles of MT940, a national number with its bank's code", () => {
    const booking = (details: string) => `:61:261118C1,00NTRFNONREF\n:86:${details}\n`
    const mt = `:20:X
:60F:C261118EUR0,00
${booking("166?00GUT?20Factura?30COBADEFFXXX?31DE89370400440532013000?32ANA")}${booking("166?20Factura?3037040044?310532013000?32ANA")}${booking("/TRTP/SEPA/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/Ana/REMI/Fee")}${booking("166?20Factura?32ANA")}:62F:C261118EUR4,00`
    assert.deepStrictEqual(
      accountsIn(mt).map(([, account]) => account),
      [undefined, "NL91ABNA0417164300", "37040044/0532013000", "DE89370400440532013000"]
    )
  })

  it("is the other side's of an OFX transfer, never the statement's own", () => {
    const one = (amount: string, accounts: string) =>
      `<STMTTRN><TRNTYPE>XFER<DTPOSTED>20261118<TRNAMT>${amount}<FITID>${amount}<NAME>Ana${accounts}</STMTTRN>`
    const account = (side: string, bank: string, number: string) =>
      `<BANKACCT${side}><BANKID>${bank}<ACCTID>${number}<ACCTTYPE>CHECKING</BANKACCT${side}>`
    const own = account("FROM", "98760001", "11112222")
    const text = `<OFX><CURDEF>EUR${own}<BANKTRANLIST>
${one("4.00", account("FROM", "37040044", "0532013000") + account("TO", "98760001", "11112222"))}
${one("3.00", account("TO", "98760001", "11112222"))}
${one("2.00", account("TO", "", "DE89370400440532013000"))}
${one("-1.00", own + account("TO", "021000021", "****1234"))}
</BANKTRANLIST></OFX>`
    assert.deepStrictEqual(
      readers
        .ofx(text, { since: "2026-11-01", today: "2026-11-21" })
        .movements.map(({ amount, counterpartyAccount }) => [amount, counterpartyAccount])
        .sort(),
      [
        ["-1.00", "****1234"],
        ["2.00", "DE89370400440532013000"],
        ["3.00", undefined],
        ["4.00", "37040044/0532013000"]
      ]
    )
  })

  it("has a column of its own in banks' CSV files, in several languages", () => {
    for (const header of [
      "IBAN ordenante",
      "CBU/CVU",
      "Payer account",
      "Gegenkonto",
      "Tegenrekening",
      "IBAN Zahlungsbeteiligter"
    ]) {
      const file = `Fecha;Concepto;${header};Importe\n18/11/2026;Factura;ES91 2100 0418 4502 0005 1332;10,00\n17/11/2026;Tarjeta;;-1,00\n`
      assert.deepStrictEqual(accountsIn(file), [
        ["10.00", "ES91 2100 0418 4502 0005 1332"],
        ["-1.00", undefined]
      ])
    }
  })

  it("is cut where a file has a text without end in its place", () => {
    const [[, account] = []] = accountsIn(
      `Date;Description;Payer account;Amount\n18/11/2026;X;${"9".repeat(5_000)};1,00\n`
    )
    assert.strictEqual(account?.length, 100)
  })
})
