/** What one user may set going in a minute: a loop around `run` or a rename would leave rows without end. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { startServer, type TestServer } from "../support/TestServer.ts"

let server: TestServer
beforeAll(async () => {
  server = await startServer({ changesPerMinute: 3 })
})
afterAll(() => server.stop())

const person = async (email: string) => {
  const user = server.world.user(email)
  return { account: server.world.accountOf(user, server.world.bank(email)), token: await server.logIn(user.email) }
}

it("so many changes of a user are taken in a minute, and nobody else's are fewer for it", async () => {
  const { call } = server
  const [ana, leo] = [await person("ana@example.com"), await person("leo@example.com")]
  const change = ({ token }: typeof ana) =>
    call("/me/operation-mode", { method: "PUT", token, json: { mode: "reconcile" } })

  const statuses: Array<number> = []
  for (let n = 0; n < 5; n++) statuses.push((await change(ana)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])

  const refused = await change(ana)
  expect(refused.json).toEqual({
    error: "At most 3 changes a minute and 30 an hour: wait, or ask the server's operator to raise CHANGES_PER_MINUTE"
  })
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(refused.headers.get("counterfoil-error-code")).toBe("rate_limited")
  expect((await change(leo)).status).toBe(200)
})

it("reading, taking away, codes and another password don't count: whose program runs wild can stop it", async () => {
  const { call } = server
  const { account, token } = await person("mia@example.com")
  const change = () => call("/me/operation-mode", { method: "PUT", token, json: { mode: "reconcile" } })
  for (let n = 0; n < 4; n++) await change()
  expect((await change()).status).toBe(429)

  const answers = [
    await call("/accounts", { token }),
    await call(`/accounts/${account.id}/otp`, { token, json: { code: "123456" } }),
    await call(`/accounts/${account.id}/otp`, { token, method: "DELETE" }),
    await call("/me/password", { token, json: { current_password: "wrong horse", new_password: "another horse" } })
  ]
  expect(answers.map(({ status }) => status)).not.toContain(429)
  expect((await change()).status).toBe(429)
})
