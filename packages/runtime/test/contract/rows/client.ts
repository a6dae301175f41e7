/** The client for browsers against the whole service. */
import {
  type Api,
  CounterfoilError,
  createClient,
  openStream,
  type Stream,
  type StreamMessage
} from "@counterfoil/client"
import { beforeAll, describe, expect, it } from "vitest"
import type { Person } from "../support/Service.ts"
import { service } from "../support/shared.ts"

let ana: Person
let api: Api
beforeAll(async () => {
  ana = await service().person("passthrough")
  api = createClient({ baseUrl: service().url, token: () => ana.token })
})

const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )

/** A page that listens, and the socket that it listens on. */
const listening = async (after?: string) => {
  const messages: Array<StreamMessage> = []
  const states: Array<string> = []
  let socket: WebSocket | undefined
  let changed = () => {}
  const seen = { gaps: 0 }
  const stream: Stream = openStream(api, {
    ...(after === undefined ? {} : { after }),
    onMessage: (message) => {
      messages.push(message)
      changed()
    },
    onState: (state) => {
      states.push(state)
      changed()
    },
    onGap: () => void seen.gaps++,
    openSocket: (url, protocols) => (socket = new WebSocket(url, protocols))
  })
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise<void>((resolve) => (changed = resolve))
  }
  const open = async (times = 1) => until(() => states.filter((state) => state === "open").length >= times)
  await open()
  return { messages, open, seen, socket: () => socket, states, stream, until }
}

const pause = async (accountId: string) => void (await api.post("/accounts/{accountId}/pause", { path: { accountId } }))
const resume = async (accountId: string) =>
  void (await api.post("/accounts/{accountId}/resume", { path: { accountId } }))
const statuses = (messages: ReadonlyArray<StreamMessage>) =>
  messages.flatMap((message) => (message.type === "account.changed" ? [message.data.status] : []))

describe("the client for browsers", () => {
  it("asks and is answered, with paths, queries and bodies as they are declared", async () => {
    const { bankId } = service()
    const account = await api.post("/accounts", { body: { bankId, name: "A / B?" } })
    const read = await api.get("/accounts/{accountId}", { path: { accountId: account.id } })
    const overview = await api.get("/accounts/overview")
    const movements = await api.get("/movements", { query: { account_id: account.id, limit: 1 } })
    const removed = await api.delete("/accounts/{accountId}", {
      path: { accountId: account.id },
      body: { confirmation_name: "A / B?" }
    })

    expect(read).toEqual(account)
    expect(overview.map(({ id }) => id)).toContain(account.id)
    expect([movements, removed]).toEqual([[], null])
  })

  it("rejects with what was refused, as a code, and the fields that it is about", async () => {
    const wrong = await refusal(api.get("/movements", { query: { limit: 0 } }))
    const absent = await refusal(api.get("/accounts/{accountId}", { path: { accountId: "../me" } }))
    const late = createClient({ baseUrl: service().url, token: "no.good.token" })

    expect(wrong).toBeInstanceOf(CounterfoilError)
    expect(wrong).toMatchObject({
      status: 400,
      code: "field_invalid",
      fields: ["limit"],
      message: "limit must be a whole number from 1 to 200"
    })
    expect(absent).toMatchObject({ status: 404, code: "account_not_found", message: "Account not found" })
    expect(await refusal(late.get("/me"))).toMatchObject({ status: 401, code: "token_invalid" })
  })

  it("tells a service that isn't there from a call that was given up", async () => {
    const nowhere = createClient({ baseUrl: "http://127.0.0.1:1" })
    const signal = AbortSignal.abort(new Error("enough"))

    expect(await refusal(nowhere.get("/health"))).toMatchObject({ status: 0, code: "unreachable" })
    expect(await refusal(api.get("/health", { signal }))).toMatchObject({ message: "enough" })
  })

  it("tells after a lost connection what was missed, in its order, and nothing twice", async () => {
    const account = await service().account(ana)
    await pause(account)
    const page = await listening()
    await resume(account)
    await page.until(() => page.messages.length === 1)
    page.socket()?.close()
    await page.until(() => page.states.at(-1) === "waiting")
    await pause(account)
    await resume(account)
    page.stream.retryNow()
    await page.open(2)
    await pause(account)
    await page.until(() => page.messages.length === 4)
    page.stream.close()

    expect(statuses(page.messages)).toEqual(["active", "paused", "active", "paused"])
    expect(page.stream.position).toBe(page.messages.at(-1)?.id)
    expect(page.states.at(-1)).toBe("ended")
    expect(page.seen.gaps).toBe(0)
  })

  it("begins where another page left off", async () => {
    const account = await service().account(ana)
    const first = await listening()
    await pause(account)
    await first.until(() => first.messages.length === 1)
    first.stream.close()
    await resume(account)
    const second = await listening(first.stream.position)
    await second.until(() => statuses(second.messages).at(-1) === "active")
    second.stream.close()

    expect(second.messages.at(-1)).toMatchObject({ accountId: account, type: "account.changed" })
  })

  it("ends when the token does", async () => {
    const states: Array<string> = []
    const late = createClient({ baseUrl: service().url, token: "no.good.token" })
    await new Promise<void>((resolve) =>
      openStream(late, {
        onMessage: () => {},
        onState: (state) => {
          states.push(state)
          if (state === "ended") resolve()
        }
      })
    )

    expect(states).toEqual(["connecting", "ended"])
  })
})
