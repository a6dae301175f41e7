import { Duration } from "effect"
import { expect, it } from "vitest"
import { Cable } from "./cable.ts"
import { settingsOf, start } from "./support.ts"

it("hears of what happens after its LISTEN connection was lost without a word", async () => {
  const cable = new Cable()
  const service = await start({ scrapeInterval: Duration.hours(1) }, undefined, {}, (url) => cable.through(url))
  const person = await service.person("passthrough")
  service.bank.customer("l")
  const listener = await service.listen(person)
  const id = await service.account(person.token, settingsOf(service.shop, "l"))
  await listener.until(id, "session.stopped")
  const [listening] = await service.rows(
    `select client_port from pg_stat_activity where datname = current_database() and application_name like '% listen'`
  )
  cable.silence(Number(listening?.client_port))
  await service.call(`/accounts/${id}/scrape`, { method: "POST", token: person.token })
  const heard = await listener.until(id, "scrape.succeeded", 1)
  expect(heard.accountId).toBe(id)
  await service.stop()
})
