import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { payeesOf } from "../src/scrub/payees.ts"
import { scrubTraffic } from "../src/scrub/scrubTraffic.ts"
import { exchangeOf } from "./exchanges.ts"

interface Row {
  readonly description: string
  /** Where else the bank shows this payer. */
  readonly elsewhere?: string
  readonly type?: string
  readonly url?: string
}

const scrub = ({ description, elsewhere = "", type = "text/html", url = "https://bank.example/home" }: Row) => {
  const prefixes = ["Payment from"]
  const { doubtful, persons, shops } = payeesOf([{ description, isCredit: true }], prefixes)
  const page = exchangeOf("GET", "https://bank.example/movements", { answer: `<td>${description}</td>` })
  const more = exchangeOf("GET", url, { answer: elsewhere })
  const typed = { ...more, responseHeaders: [["content-type", type] as const] }
  const options = { secrets: [], mask: [], keep: [], bundle: 'getByText("Movements")' }
  const scrubbed = scrubTraffic([page, typed], { ...options, names: persons, shops, doubtful, prefixes })
  const sent = scrubbed.exchanges.map(({ responseBody, url }) => `${url}\n${responseBody.toString()}`)
  return { text: sent.join("\n"), open: scrubbed.review().doubtful, golden: scrubbed.scrub(description) }
}

const nameWord = fc
  .array(fc.constantFrom(..."aeioubdklmnrsñéüøç"), { minLength: 5, maxLength: 9 })
  .map((letters) => `Q${letters.join("")}`)

const person = fc.record({
  families: fc.array(nameWord, { minLength: 1, maxLength: 2 }),
  given: fc.array(nameWord, { minLength: 1, maxLength: 2 }),
  particle: fc.constantFrom("", "de la ", "van ", "O'", "D’"),
  joint: fc.constantFrom(" ", "-")
})
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never

const shapes: ReadonlyArray<(one: Person) => string> = [
  ({ families, given, joint, particle }) => `${particle}${families.join(joint)}, ${given.join(joint)}`,
  ({ families, given }) => `${families.join(" ")},${given.join(" ")}`,
  ({ families, given }) => `${families.join(" ")}, ${given.join(" ")} - 0042`,
  ({ families, given, particle }) => `${given.join(" ")} ${particle}${families.join(" ")}`,
  ({ families, given }) => `${given.join(" ")} ${families.join(" ")} - 0042`
]

const cases: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase()
]

