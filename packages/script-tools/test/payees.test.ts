import { assert, describe, it } from "@effect/vitest"
import { behindTransfer, payeesOf } from "../src/scrub/payees.ts"
import { scrubTraffic } from "../src/scrub/scrubTraffic.ts"
import { exchangeOf } from "./exchanges.ts"

const paid = (description: string, isCredit = false) => ({ description, isCredit })
const scrub = (rows: ReadonlyArray<ReturnType<typeof paid>>, prefixes: ReadonlyArray<string>, more = "") => {
  const { doubtful, persons, shops } = payeesOf(rows, prefixes)
  const html = `<table>${rows.map(({ description }) => `<tr><td>${description}</td></tr>`).join("\n")}</table>${more}`
  const answer = exchangeOf("GET", "https://bank.example/home", {
    answer: html,
    headers: [["content-type", "text/html"]]
  })
  const options = { secrets: [], mask: [], keep: [], bundle: 'getByText("Movements")' }
  const scrubbed = scrubTraffic([answer], { ...options, names: persons, shops, doubtful, prefixes })
  return { scrubbed, body: scrubbed.exchanges.map(({ responseBody }) => responseBody.toString()).join("\n") }
}

describe("people whom movements name", () => {
  it.each([
    ["TRF A TORRES VIDAL PABLO", "TORRES VIDAL PABLO"],
    ["TRF DE ROSSI NADIA", "ROSSI NADIA"],
    ["TRANSFERENCIA INMEDIATA A FAVOR DE Pablo Torres Concepto: alquiler", "Pablo Torres"],
    ["Bizum enviado a PABLO TORRES", "PABLO TORRES"],
    ["Transfer to John Smith REF 1234", "John Smith"],
    ["Faster payment from SMITH J", "SMITH J"],
    ["SEPA-Überweisung an Jürgen Groß", "Jürgen Groß"],
    ["Gutschrift von MÜLLER ANNA", "MÜLLER ANNA"],
    ["VIREMENT EN FAVEUR DE MME DUPONT CLAIRE", "DUPONT CLAIRE"],
    ["VIR SEPA RECU DE LEFEVRE MARC", "LEFEVRE MARC"],
    ["Bonifico a favore di Rossi Nadia causale affitto", "Rossi Nadia"],
    ["PIX ENVIADO PARA JOÃO DA SILVA", "JOÃO DA SILVA"],
    ["Overboeking naar J. de Vries", "J. de Vries"],
    ["PRZELEW WYCHODZACY DO ŁUKASZ NOWAK", "ŁUKASZ NOWAK"],
    ["Overføring til Kari Nordmann", "Kari Nordmann"],
    ["Перевод для Иван Петров", "Иван Петров"],
    ["PAGO A PABLO TORRES", "PABLO TORRES"],
    ["이체 김민수", "김민수"],
    ["振込 ヤマダ タロウ", "ヤマダ タロウ"],
    ["转账给王伟", "转账给王伟"],
    ["تحويل إلى محمد علي", "محمد علي"],
    ["העברה אל דוד כהן", "דוד כהן"],
    ["Převod na účet Jan Novák", "Jan Novák"],
    ["Μεταφορά προς Γιώργος Παππάς", "Γιώργος Παππάς"]
  ])("%s names %s", (text, name) => assert.strictEqual(behindTransfer(text)?.name, name))

  it.each([
    "CARD PAYMENT FARMACIA GRAN VIA",
    "PAGO EN MERCADONA",
    "PAGO CON TARJETA EN BAR PABLO",
    "DIRECT DEBIT SEGUROS LEVANTE SA",
    "CARD PAYMENT TO TESCO",
    "Transfer",
    "REFUND FARMACIA GRAN VIA"
  ])("%s names nobody", (text) => assert.isUndefined(behindTransfer(text)))

  it("finds the payee by the first word of a declared prefix, in a language that nobody told us of", () => {
    assert.strictEqual(behindTransfer("ZZTOP NACH MEIER UTA", ["ZZTOP AUS"])?.name, "NACH MEIER UTA")
    assert.strictEqual(behindTransfer("TRF A MEIER UTA", ["TRF DE"])?.name, "MEIER UTA")
  })

  it("masks payers and payees, and leaves the words of shops, also those that a person has too", () => {
    const rows = [
      paid("TRF A TORRES VIDAL PABLO"),
      paid("TRF DE ROSSI NADIA", true),
      paid("REFUND FARMACIA GRAN VIA", true),
      paid("CARD PAYMENT FARMACIA GRAN VIA"),
      paid("CARD PAYMENT BAR PABLO"),
      paid("CARD MAINTENANCE FEE")
    ]

    const { body, scrubbed } = scrub(rows, ["TRF DE"])

    for (const name of ["TORRES", "VIDAL", "ROSSI", "NADIA"]) assert.notInclude(body, name)
    for (const { description } of rows.slice(2)) assert.include(body, description)
    assert.match(body, /TRF A [A-Z]{6} [A-Z]{5} (?!PABLO)[A-Z]{5}</)
    assert.deepStrictEqual(scrubbed.review().doubtful, [])
  })

  it("masks a name that is a word of the program's code too, unless a locator looks for it", () => {
    const { persons } = payeesOf([paid("TRF A PAGE MARK")], [])
    const answer = exchangeOf("GET", "https://bank.example/", { answer: "<td>TRF A PAGE MARK</td>" })
    const bundle = 'const mark = page.goto("/home")'

    const { exchanges } = scrubTraffic([answer], { secrets: [], mask: [], keep: [], names: persons, bundle })

    assert.notMatch(String(exchanges[0]?.responseBody), /PAGE|MARK/)
  })

  it("masks transfers of rows that the script did not hand over, and leaves the page's menu", () => {
    const menu =
      '<a>Transfer to another account</a><p>Transferencias</p><script>{"text":"Bizum a Lola Marina Pons"}</script>'

    const { body } = scrub([paid("CARD PAYMENT KIOSKO")], [], `${menu}<td>TRF A GIL SANZ EVA</td>`)

    for (const name of ["GIL", "SANZ", "EVA", "Lola", "Marina", "Pons"]) assert.notInclude(body, name)
    assert.include(body, "Transfer to another account")
  })

  it("masks a name that stands right behind the word for a transfer, as scripts without spaces write it", () => {
    const { body } = scrub([paid("转账给王伟"), paid("이체 김민수")], [])

    for (const name of ["王伟", "김민수"]) assert.notInclude(body, name)
  })

  it("tells of outgoing texts that could be a name, in context, until their author keeps or masks them", () => {
    const { scrubbed } = scrub([paid("PAULA DIAZ ROMERO"), paid("CARD PAYMENT KIOSKO")], ["TRF DE"])

    assert.deepStrictEqual(scrubbed.review().doubtful, ["…[PAULA DIAZ ROMERO] CARD PAYMENT KIOSKO…"])
  })
})
