/** The words of accountants and shopkeepers, in the language of each. */
import { dotted } from "../src/ui/dotted.ts"
import { differ } from "../src/ui/words.ts"
import { expect, test } from "vitest"
import { sentenceOf } from "../src/i18n/activity.ts"
import { en } from "../src/i18n/en/index.ts"
import { es } from "../src/i18n/es/index.ts"

/** Every text, and of those that are made the source. */
const textsOf = (words: unknown): ReadonlyArray<string> => {
  if (typeof words === "string") return [words]
  if (typeof words === "function") return [String(words)]
  return typeof words === "object" && words !== null ? Object.values(words).flatMap(textsOf) : []
}

test("in Spanish payments are reconciled, not married, and a shop has orders in its list", () => {
  expect(textsOf(es).filter((text) => /\b(descas|cas(ad|ar|an|amos))|enumer/i.test(text))).toEqual([])
  expect([es.orders.statuses.matched, es.home.matched]).toEqual(["Conciliado", "Conciliados"])
})

test("whoever gives a code is told who speaks, without the word for programmers", () => {
  expect([...textsOf(en.code), ...textsOf(es.code)].filter((text) => /script/i.test(text))).toEqual([])
})

test.for([en, es])("why a shop's orders could not be read is said, where there was no answer", ({ accounts }) => {
  const words = accounts.activities["orders.poll_failed"] ?? { title: "" }
  const formats = { day: String, moment: String, list: String }
  const said = (data: Record<string, unknown>) => sentenceOf(words, data, formats) ?? ""
  const [refused, gone, old] = [
    said({ http_status: null, reason: "egress_refused" }),
    said({ http_status: 404, reason: null }),
    said({ http_status: null })
  ]
  expect(refused).toContain("EGRESS_ALLOW")
  expect(gone).toContain("404")
  expect(refused.endsWith(old) && gone.endsWith(old) && old !== "").toBe(true)
})

test.for([en, es])(
  "a script that gave a failure's code and no words is not quoted, in entries from before either",
  (words) => {
    const failed = words.accounts.activities["login.failed"] ?? { title: "" }
    const said = (own: string | null) =>
      sentenceOf(
        failed,
        { kind: "action_required", said: own, blocked: false },
        { day: String, moment: String, list: String }
      )
    expect(said("action_required")).toBe(said(null))
    expect(said("Accept the new terms")).toContain("Accept the new terms")
  }
)

test.each([
  ["Marta Vega Ruiz", "VEGA RUIZ MARTA", false],
  ["Marta Vega", "MARTA VEGA RUIZ", false],
  ["José Núñez", "JOSE NUNE", false],
  ["Acme Holdings", "Marta Vega", true],
  ["Pedro Vega", "Marta Vega", true]
])("a payer %s of an order of %s is somebody else: %s", (payer, name, other) => {
  expect(differ(payer, name)).toBe(other)
})

test("what runs from right to left turns nothing around that stands beside it", () => {
  expect(dotted(["أحمد بن علي", "€102.00", "", null, "25 Nov"])).toBe("\u2068أحمد بن علي\u2069 · €102.00 · 25 Nov")
  expect(dotted(["Ahmed Benali", "€102.00"])).toBe("Ahmed Benali · €102.00")
})

