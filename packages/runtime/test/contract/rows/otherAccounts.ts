import { beforeAll, describe, expect, it } from "vitest"
import { field, must, type Person } from "../support/Service.ts"
import { today } from "../support/ScriptedBank.ts"
import { service } from "../support/shared.ts"
import { listOf } from "../support/world.ts"

let ana: Person
beforeAll(async () => {
  ana = await service().person("passthrough")
})

const account = (name: string) => service().account(ana, { webhook_url: service().shop.url(`/hooks/${name}`) })

const upload = (id: string, content: string, more: object = {}) =>
  service().call(`/accounts/${id}/statements`, { token: ana.token, json: { content, currency: "EUR", ...more } })

const codeOf = ({ headers }: { readonly headers: Headers }) => headers.get("counterfoil-error-code")

const known = async (id: string) =>
  listOf((await service().call(`/accounts/${id}/movements`, { token: ana.token })).json).length

const csvOf = (...payers: ReadonlyArray<string>) =>
  ["Date;Description;Amount", ...payers.map((payer, at) => `${today()};TRF ${payer};${at + 1}.50`)].join("\n")

const ofxOf = (number: string, payer: string) => {
  const day = today().replaceAll("-", "")
  return `OFXHEADER:100
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>2100<ACCTID>${number}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>${day}<DTEND>${day}
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${day}<TRNAMT>7.00<FITID>${payer}<NAME>${payer}<BANKACCTFROM><BANKID>0049<ACCTID>77</BANKACCTFROM></STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
}

describe("a statement of another account", () => {
  it("is refused where the caller's other account knows its movements, and taken in when the caller is sure", async () => {
    const [mine, other] = [await account("mine"), await account("other")]
    const file = csvOf("Ana Ruiz", "Leo Paz", "Eva Gil")
    must(await upload(other, file), 201)
    const refused = await upload(mine, file)
    const before = await known(mine)
    const sure = await upload(mine, file, { anyway: true })
    const again = await upload(mine, file)

    expect([refused.status, codeOf(refused)]).toEqual([409, "statement_of_another"])
    expect(field(refused.json, "error")).toMatch(/seems to be of the account ".*": its movements are known there/)
    expect(before).toBe(0)
    expect(sure).toMatchObject({ status: 201, json: { rows_new: 3 } })
    // It is known at both now.
    expect(again).toMatchObject({ status: 201, json: { rows_new: 0 } })
  })

  it("is no matter of one fee that both accounts paid, nor of what another person's account knows", async () => {
    const [mine, other] = [await account("fees"), await account("other-fees")]
    must(await upload(other, csvOf("FEE", "Leo Paz", "Eva Gil", "Max Roy")), 201)
    const stranger = await service().person("passthrough")
    const theirs = await service().account(stranger, { webhook_url: service().shop.url("/hooks/theirs") })
    const json = { content: csvOf("Tea Sol", "Ian Fox", "Ada Lux"), currency: "EUR" }
    must(await service().call(`/accounts/${theirs}/statements`, { token: stranger.token, json }), 201)

    expect(await upload(mine, csvOf("FEE", "Ida Rey", "Pau Sanz", "Noa Vila"))).toMatchObject({ status: 201 })
    expect(await upload(mine, json.content)).toMatchObject({ status: 201, json: { rows_new: 3 } })
  })

  it("is refused where it names another bank account than the last one; the new one holds once the caller is sure", async () => {
    const id = await account("numbers")
    must(await upload(id, ofxOf("0418450200051332", "Ana Ruiz")), 201)
    must(await upload(id, ofxOf("0418 4502 0005 1332", "Leo Paz")), 201)
    const refused = await upload(id, ofxOf("0418450200059912", "Eva Gil"))
    const before = await known(id)
    must(await upload(id, ofxOf("0418450200059912", "Eva Gil"), { anyway: true }), 201)

    expect([refused.status, codeOf(refused)]).toEqual([409, "statement_of_another"])
    expect(field(refused.json, "error")).toMatch(/names another bank account \(it ends in 9912\)/)
    expect(before).toBe(2)
    // Where another account of the caller is of that number, it is named.
    const other = await account("numbers-of-another")
    must(await upload(other, ofxOf("0418450200057777", "Max Roy")), 201)
    const named = await upload(id, ofxOf("0418450200057777", "Tea Sol"))
    expect([named.status, codeOf(named)]).toEqual([409, "statement_of_another"])
    expect(field(named.json, "error")).toMatch(
      /names the bank account of ".+" \(it ends in 7777\), and not that of the last/
    )
    expect(await upload(id, ofxOf("0418450200059912", "Noa Vila"))).toMatchObject({ status: 201 })
    expect(await known(id)).toBe(4)
  })
})
