import { Duration, Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { settingsOf, start, type Started, until } from "./support.ts"

let dying = false
let service: Started
beforeAll(async () => {
  service = await start(
    {
      ordersInterval: Duration.millis(200),
      scrapeInterval: Duration.hours(1),
      bankConcurrency: 20,
      sessionConcurrency: 40
    },
    (name) =>
      Effect.suspend(() => {
        if (name === "job.taken" && dying) return Effect.die(new Error("a bug of ours"))
        // A slow answer to the commit of a take-over.
        return name === "actor.after-lease" && dying ? Effect.sleep("1 second") : Effect.void
      })
  )
})
afterAll(() => service.stop())

it("however often its sessions die, an account's orders go on being polled", async () => {
  const { bank, call, person, shop } = service
  const { token } = await person("reconcile")
  const names = Array.from({ length: 12 }, (_, index) => `o${index}`)
  const ids: Array<string> = []
  for (const name of names) {
    bank.customer(name)
    ids.push(
      await service.account(token, settingsOf(shop, name, { pending_orders_endpoint: shop.url(`/orders/${name}`) }))
    )
  }
  const polls = () => names.map((name) => shop.sent(`/orders/${name}`).length)
  const everyone = async (most: ReadonlyArray<number>) =>
    until(() => polls().every((count, index) => count > (most[index] ?? 0) + 2))
  expect(await everyone(names.map(() => 0))).toBe(true)

  dying = true
  for (const _ of [1, 2, 3]) {
    await Promise.all(ids.map((id) => call(`/accounts/${id}/scrape`, { method: "POST", token })))
    expect(await everyone(polls())).toBe(true)
  }
  dying = false
  expect(await everyone(polls())).toBe(true)
})
