/** A message to the node where an account lives may be late: the node froze, or the network. */
import { freePort } from "@counterfoil/testing/freePort"
import { Duration, Option } from "effect"
import { expect, it } from "vitest"
import { nodeOfSeveral } from "../nodeOfSeveral.ts"
import { LateCable } from "./lateCable.ts"
import { must, rests, settingsOf, start, until } from "./support.ts"
import { secondNode } from "./twoNodes.ts"

/** Bytes: less than a code takes on its way, more than what nodes say to see whether the other one is there. */
const longMessage = 200

it("a code that comes late to another node is not given to the account's next login, nor does a cancellation end it", async () => {
  const port = await freePort()
  const cable = new LateCable()
  const advertisedPort = Option.some(await cable.to(port))
  const cluster = Option.some({ ...nodeOfSeveral, port, advertisedPort })
  const service = await start({ scrapeInterval: Duration.hours(1) }, undefined, { cluster })
  const other = await secondNode(service)
  const { bank, call, person, rows, shop } = service
  const { token } = await person("passthrough")
  const pendingOf = async (id: string) => {
    const [row] = await rows(`select id from assistance_requests where account_id = '${id}' and status = 'pending'`)
    return row?.["id"]
  }
  const enrol = async (name: string) => {
    const customer = bank.customer(name, { code: { value: "123456", length: 6, type: "numeric" } })
    const id = await service.account(token, settingsOf(shop, name, { login_mode: "assisted" }))
    expect(await until(async () => (await pendingOf(id)) !== undefined)).toBe(true)
    return { customer, id }
  }
  const livesHere = (id: string) => service.logs.some((line) => line.includes(id) && line.includes("opening a session"))
  let found = await enrol("late-1")
  for (let nth = 2; !livesHere(found.id); nth += 1) found = await enrol(`late-${nth}`)
  const { customer, id } = found
  const otp = `/accounts/${id}/otp`

  for (const late of [{ json: { code: "123456" } }, { method: "DELETE" }]) {
    // The nodes know each other.
    must(await other.call(otp, { token, json: { code: "1" } }), 400)
    const first = await pendingOf(id)
    const isHeld = cable.hold(longMessage)
    const answer = other.call(otp, { token, ...late })
    await isHeld
    must(await call(otp, { token, method: "DELETE" }), 204)
    expect(await rests(service, id)).toBe(true)
    const isNext = async () => ![first, undefined].includes(await pendingOf(id))
    must(await call(`/accounts/${id}/scrape`, { token, method: "POST" }), 202)
    expect(await until(isNext)).toBe(true)
    const next = await pendingOf(id)
    cable.release()

    // 503 where it has waited for too long.
    expect([409, 503]).toContain((await answer).status)
    expect(await pendingOf(id)).toBe(next)
  }
  must(await call(otp, { token, json: { code: "123456" } }), 202)
  expect(await until(async () => (await rows(`select 1 from scrapes where account_id = '${id}'`)).length > 0)).toBe(
    true
  )
  expect(customer.typed.filter((text) => text.startsWith("otp"))).toHaveLength(1)
  await other.stop()
  await service.stop()
})
