/** A service that stops amidst a login waits for it, and meanwhile says nothing that only a cluster's author understands. */
import { expect, it } from "vitest"
import { Duration } from "effect"
import { startService } from "./contract/support/Service.ts"

it("logs nothing of runners while it stops", async () => {
  // Longer than effect/cluster takes from one look at its runners to the next.
  const service = await startService({ shutdownGrace: Duration.seconds(4) })
  const { bank, logs } = service
  bank.customer("ana")
  const { reached } = bank.hold("ana", "login")
  const person = await service.person("passthrough")
  const settings = { webhook_url: "http://127.0.0.1:9/hooks", bank_username: "ana", bank_password: "bank-secret" }
  await service.account(person, settings)
  await reached()

  await service.stop()

  expect(logs.filter((line) => line.includes("effect/cluster"))).toEqual([])
})
