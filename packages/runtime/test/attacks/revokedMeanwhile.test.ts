/** Who is shut out while their request is still coming in: the rest of it doesn't get them in. */
import { Effect, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { resetPassword } from "../../src/index.ts"
import { field, must, password, type Person, startService, type Service } from "../contract/support/Service.ts"
import { head, Wire } from "../contract/support/Wire.ts"
import { addKeyOf } from "../contract/support/world.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** A request of which all but the last byte has been sent, and what sends that and gives the answer's status line. */
const begun = async (line: string, credential: string, json: object) => {
  const body = JSON.stringify(json)
  const wire = await Wire.open(service.url)
  const fields = ["Content-Type: application/json", credential, `Content-Length: ${body.length}`, "Connection: close"]
  await wire.write(head(line, ...fields) + body.slice(0, -1))
  return {
    cut: () => wire.cut(),
    answer: () => wire.until("\r\n\r\n").then((text) => text.split("\r\n")[0]),
    ended: wire.until(undefined).then(() => "hung up"),
    end: async () => {
      await wire.write(body.slice(-1))
      return (await wire.until("\r\n\r\n")).split("\r\n")[0]
    }
  }
}

/** By then the server has looked at whatever was sent before. */
const shown = async ({ call, operator }: Service) => {
  for (let nth = 0; nth < 20; nth++) must(await call("/me", { token: operator.token }), 200)
}

const bearer = ({ token }: Person) => `Authorization: Bearer ${token}`
const changePassword = async ({ token }: Person) =>
  must(
    await service.call("/me/password", { token, json: { current_password: password, new_password: "another horse" } }),
    200
  )

describe("a request that was begun before", () => {
  it("a change of the password makes no key, channel or account after it, and uploads nothing", async () => {
    const { bankId } = service
    const ana = await service.person()
    const account = await service.account(ana)
    const requests = await Promise.all([
      begun("POST /me/api-keys", bearer(ana), { name: "thief", scopes: ["otp:write"] }),
      begun("POST /accounts", bearer(ana), { bankId, name: "thief" }),
      begun(`PUT /accounts/${account}/config`, bearer(ana), { webhook_url: "http://127.0.0.1:9/thief" }),
      begun(`POST /accounts/${account}/statements`, bearer(ana), { content: "a,b", format: "csv" }),
      begun("POST /realtime/ticket", bearer(ana), { types: "all" })
    ])
    const { json } = await changePassword(ana)
    const answers = await Promise.all(requests.map(({ end }) => end()))

    expect(answers).toEqual(requests.map(() => "HTTP/1.1 401 Unauthorized"))
    const token = field(json, "token")
    expect((await service.call("/me/api-keys", { token })).json).toMatchObject({ keys: [] })
    expect((await service.call(`/accounts/${account}/config`, { token })).json).toBeNull()
  })

  it("its key was revoked submits no code", async () => {
    const leo = await service.person()
    const account = await service.account(leo)
    const { id, key } = await addKeyOf(service, leo.token)
    const request = await begun(`POST /v1/accounts/${account}/otp`, `X-Api-Key: ${key}`, { code: "123456" })
    must(await service.call(`/me/api-keys/${id}`, { method: "DELETE", token: leo.token }), 204)

    expect(await request.end()).toBe("HTTP/1.1 401 Unauthorized")
  })
})

it("a stranger's request is refused before its body is there", async () => {
  const line = `POST /v1/accounts/${service.bankId}/otp`
  const request = await begun(line, "X-Api-Key: svc_unknown", { code: "123456" })

  expect(await request.answer()).toBe("HTTP/1.1 401 Unauthorized")
  request.cut()
})

it("a request that waits for its turn is refused if whoever sent it was shut out meanwhile", async () => {
  const { call, config, person, rows } = service
  const kim = await person()
  const account = await service.account(kim)
  const { id, key } = await addKeyOf(service, kim.token)
  const wrong = () =>
    call("/me/password", { token: kim.token, json: { current_password: "wrong horse", new_password: "another horse" } })
  const many = (count: number) => Promise.all(Array.from({ length: count }, wrong))
  // After these, each further try takes five seconds: as many as are worked on at a time hold up whatever comes then.
  await many(10)
  const turns = many(32)
  await shown(service)
  const waiting = [
    call("/me/api-keys", { token: kim.token, json: { name: "thief", scopes: ["otp:write"] } }),
    call(`/v1/accounts/${account}/otp`, { key, json: { code: "123456" } })
  ]
  await shown(service)
  await Effect.runPromise(resetPassword(config, kim.email, Redacted.make("the owner's horse")))
  await rows(`update api_keys set revoked_at = now() where id = '${id}'`)
  await turns

  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([401, 401])
})

it("a change of the password gives no token that outlives the operator's reset right after it", async () => {
  const { call, person, rows } = service
  const eve = await person()
  // What comes between the change's commit and its answer.
  await rows(`create function reset_after() returns trigger language plpgsql as $$ begin
    update users set session_version = session_version + 1 where id = new.id; return null; end $$`)
  await rows(`create trigger reset_after after update of password_hash on users
    for each row when (new.id = '${eve.id}') execute function reset_after()`)
  const { json } = await changePassword(eve)

  expect((await call("/me", { token: field(json, "token") })).status).toBe(401)
})

const bodies = [
  ["a key", (account: string) => `POST /v1/accounts/${account}/otp`, (_: Person, key: string) => `X-Api-Key: ${key}`],
  ["a token, and large ones", (account: string) => `POST /accounts/${account}/statements`, bearer]
] as const

it.each(bodies)("a thief of %s who sends many bodies without end keeps the owner from nothing", async (_, line, of) => {
  const mia = await service.person()
  const account = await service.account(mia)
  const { key } = await addKeyOf(service, mia.token)
  const requests = await Promise.all(
    Array.from({ length: 64 }, () => begun(line(account), of(mia, key), { code: "123456" }))
  )
  await shown(service)
  const first = Promise.race(requests.map(({ ended }) => ended))

  // The server hangs up on those who don't go on: the owner hasn't waited for that.
  expect(await Promise.race([changePassword(mia).then(() => "changed"), first])).toBe("changed")
  for (const { cut } of requests) cut()
})