test("of a statement that was taken in one row is one, and several are several, in both languages", () => {
  const of = ({ accounts: { activities, statement } }: typeof en | typeof es) => {
    const uploaded = activities["statement.uploaded"] ?? { title: "" }
    const formats = { day: String, moment: String, list: String }
    const happened = (rows: number, fresh: number, held: number) =>
      sentenceOf(uploaded, { by: "eva@shop.example", rows, movements_new: fresh, movements_held: held }, formats)
    return [
      ...[1, 2].map((rows) => statement.taken(rows)),
      ...(
        [
          [0, 3, 0],
          [3, 3, 0],
          [1, 3, 0],
          [2, 3, 0],
          [3, 3, 1],
          [2, 4, 2]
        ] as const
      ).map(([fresh, rows, held]) => statement.news(fresh, rows, held)),
      ...[1, 2].map((held) => statement.held(held)),
      happened(1, 1, 1),
      happened(3, 2, 2),
      happened(3, 0, 0)
    ]
  }
  expect(of(en)).toMatchInlineSnapshot(`
    [
      "1 row was read",
      "2 rows were read",
      "All of it was known already.",
      "All of it is new.",
      "1 of them is new; the rest was known already.",
      "2 of them are new; the rest was known already.",
      "2 new, 0 known already, 1 held.",
      "0 new, 2 known already, 2 held.",
      "1 row may be known already, and is held",
      "2 rows may be known already, and are held",
      "By eva@shop.example: 1 row, 1 new movement. 1 may be known already and is held: see Movements.",
      "By eva@shop.example: 3 rows, 2 new movements. 2 may be known already and are held: see Movements.",
      "By eva@shop.example: 3 rows, nothing new.",
    ]
  `)
  expect(of(es)).toMatchInlineSnapshot(`
    [
      "Se ha leído 1 fila",
      "Se han leído 2 filas",
      "Todo se conocía ya.",
      "Todo es nuevo.",
      "1 es nueva; el resto se conocía ya.",
      "2 son nuevas; el resto se conocía ya.",
      "Nuevas: 2; ya conocidas: 0; retenidas: 1.",
      "Nuevas: 0; ya conocidas: 2; retenidas: 2.",
      "1 fila puede que ya se conociera, y queda retenida",
      "2 filas puede que ya se conocieran, y quedan retenidas",
      "Lo hizo eva@shop.example: 1 fila, 1 movimiento nuevo. 1 puede que ya se conociera y queda retenido: vea Movimientos.",
      "Lo hizo eva@shop.example: 3 filas, 2 movimientos nuevos. 2 puede que ya se conocieran y quedan retenidos: vea Movimientos.",
      "Lo hizo eva@shop.example: 3 filas, nada nuevo.",
    ]
  `)
})

test("the days of a statement that was taken in are written as all others are", () => {
  const data = { by: "eva@shop.example", rows: 2, movements_new: 2, movements_held: 0, first_day: "2026-11-20" }
  const formats = { day: (day: string | number) => `<${day}>`, moment: String, list: String }
  for (const { accounts } of [en, es]) {
    const uploaded = accounts.activities["statement.uploaded"] ?? { title: "" }
    const said = (last: string) => sentenceOf(uploaded, { ...data, last_day: last }, formats)
    expect(said("2026-11-20")).toMatch(/ <2026-11-20>,/)
    expect(said("2026-11-21")).toMatch(/ <2026-11-20> \S+ <2026-11-21>,/)
  }
})

test("a read that shows another account is told with its name, in both languages; one from before as broken", () => {
  const formats = { day: String, moment: String, list: String }
  const of = ({ accounts: { activities } }: typeof en | typeof es, data: Readonly<Record<string, unknown>>) =>
    sentenceOf(activities["scrape.quarantined"] ?? { title: "" }, data, formats)
  const other = { scrape_id: "s", account_id: "a", account_name: "Ahorro" }
  const said = [en, es].flatMap((words) => [
    of(words, other),
    of(words, { scrape_id: "s", account_id: null, account_name: null }),
    of(words, { scrape_id: "s" })
  ])
  expect(said).toMatchInlineSnapshot(`
    [
      "Its movements are those of “Ahorro”: the bank's page seems to have shown that account instead of this one. None of it was taken in, or these payments would count twice. If they are this account's own, take it in.",
      "Something in it is broken, so none of it was taken in.",
      "Something in it is broken, so none of it was taken in.",
      "Sus movimientos son los de «Ahorro»: parece que la página del banco mostraba esa cuenta en lugar de esta. No se ha incorporado nada: cada pago contaría dos veces. Si son de esta cuenta, incorpórela.",
      "Algo en ella no cuadra, así que no se ha incorporado nada.",
      "Algo en ella no cuadra, así que no se ha incorporado nada.",
    ]
  `)
})
