import { Effect, Exit, Layer, Logger, Option, Redacted, Scope } from "effect"
import { expect, it } from "vitest"
import { Counterfoil } from "../../src/index.ts"
import { Cable } from "./cable.ts"
import { settingsOf, start, until } from "./support.ts"

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
    settingsOf(first.shop, "asked", {
      login_mode: "assisted",
      // Nothing listens there: it is tried again and again.
      notification_endpoint_url: "http://127.0.0.1:9/notices",
      notification_events: ["assistance_required"]
    })
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
