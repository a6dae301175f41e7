import { Duration, Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { settingsOf, start, type Started, until } from "./support.ts"

let service: Started
beforeAll(async () => {
  service = await start({ scrapeInterval: Duration.minutes(10) }, (name) =>
    name === "intake.before-commit" ? Effect.die(new Error("a bug of ours")) : Effect.void
  )
})
afterAll(() => service.stop())

const today = new Date().toISOString().slice(0, 10)
const movement = { date: today, amount: "1.00", currency: "EUR", description: "x", id: "1", counterparty: "A" }

it("a bug of ours after the login follows the failure policy: told, backed off, and the bank is left alone", async () => {
  const { bank, person, rows, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("d", { movements: [movement] })
  await service.account(token, settingsOf(shop, "d"))
  const failed = () =>
    rows(
      "select failure_kind, failure_count, next_run_at > now() + interval '7 minutes' as later from accounts where failure_count > 0"
    )
  expect(await until(async () => (await failed()).length > 0)).toBe(true)

  expect(await failed()).toEqual([{ failure_kind: "script_error", failure_count: 1, later: true }])
  expect(await rows("select type from events where type like '%failed'")).toEqual([{ type: "scrape.failed" }])
  // The actor rests in a commit of its own, after the one that tells of the failure.
  const resting = () => rows("select from account_due where due_at > now() + interval '7 minutes'")
  expect(await until(async () => (await resting()).length === 1)).toBe(true)
  expect(customer.typed.filter((typed) => typed.startsWith("password"))).toHaveLength(1)
})
