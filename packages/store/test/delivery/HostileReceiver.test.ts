import { deliveryWorkerLayer, outboundHttpLayer } from "@counterfoil/core"
import { nextResultDelay } from "@counterfoil/domain"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import type { AddressInfo, Server, Socket } from "node:net"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { hostileReceivers, oddRetryAfters } from "./hostileReceivers.ts"
import { startReceiver } from "./Receiver.ts"
import { Base, inAnHour, put, quick, withWorker } from "./support.ts"
import { attemptsOf, becomes, messagesOf, newAccount, secondsToSlot } from "./world.ts"
import { beat } from "../waiting.ts"

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0

/** Listens until the scope closes; answers its port and what it has written. */
const listening = Effect.fnUntraced(function* (server: Server) {
  const sockets = new Set<Socket>()
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => undefined)))
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.3", () => resume(Effect.void))
    }),
    () =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      })
  )
  const written = () => [...sockets].reduce((bytes, socket) => bytes + socket.bytesWritten, 0)
  return { port: portOf(server.address()), written }
})

const trusting = (certificates: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = getCACertificates("default")
      setDefaultCACertificates([...certificates])
      return before
    }),
    (before) => Effect.sync(() => setDefaultCACertificates(before))
  )

/** Short only where it is the deadline that ends the attempt: a busy machine is no fault of the receiver. */
const workerFor = (outcome: string) =>
  deliveryWorkerLayer({
    ...quick,
    deadline: Duration.millis(outcome === "timeout" ? 1_000 : 25_000),
    resultDelay: inAnHour
  }).pipe(
    Layer.provide(outboundHttpLayer({ allow: ["127.0.0.0/8"], resolve: () => Promise.resolve(["127.0.0.3"]) })),
    Layer.fresh
  )

const others = 5

const allDelivered = Effect.fnUntraced(function* (accountId: string) {
  while ((yield* messagesOf(accountId)).some(({ status }) => status !== "delivered")) yield* beat
})

layer(Base, { excludeTestServices: true })("DeliveryWorker, with a receiver that", (it) => {
  for (const { keeps, name = "shop.test", recorded, secure = false, server, title, trusts } of hostileReceivers) {
    it.effect(`${title}, records ${recorded.outcome} and delivers to others`, () =>
      Effect.gen(function* () {
        yield* trusting(trusts === undefined ? [] : [trusts])
        const hostile = yield* listening(server())
        const account = yield* newAccount({
          webhookUrl: `${secure ? "https" : "http"}://${name}:${hostile.port}/hook`
        })
        const good = yield* startReceiver(200, "127.0.0.4")
        const neighbour = yield* newAccount({ webhookUrl: good.url })

        yield* Effect.gen(function* () {
          yield* Effect.forEach(Array(4).keys(), () => put(account.id))
          yield* Effect.forEach(Array(others).keys(), () => put(neighbour.id))
          yield* becomes(neighbour.id, ...Array<string>(others).fill("delivered"))
          while ((yield* attemptsOf(account.id)).filter(({ outcome }) => outcome !== null).length < 4) yield* beat
        }).pipe(Effect.provide(workerFor(recorded.outcome)))

        for (const attempt of yield* attemptsOf(account.id)) {
          assert.deepInclude(attempt, { outcome: recorded.outcome, httpStatus: recorded.httpStatus })
          if (recorded.says === undefined) continue
          assert.match(attempt.fault ?? "", recorded.says)
        }
        if (keeps !== undefined) {
          for (const { response } of yield* attemptsOf(account.id)) assert.isAtMost(response?.length ?? 0, keeps)
        }
        assert.lengthOf(good.state.received, others)
      })
    )
  }

  for (const [value, least, most] of oddRetryAfters) {
    it.effect(`asks with 429 for Retry-After "${value}", tries again in ${least} to ${most} s`, () =>
      Effect.gen(function* () {
        const shop = yield* startReceiver((response) => response.writeHead(429, { "retry-after": value }).end())
        const account = yield* newAccount({ webhookUrl: shop.url })

        yield* put(account.id)
        while ((yield* attemptsOf(account.id))[0]?.outcome !== "rejected") yield* beat
        yield* becomes(account.id, "pending")

        const seconds = yield* secondsToSlot(account.id)
        assert.isAtLeast(seconds, least)
        assert.isAtMost(seconds, most)
      }).pipe(withWorker({ resultDelay: nextResultDelay }))
    )
  }

  it.effect("answers each of 40 deliveries without end, uses no more memory for it", () =>
    Effect.gen(function* () {
      setFlagsFromString("--expose-gc")
      const collect: () => void = runInNewContext("gc")
      const used = () => {
        collect()
        const { arrayBuffers, heapUsed } = process.memoryUsage()
        return heapUsed + arrayBuffers
      }
      const endless = hostileReceivers.find(({ title }) => title.startsWith("announces a body of 10 GB"))
      assert.isDefined(endless)
      const hostile = yield* listening(endless.server())
      const account = yield* newAccount({ webhookUrl: `http://127.0.0.3:${hostile.port}/hook` })
      const deliver = (count: number) =>
        Effect.andThen(
          Effect.forEach(Array(count).keys(), () => put(account.id)),
          allDelivered(account.id)
        )
      yield* deliver(4)
      const before = used()

      yield* deliver(40)

      const mebibytes = (used() - before) / 1024 / 1024
      assert.isBelow(mebibytes, 20)
      // It would have been 440 GB; each was left after what the sockets hold.
      assert.isBelow(hostile.written() / 44, 16 * 1024 * 1024)
    }).pipe(withWorker({ deadline: Duration.seconds(5) }))
  )
})
