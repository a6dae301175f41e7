import { Duration } from "effect"
import { expect, it } from "vitest"
import { settingsOf, start, until } from "./support.ts"

it("keeps an open session over a lost database connection, and asks its owner for no other code", async () => {
  const service = await start({ monitorInterval: Duration.seconds(2) })
  const { token } = await service.person("passthrough")
  service.bank.customer("b", { code: { value: "123456", length: 6, type: "numeric" } })
  const id = await service.account(
    token,
    settingsOf(service.shop, "b", { session_type: "persistent", login_mode: "assisted" })
  )
  const countOf = async (table: string) => (await service.rows(`select 1 from ${table}`)).length
  const isAsked = async () => (await service.call(`/accounts/${id}/otp`, { token })).json !== null
  expect(await until(isAsked)).toBe(true)
  await service.call(`/accounts/${id}/otp`, { token, json: { code: "123456" } })
  expect(await until(async () => (await countOf("scrapes")) > 1)).toBe(true)

  const hold = service.bank.hold("b", "read")
  await hold.reached()
  const before = await countOf("scrapes")
  await service.rows(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'counterfoil'`)
  hold.open()

  // The reads go on in the same session.
  expect(await until(async () => (await countOf("scrapes")) >= before + 2)).toBe(true)
  expect(await countOf("bank_sessions")).toBe(1)
  const asked = await service.rows("select 1 from events where type = 'assistance.requested'")
  expect(asked).toHaveLength(1)
  await service.stop()
})
