import { assert, it } from "vitest"
import { movements, type Statement } from "@counterfoil/script-sdk"
import { type Message, runLogin } from "./runScript.ts"

const items = [
  { day: "2026-11-03T23:30:00", text: "Ana", cents: -1234, state: { booked: false } },
  { day: "2026-11-02T08:00:00", text: "Luis", cents: 500, state: { booked: true } }
]

const host = ({ verb }: Message) =>
  verb === "page.responses"
    ? { ok: [{ number: 1, method: "GET", path: "/api/rows", query: {}, status: 200, json: { items } }] }
    : { ok: null }

it("reads further parts of an item by names of the author's own, for transform and pending", async () => {
  const statements: Array<Statement> = []

  const { failed } = await runLogin(async ({ page }) => {
    statements.push(
      await movements.fromAnswers(
        page,
        "/api/rows",
        { date: "day", time: "day", description: "text", amount: "cents", booked: "state.booked" },
        {
          currency: "EUR",
          dates: "ymd",
          since: "2026-11-01",
          today: "2026-11-04",
          items: (json) => movements.listOf(json, "items"),
          transform: { amount: (cents) => movements.minor(cents, 2), time: (text) => text.slice(11, 16) },
          pending: (row) => row.cell("booked") === "false"
        }
      )
    )
    return "authenticated"
  }, host)

  assert.isUndefined(failed)
  assert.deepStrictEqual(statements[0]?.movements, [
    { date: "2026-11-03", time: "23:30", amount: "-12.34", currency: "EUR", description: "Ana", pending: true },
    { date: "2026-11-02", time: "08:00", amount: "5.00", currency: "EUR", description: "Luis" }
  ])
})

it("reads numbers by their point, also beside texts with a comma: 12.125 dinars are no twelve thousand", async () => {
  const rows = [
    { day: "2026-11-03", text: "Ana", sum: 12.125, left: "1.012,125" },
    { day: "2026-11-02", text: "Luis", sum: -0.5, left: "1.000,000" }
  ]
  const statements: Array<Statement> = []

  await runLogin(
    async ({ page }) => {
      const fields = { date: "day", description: "text", amount: "sum", balance: "left" }
      statements.push(
        await movements.fromAnswers(page, "/api/rows", fields, {
          currency: "TND",
          dates: "ymd",
          decimal: ",",
          since: "2026-11-01",
          today: "2026-11-04",
          items: (json) => movements.listOf(json, "items")
        })
      )
      return "authenticated"
    },
    ({ verb }) =>
      verb === "page.responses"
        ? { ok: [{ number: 1, method: "GET", path: "/api/rows", query: {}, status: 200, json: { items: rows } }] }
        : { ok: null }
  )

  assert.deepStrictEqual(
    statements[0]?.movements.map(({ amount, balance }) => [amount, balance]),
    [
      ["12.125", "1012.125"],
      ["-0.5", "1000.000"]
    ]
  )
})
