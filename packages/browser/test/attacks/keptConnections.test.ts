/** What a browser has given up, the proxy gives up too: a page could make it hold as many connections as it likes. */
import { expect, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { Agent, request } from "node:http"
import { connect, createServer, Socket } from "node:net"
import { listening } from "@counterfoil/testing/listening"
import { type EgressProxyOptions, openEgressProxy } from "../../src/network/EgressProxy.ts"
import { makeOriginRules } from "../../src/network/OriginRules.ts"
import { makeRefusalLog } from "../../src/network/RefusalLog.ts"
import { makeRequestRules } from "../../src/network/RequestRules.ts"

interface Bank {
  readonly host: string
  readonly port: number
  /** First lines of what it was asked. */
  readonly asked: ReadonlyArray<string>
  /** Ends once it was asked so many times. */
  readonly wasAsked: (times: number) => Effect.Effect<void>
}

const until = (isSo: () => boolean) =>
  Effect.promise(async () => {
    await expect.poll(isSo, { timeout: 60_000 }).toBe(true)
  })

/** Answers `/quick` and never anything else, and never ends a connection, not even one that was left. */
const startBank: Effect.Effect<Bank, never, Scope.Scope> = Effect.gen(function* () {
  const asked: Array<string> = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => socket.destroy())
    socket.on("data", (bytes: Buffer) => {
      const [line = ""] = bytes.toString("latin1").split("\r\n")
      asked.push(line)
      if (line.includes("/quick")) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi")
    })
  })
  const port = yield* listening(server)
  return { host: `127.0.0.1:${port}`, port, asked, wasAsked: (times) => until(() => asked.length >= times) }
})

/** Connections of a proxy's; where they are slow they come about only when they are told to. */
const watchDials = ({ port }: Bank, { isSlow }: { readonly isSlow: boolean }) => {
  const begun: Array<Socket> = []
  const begin = (socket: Socket) => socket.connect(port, "127.0.0.1")
  const dial = () => {
    const socket = new Socket()
    begun.push(socket)
    return isSlow ? socket : begin(socket)
  }
  const goOn = Effect.callback<void>((resume) => {
    for (const socket of begun) begin(socket).once("connect", () => resume(Effect.void))
  })
  const allClosed = until(() => begun.every(({ destroyed }) => destroyed))
  return { dial, goOn, isDialled: (times: number) => until(() => begun.length >= times), allClosed }
}

const proxyTo = ({ host }: Bank, dial: EgressProxyOptions["dial"]) =>
  Effect.map(
    openEgressProxy({
      rules: makeOriginRules({ origins: [`http://${host}`, `https://${host}`], secretOrigins: [] }),
      policy: { check: () => ({ allowed: true, reason: "" }) },
      refusals: makeRefusalLog(),
      requests: makeRequestRules({ isEnforced: false }),
      dial
    }),
    ({ server }) => ({ hostname: "127.0.0.1", port: Number(new URL(server).port) })
  )

type Proxy = Effect.Success<ReturnType<typeof proxyTo>>

const askTunnel = (proxy: Proxy, { host }: Bank): Socket => {
  const client = connect(proxy.port, proxy.hostname)
  client.on("error", () => undefined).write(`CONNECT ${host} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
  return client
}

it.live("a request that a page has given up isn't asked again, and its connection is closed", () =>
  Effect.gen(function* () {
    const bank = yield* startBank
    const { allClosed, dial } = watchDials(bank, { isSlow: false })
    const proxy = yield* proxyTo(bank, dial)
    const agent = new Agent({ keepAlive: true })
    const ask = (path: string) => request({ ...proxy, path: `http://${bank.host}${path}`, agent })

    yield* Effect.callback<void>((resume) => {
      ask("/quick")
        .on("response", (answer) => answer.resume().on("end", () => resume(Effect.void)))
        .end()
    })
    const given = ask("/slow").on("error", () => undefined)
    given.end()
    yield* bank.wasAsked(2)
    given.destroy()

    yield* allClosed
    expect(bank.asked).toEqual(["GET /quick HTTP/1.1", "GET /slow HTTP/1.1"])
  }).pipe(Effect.scoped)
)

it.live("a tunnel that a browser has left is closed, though its bank stays", () =>
  Effect.gen(function* () {
    const bank = yield* startBank
    const { allClosed, dial } = watchDials(bank, { isSlow: false })
    const client = askTunnel(yield* proxyTo(bank, dial), bank)
    yield* Effect.callback<void>((resume) => void client.once("data", () => resume(Effect.void)))
    client.write("hello\r\n")
    yield* bank.wasAsked(1)

    client.destroy()

    yield* allClosed
  }).pipe(Effect.scoped)
)

it.live("so is one that was left while it was dialled", () =>
  Effect.gen(function* () {
    const bank = yield* startBank
    const { allClosed, dial, goOn, isDialled } = watchDials(bank, { isSlow: true })
    const client = askTunnel(yield* proxyTo(bank, dial), bank)
    yield* isDialled(1)
    client.destroy()

    yield* goOn

    yield* allClosed
  }).pipe(Effect.scoped)
)

it.live("no connection outlives the session that dials it", () =>
  Effect.gen(function* () {
    const bank = yield* startBank
    const { allClosed, dial, isDialled } = watchDials(bank, { isSlow: true })
    const gone = Promise.withResolvers<void>()
    yield* Effect.gen(function* () {
      const proxy = yield* proxyTo(bank, dial)
      askTunnel(proxy, bank).on("close", gone.resolve)
      const given = request({ ...proxy, path: `http://${bank.host}/quick`, agent: false })
      given.on("error", () => undefined).end()
      yield* isDialled(2)
    }).pipe(Effect.scoped)
    yield* Effect.promise(() => gone.promise)

    yield* allClosed
  }).pipe(Effect.scoped)
)
