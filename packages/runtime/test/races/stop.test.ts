import { Duration } from "effect"
import { expect, it } from "vitest"
import { Cable } from "./cable.ts"
import { settingsOf, start, until } from "./support.ts"

it("stops within its grace and the documented bound while the database is silent", async () => {
  const cable = new Cable()
  const service = await start({ monitorInterval: Duration.seconds(2) }, undefined, {}, (url) => cable.through(url))
  const { token } = await service.person("passthrough")
  service.bank.customer("p")
  await service.account(token, settingsOf(service.shop, "p", { session_type: "persistent" }))
  expect(await until(async () => (await service.rows("select 1 from scrapes")).length > 0)).toBe(true)
  cable.frozen = true
  const began = performance.now()
  await service.stop()
  // A grace of 200 ms, and 20 s at most beside it, as docs/operating.md says.
  expect(performance.now() - began).toBeLessThan(20_200)
})
