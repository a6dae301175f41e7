import { Duration, Effect } from "effect"
import { expect, it } from "vitest"
import { defaultConfig } from "../../src/index.ts"
import { must, settingsOf, start, until } from "./support.ts"

const code = { value: "123456", length: 6, type: "numeric" } as const

it("a code that was taken is typed though the service stops while its login waits for its turn at the bank", async () => {
  const service = await start({ scrapeInterval: Duration.minutes(10), bankConcurrency: 1 }, undefined, {
    shutdownGrace: defaultConfig.shutdownGrace
  })
  const { bank, call, person, rows, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("asked", { code })
  const asked = await service.account(token, settingsOf(shop, "asked", { login_mode: "assisted" }))
  expect(await until(async () => (await call(`/accounts/${asked}/otp`, { token })).json !== null)).toBe(true)

  // The one turn that there is at the bank is another account's by then.
  let reads = false
  const readTakes = () =>
    Effect.andThen(
      Effect.sync(() => void (reads = true)),
      Effect.never
    )
  bank.customer("busy", { readTakes })
  await service.account(token, settingsOf(shop, "busy"))
  expect(await until(() => reads)).toBe(true)
  must(await call(`/accounts/${asked}/otp`, { token, json: { code: code.value } }), 202)
  const fulfilled = rows(`select status, outcome from assistance_requests where account_id = '${asked}'`)
  expect(await fulfilled).toEqual([{ status: "pending", outcome: null }])
  await service.stop()

  expect(customer.typed.filter((text) => text.startsWith("otp"))).toEqual(["otp 123456"])
})
