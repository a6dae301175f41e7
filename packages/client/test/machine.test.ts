import { expect, it } from "vitest"
import { CounterfoilError, createMachine } from "../src/machine.ts"

const answering = (status: number, text: string) => {
  const asked: Array<{ readonly url: string; readonly init: RequestInit }> = []
  const machine = createMachine({
    baseUrl: "http://127.0.0.1:1/",
    apiKey: "svc_abc",
    fetch: async (url, init) => {
      asked.push({ url, init })
      return new Response(text, { status })
    }
  })
  return { asked, machine }
}

it("asks for the state of an account with its key", async () => {
  const { asked, machine } = answering(200, '{"account_id":"a/b","session_running":true,"pending_assistance":null}')

  expect((await machine.status("a/b")).session_running).toBe(true)
  expect(asked[0]?.url).toBe("http://127.0.0.1:1/v1/accounts/a%2Fb/status")
  expect(new Headers(asked[0]?.init.headers).get("x-api-key")).toBe("svc_abc")
})

it("submits a code, and rejects with the service's refusal", async () => {
  const { asked, machine } = answering(202, '{"status":"accepted"}')
  await machine.submitOtp("a", "123456")
  expect(asked[0]?.init.body).toBe('{"code":"123456"}')

  const refused = answering(409, '{"error":{"code":"CONFLICT","message":"No code is asked for"}}')
  const refusal = await refused.machine.submitOtp("a", "123456").catch((error: unknown) => error)
  const page = await answering(502, "<h1>Bad gateway</h1>")
    .machine.status("a")
    .catch((error: unknown) => error)
  expect(page).toMatchObject({ status: 502, code: "refused", message: "The service answered 502" })
  expect(refusal).toBeInstanceOf(CounterfoilError)
  expect(refusal).toMatchObject({ status: 409, code: "CONFLICT", message: "No code is asked for" })
})

it("names the request that a code answers, and is aborted, where it is told so", async () => {
  const { asked, machine } = answering(202, '{"submitted":true}')
  const { signal } = new AbortController()
  await machine.submitOtp("a", "123456", { assistanceId: "the request", signal })
  await machine.submitOtp("a", "123456", signal)
  // Of another realm, or of a library.
  const foreign: AbortSignal = Object.create({ aborted: false })
  await machine.submitOtp("a", "123456", foreign)

  expect(asked.map(({ init }) => [init.body, init.signal])).toEqual([
    ['{"code":"123456","assistance_id":"the request"}', signal],
    ['{"code":"123456"}', signal],
    ['{"code":"123456"}', foreign]
  ])
})

it.each([undefined, "", ".", ".."])("asks for nothing where the account's id is %j", async (id) => {
  const { asked, machine } = answering(200, "{}")
  // @ts-expect-error Programs without types do this.
  const status = machine.status(id)
  // @ts-expect-error Programs without types do this.
  const submitted = machine.submitOtp(id, "123456")

  await expect(status).rejects.toThrow("accountId")
  await expect(submitted).rejects.toThrow("accountId")
  expect(asked).toEqual([])
})

it("names a key that no header can carry, and doesn't quote it", async () => {
  const machine = createMachine({ baseUrl: "http://127.0.0.1:1", apiKey: "svc_a\nb" })

  const error: unknown = await machine.status("a").catch((cause: unknown) => cause)
  expect(error).toMatchObject({ message: "apiKey must be a text that a header can carry" })
  expect(error).not.toHaveProperty("cause")
})

it("rejects where something else answers", async () => {
  const page = await answering(200, "<h1>Welcome</h1>")
    .machine.status("a")
    .catch((error: unknown) => error)

  expect(page).toMatchObject({ status: 200, code: "unreadable" })
})
