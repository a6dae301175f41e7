import { Effect, Exit, Layer, Logger, Option, Redacted, Scope } from "effect"
import { expect, it } from "vitest"
import { Counterfoil } from "../../src/index.ts"
import { Cable } from "./cable.ts"
import { must, settingsOf, start, until } from "./support.ts"

// Nothing listens there: a message is tried again and again.
const notices = (kind: string) => ({
  notification_endpoint_url: "http://127.0.0.1:9/notices",
  notification_events: [kind]
})

it("notices of a kind that is listed no more are sent no more, not even those that are under way", async () => {
  const service = await start()
  const { token } = await service.person("passthrough")
  service.bank.customer("refused", { refusal: "invalid_credentials" })
  const settings = settingsOf(service.shop, "refused", notices("login_failed"))
  const id = await service.account(token, settings)
  const sent = async (status: string) =>
    (await service.rows(`select 1 from outbox where event = 'login_failed' and status = '${status}'`)).length
  expect(await until(async () => (await sent("pending")) === 1)).toBe(true)

  const json = { ...settings, notification_events: ["scrape_failed"] }
  must(await service.call(`/accounts/${id}/config`, { method: "PUT", token, json }), 200)
  expect(await sent("cancelled")).toBe(1)
  await service.stop()
})

it("once a code was wrong its owner is asked by the message about the next one alone", async () => {
  const service = await start()
  const { token } = await service.person("passthrough")
  service.bank.customer("mistyped", { code: { value: "123456", length: 6, type: "numeric", purpose: "login" } })
  const settings = { login_mode: "assisted", ...notices("assistance_required") }
  const id = await service.account(token, settingsOf(service.shop, "mistyped", settings))
  const sent = async () =>
    (await service.rows("select status from outbox where event = 'assistance_required' order by id")).map(
      ({ status }) => status
    )
  expect(await until(async () => (await sent())[0] === "pending")).toBe(true)

  must(await service.call(`/accounts/${id}/otp`, { method: "POST", token, json: { code: "000000" } }), 202)
  expect(await until(async () => (await sent()).length === 2)).toBe(true)
  expect((await sent())[0]).toBe("cancelled")
  await service.stop()
})

it("a code that nobody waits for since its node was killed is asked for by no message any more", async () => {
  const cable = new Cable()
  let database = ""
  const first = await start({}, undefined, {}, (url) => {
    database = url
    return cable.through(url)
  })
  const { token } = await first.person("passthrough")
  first.bank.customer("asked", { code: { value: "123456", length: 6, type: "numeric", purpose: "login" } })
  await first.account(
    token,
    settingsOf(first.shop, "asked", { login_mode: "assisted", ...notices("assistance_required") })
  )
  const asked =
    "select status, assistance_id, attempts_made from outbox where event = 'assistance_required' order by id"
  expect(await until(async () => Number((await first.rows(asked))[0]?.["attempts_made"] ?? 0) > 0)).toBe(true)
  const [dead] = await first.rows(asked)
  // As kill -9 does: nothing more of it reaches the database.
  cable.unplugged = true
  cable.reset()

  const scope = await Effect.runPromise(Scope.make())
  const again = { ...first.config, databaseUrl: Option.some(Redacted.make(database)), port: 0 }
  await Effect.runPromise(
    Layer.buildWithScope(
      Counterfoil.layerWith(again, { bankSide: first.bank.layer }).pipe(Layer.provideMerge(Logger.layer([]))),
      scope
    )
  )
  const ended = `select 1 from assistance_requests where id = '${String(dead?.["assistance_id"])}' and status = 'cancelled'`
  expect(await until(async () => (await first.rows(ended)).length > 0)).toBe(true)
  const [now] = await first.rows(asked)
  expect(now).toMatchObject({ assistance_id: dead?.["assistance_id"], status: "cancelled" })

  await Effect.runPromise(Scope.close(scope, Exit.void))
  await first.stop()
})
