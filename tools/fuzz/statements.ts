/** Statement files: of every format that is read, broken in every way that files are. */
import type { Random } from "../../bench/lib/random.ts"
import { hostileTexts } from "./values.ts"

const dayOf = (random: Random): string =>
  `2026-${String(1 + random.int(12)).padStart(2, "0")}-${String(1 + random.int(28)).padStart(2, "0")}`

const csv = (random: Random): string => {
  const sign = random.pick([";", ",", "\t", "|"])
  const head = ["date", "amount", "currency", "description", "id"].join(sign)
  const rows = Array.from({ length: random.int(30) }, (_, n) =>
    [dayOf(random), `${random.int(5000)}.${random.int(90) + 10}`, "EUR", `TRANSFER ${random.int(9)}`, `F${n}`].join(
      sign
    )
  )
  return [head, ...rows].join(random.pick(["\n", "\r\n", "\r"]))
}

const ofx = (random: Random): string => {
  const rows = Array.from(
    { length: random.int(20) },
    (_, n) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${dayOf(random).replaceAll("-", "")}<TRNAMT>${random.int(900)}.10<FITID>O${n}<NAME>PAYER ${random.int(9)}</STMTTRN>`
  ).join("\n")
  return `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKTRANLIST><DTSTART>20260101<DTEND>20261130${rows}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
}

const camt = (random: Random): string => {
  const rows = Array.from(
    { length: random.int(15) },
    (_, n) =>
      `<Ntry><NtryRef>${n}</NtryRef><Amt Ccy="EUR">${random.int(900)}.10</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${dayOf(random)}</Dt></BookgDt></Ntry>`
  ).join("")
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>${rows}</Stmt></BkToCstmrStmt></Document>`
}

const mt940 = (random: Random): string =>
  [
    ":20:1",
    ":25:ES00/1",
    ":28C:1/1",
    ":60F:C261101EUR100,00",
    ...Array.from(
      { length: random.int(15) },
      () =>
        `:61:2611${String(1 + random.int(28)).padStart(2, "0")}C${random.int(900)},10NTRFNONREF\n:86:PAYER ${random.int(9)}`
    ),
    ":62F:C261130EUR100,00"
  ].join("\r\n")

const broken = (text: string, random: Random): string => {
  const at = random.int(text.length + 1)
  const taken = random.pick([0, 1, 5, 200])
  const put = random.pick([
    ...hostileTexts,
    "<!DOCTYPE x [<!ENTITY a 'b'>]>",
    '"',
    "\n\n\n",
    ";;;;;",
    "<".repeat(2_000),
    ":61:"
  ])
  return `${text.slice(0, at)}${put.slice(0, 20_000)}${text.slice(at + taken)}`
}

export const statementFile = (random: Random): Readonly<Record<string, string>> => {
  const text = random.pick([csv, ofx, camt, mt940])(random)
  const content = random.chance(0.4) ? text : broken(text, random)
  const format = random.pick(["ofx", "camt053", "mt940", "csv"])
  return {
    ...(random.chance(0.8)
      ? { content }
      : { content_base64: random.chance(0.8) ? Buffer.from(content).toString("base64") : content }),
    ...(random.chance(0.2) ? { format } : {}),
    ...(random.chance(0.5) ? { currency: random.pick(["EUR", "usd", "XXX", "", "EURO"]) } : {})
  }
}