const inJson = (text: string): string =>
  JSON.stringify(text).replaceAll(/[^\p{ASCII}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)

const places: ReadonlyArray<(name: string) => Omit<Row, "description">> = [
  (name) => ({ elsewhere: `<td title="${name}" aria-label="From ${name}">${name}</td>` }),
  (name) => ({ elsewhere: `<td>${name.replaceAll(/[^\p{ASCII}]/gu, (sign) => `&#${sign.codePointAt(0)};`)}</td>` }),
  (name) => ({ elsewhere: `{"payer":${inJson(name)}}`, type: "application/json" }),
  (name) => ({ url: `https://bank.example/p?of=${encodeURIComponent(name)}` }),
  (name) => ({ elsewhere: `01-02-2026;"Payment from ${name}";10,00`, type: "text/csv" })
]

/** As a reader of the file would make it out. */
const readable = (text: string): string =>
  text
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/\\u([\da-f]{4})/g, (_, code) => String.fromCodePoint(parseInt(String(code), 16)))
    .replaceAll(/(?:%[\dA-F]{2})+/g, (bytes) => decodeURIComponent(bytes))
    .toLowerCase()

describe("a payer whose family's name stands first", () => {
  it.each([
    ["Payment from BERG, NILS", /berg|nils/i],
    ["Payment from HANSEN, LARS PETTER", /hansen|lars|petter/i],
    ["Payment from Herrera Campos, Luis", /herrera|campos|luis/i],
    ["payment from berg, nils", /berg|nils/i],
    ["payment from de la fuente, juan carlos", /fuente|juan|carlos/i],
    ["Payment from BERG,NILS", /berg|nils/i],
    ["Payment from BERG/NILS", /berg|nils/i],
    ["Payment from BERG , NILS - invoice", /berg|nils|invoice/i],
    ["Payment from O'HARA, SEÁN", /hara|seán/i],
    ["Payment from D’ARCY-SMITH, ANNE-MARIE", /arcy|smith|anne|marie/i],
    ["Payment from VAN DER BERG, JANNE", /berg|janne/i],
    ["Payment from de la Fuente, María José", /fuente|maría|josé/i],
    ["Payment from NÚÑEZ, IÑAKI REF 0042", /núñez|iñaki/i],
    ["Payment from BERG, NILS, rent of the flat", /berg|nils|rent|flat/i],
    ["Payment from WU, BO", /wu, ?bo/i],
    ["Payment from Luis Herrera Campos - kitchen", /luis|herrera|campos|kitchen/i],
    ["Payment from PIKE JONATHAN/regalo de boda", /pike|jonathan|regalo|boda/i]
  ])("has no name left: %s", (description, name) => {
    const { golden, open, text } = scrub({ description })

    assert.notMatch(golden, name)
    assert.notMatch(text, name)
    assert.include(text, `<td>${golden}</td>`)
    assert.match(golden, /^payment from [\p{L}'’]/iu)
    assert.deepStrictEqual(open, [])
  })

  it("is the same text wherever it stands", () => {
    const { golden, text } = scrub({
      description: "Payment from BERG, NILS",
      elsewhere: '<p title="Nils Berg">nils berg</p>'
    })

    const [, family = "", given = ""] = /^Payment from (\w+), (\w+)$/.exec(golden) ?? []
    assert.include(text.toUpperCase(), `<P TITLE="${given} ${family}">${given} ${family}</P>`)
  })

  const description = "Payment from NÚÑEZ, IÑAKI BO"
  const name = /n[úu][ñn]ez|i[ñn]aki|N%C3%9A|I%C3%91|\\u00d1(?:EZ|AKI)|&Ntilde;(?:EZ|AKI)/i
  it.each<Omit<Row, "description">>([
    { elsewhere: '<td title="Payment from NÚÑEZ, IÑAKI BO">…</td>' },
    { elsewhere: `<td aria-label='Iñaki Bo Núñez, payer'>…</td>` },
    { elsewhere: "<td>N&Uacute;&Ntilde;EZ, I&Ntilde;AKI BO</td>" },
    { elsewhere: String.raw`{"t":"Payment from N\u00DA\u00D1EZ, I\u00D1AKI BO"}`, type: "application/json" },
    { elsewhere: String.raw`{"t":"Payment from N\u00da\u00d1EZ,\u00a0I\u00d1AKI\u00a0BO"}`, type: "application/json" },
    { elsewhere: String.raw`{"t":"NUNEZ\nINAKI","u":"NUNEZ\tINAKI"}`, type: "application/json" },
    { elsewhere: '<a href="/p?of=N%C3%9A%C3%91EZ%2C+I%C3%91AKI+BO">…</a>' },
    { url: "https://bank.example/p?of=N%C3%9A%C3%91EZ%2C%20I%C3%91AKI%20BO" },
    { url: "https://bank.example/p?next=%252Fp%253Fof%253DNUNEZ%252C%2520INAKI" },
    { elsewhere: '"01-02-2026","Payment from NÚÑEZ, IÑAKI BO","10,00"', type: "text/csv" },
    { elsewhere: "01-02-2026;NÚÑEZ, IÑAKI BO;10,00;EUR", type: "text/csv" }
  ])("has no name left elsewhere: %j", (more) => {
    const { text } = scrub({ description, ...more })

    assert.notMatch(text, name)
  })

  it("has no word left that the page's own buttons have, which stay", () => {
    const { golden, open, text } = scrub({
      description: "Payment from BERG, NILS MARK",
      elsewhere: "<button>Mark all</button><h2>Payment details</h2>"
    })

    assert.notMatch(golden, /berg|nils|mark/i)
    assert.include(text, "<button>Mark all</button><h2>Payment details</h2>")
    assert.deepStrictEqual(open, [])
  })

  it("takes nothing out of a download without quotes but the name", () => {
    const elsewhere = "01-02-2026,Payment from BERG NILS,Completed,NOK,10.00"

    const { text } = scrub({ description: "Payment from BERG NILS", elsewhere, type: "text/csv" })

    assert.match(text, /01-02-2026,Payment from [A-Z]{4} [A-Z]{4},Completed,NOK,10\.00/)
    assert.notMatch(text, /berg|nils/i)
  })
  it("has no word of the name left, whatever its form and wherever it stands", () => {
    const shape = fc.constantFrom(...shapes)
    const letters = fc.constantFrom(...cases)
    fc.assert(
      fc.property(person, shape, letters, letters, fc.constantFrom(...places), (one, write, here, there, place) => {
        const { golden, open, text } = scrub({
          description: `Payment from ${here(write(one))}`,
          ...place(there(write(one)))
        })

        for (const word of [...one.families, ...one.given]) {
          assert.notInclude(readable(text), word.toLowerCase())
          assert.notInclude(readable(golden), word.toLowerCase())
        }
        assert.deepStrictEqual(open, [])
      })
    )
  })
})
