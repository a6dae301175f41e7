import { assert, it } from "vitest"
import { movements, type Statement } from "@counterfoil/script-sdk"
import { type Message, runLogin, timeout } from "./runScript.ts"

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

/** A bank whose page is told these, one after the other: at first, and after each click. */
const readInTurn = async (told: ReadonlyArray<ReadonlyArray<object>>) => {
  const statements: Array<Statement> = []
  let turns = 1
  const ended = await runLogin(
    async ({ page }) => {
      const fields = { date: "day", description: "text", amount: "sum", balance: "left" }
      statements.push(
        await movements.fromAnswers(page, "/api/rows", fields, {
          currency: "EUR",
          dates: "ymd",
          decimal: ".",
          since: "2026-11-01",
          today: "2026-11-30",
          items: (json) => movements.listOf(json, "items"),
          hasMore: (json) => movements.partOf(json, "more") === true,
          next: page.getByText("Older"),
          restart: () => page.getByText("Newest").click()
        })
      )
      return "authenticated"
    },
    (message) => {
      if (message.verb === "locator.click") turns += 1
      if (message.verb !== "page.responses") return { ok: null }
      const answer = (json: object, nth: number) => ({
        number: nth + 1,
        method: "GET",
        path: "/api/rows",
        query: {},
        status: 200,
        json
      })
      const known = told.slice(0, turns).flat().map(answer)
      const newer = known.filter(({ number }) => number > Number(message["after"] ?? 0))
      return newer.length > 0 ? { ok: newer } : timeout()
    }
  )
  return { ended, texts: statements[0]?.movements.map(({ description }) => description) }
}

const item = (nth: number) => ({ day: `2026-11-${10 + nth}`, text: `row ${nth}`, sum: "1.00", left: `${nth}.00` })

it("goes by the answers of the list, whatever else is answered at the same path", async () => {
  const { ended, texts } = await readInTurn([
    [{ items: [item(4), item(3)], more: true }, { categories: ["a", "b"] }],
    [{ categories: [] }, { items: [item(2), item(1)], more: false }]
  ])

  assert.isUndefined(ended.failed)
  assert.deepStrictEqual(texts, ["row 4", "row 3", "row 2", "row 1"])
})

it("reads again where payments arrived above its pages meanwhile, and nothing counts them", async () => {
  const { ended, texts } = await readInTurn([
    [{ items: [item(4), item(3), item(2)], more: true }],
    [{ items: [item(3), item(2), item(1)], more: false }],
    [{ items: [item(5), item(4), item(3)], more: true }],
    [{ items: [item(2), item(1)], more: false }]
  ])

  assert.isUndefined(ended.failed)
  assert.deepStrictEqual(texts, ["row 5", "row 4", "row 3", "row 2", "row 1"])
})
