/** What `GET /ready` says of a service that answers and can't do its work. Each has its own, and they wait for its next look at once. */
import { BankBrowser, BrowserUnavailable, ScriptFault, ScriptRunner } from "@counterfoil/core"
import { Deferred, Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { startService } from "../contract/support/Service.ts"
import { until } from "./support.ts"

type Service = Awaited<ReturnType<typeof startService>>

const reasonsOf = async (service: Service): Promise<ReadonlyArray<string>> => {
  const { json, status } = await service.call("/ready")
  return status === 200 ? [] : Object(json).reasons
}

const ready = (service: Service) => until(async () => (await reasonsOf(service)).length === 0)
const says = (service: Service, what: RegExp) =>
  until(async () => (await reasonsOf(service)).some((reason) => what.test(reason)))

const notices = (service: Service, what: RegExp) =>
  service.logs.filter((line) => line.includes("not_ready") && what.test(line)).length

it.concurrent.each([
  ["has become read-only", "25006", /^the database is read-only/],
  ["has no room any more", "53100", /^the disk of the database is full$/]
])("says that its database %s, tells operators once, and is ready again when that is over", async (_, code, what) => {
  const service = await startService()
  expect(await ready(service)).toBe(true)

  await service.rows(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no' using errcode = '${code}'; end $$`)
  await service.rows("create trigger refuse before insert or update on write_probe execute function refuse()")
  expect(await says(service, what)).toBe(true)
  expect((await service.call("/health")).status).toBe(200)

  await service.rows("create trigger refuse before insert on users execute function refuse()")
  const json = { email: "ana@example.com", password: "a long enough password" }
  const refused = await service.call("/auth/register", { json })
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"])

  await service.rows("drop function refuse() cascade")
  expect(await ready(service)).toBe(true)
  expect(notices(service, /read-only|is full/)).toBe(1)
  await service.stop()
})

it.concurrent("says that its database was made anew underneath it", async () => {
  const service = await startService()
  expect(await ready(service)).toBe(true)
  await service.rows("alter table write_probe rename to taken_away")
  expect(await says(service, /^counterfoil's tables are gone from the database/)).toBe(true)
  await service.rows("alter table taken_away rename to write_probe")
  expect(await ready(service)).toBe(true)
  await service.stop()
})

it.concurrent("is not ready before it has looked for its browser, however long that takes", async () => {
  const found = Effect.runSync(Deferred.make<void>())
  const facts = { path: "chromium", version: "1", lacking: [] }
  const missing = new BrowserUnavailable({ message: "no browser was found" })
  const describe = Effect.as(Deferred.await(found), facts)
  const bankSide = Layer.succeed(BankBrowser, { open: () => missing, describe })
  const service = await startService({}, { bankSide: (usual) => Layer.merge(usual, bankSide) })
  expect(await reasonsOf(service)).toContain("the service is starting")

  Effect.runSync(Deferred.succeed(found, undefined))
  expect(await ready(service)).toBe(true)
  expect(service.logs.filter((line) => line.includes("is over") || line.includes("not_ready"))).toEqual([])
  await service.stop()
})

it.concurrent("says that there is no browser, and that no script can run", async () => {
  const missing = new BrowserUnavailable({ message: "no browser was found" })
  const dead = new ScriptFault({ kind: "crashed", message: "the runner process did not start" })
  const service = await startService(
    {},
    {
      bankSide: (usual) =>
        Layer.merge(
          Layer.succeed(BankBrowser, { open: () => missing, describe: missing }),
          Layer.effect(
            ScriptRunner,
            Effect.map(ScriptRunner, ({ inspect }) => ({ inspect, start: () => dead }))
          ).pipe(Layer.provide(usual))
        )
    }
  )
  expect(await says(service, /^no account can be read: no browser was found$/)).toBe(true)
  expect(await says(service, /^no bank script can run: the runner process did not start$/)).toBe(true)
  await service.stop()
})
