/** A name of a bank that somebody has given thousands of addresses, none of which answers. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Scope } from "effect"
import { once } from "node:events"
import { request } from "node:http"
import { Socket } from "node:net"
import { openEgressProxy } from "../../src/network/EgressProxy.ts"
import { makeOriginRules } from "../../src/network/OriginRules.ts"
import { makeRefusalLog } from "../../src/network/RefusalLog.ts"
import { makeRequestRules } from "../../src/network/RequestRules.ts"

const addresses = Array.from({ length: 2_000 }, (_, nth) => `127.1.${Math.floor(nth / 250)}.${(nth % 250) + 1}`)

/** The status that a browser gets for a tunnel there; undefined: it got none. `dial` has every socket. */
const tunnelThrough = Effect.fnUntraced(function* (dial: () => Socket) {
  const proxy = yield* openEgressProxy({
    rules: makeOriginRules({ origins: ["https://bank.test"], secretOrigins: [] }),
    policy: { check: () => ({ allowed: true, reason: "" }) },
    refusals: makeRefusalLog(),
    requests: makeRequestRules({ isEnforced: false }),
    resolve: () => Promise.resolve(addresses),
    dial
  })
  const { hostname, port } = new URL(proxy.server)
  return Effect.callback<number | undefined>((resume) => {
    request({ hostname, port, method: "CONNECT", path: "bank.test:443", agent: false })
      .on("connect", ({ statusCode }) => resume(Effect.succeed(statusCode)))
      .on("error", () => resume(Effect.succeed(undefined)))
      .end()
  })
})

it.effect("few of its addresses are tried", () =>
  Effect.gen(function* () {
    let dialled = 0
    const tunnel = yield* tunnelThrough(() => {
      dialled += 1
      const socket = new Socket()
      setImmediate(() => socket.destroy(new Error("refused")))
      return socket
    })

    const status = yield* tunnel

    assert.strictEqual(status, 502)
    assert.strictEqual(dialled, 8)
  }).pipe(Effect.scoped)
)

it.effect("none is tried any more once the session is over, nor the one that is being tried", () =>
  Effect.gen(function* () {
    const sockets: Array<Socket> = []
    const begun = yield* Deferred.make<Socket>()
    const session = yield* Scope.make()
    const tunnel = yield* Scope.provide(
      tunnelThrough(() => {
        const socket = new Socket()
        sockets.push(socket)
        Deferred.doneUnsafe(begun, Exit.succeed(socket))
        return socket
      }),
      session
    )
    const asking = yield* Effect.forkChild(tunnel, { startImmediately: true })
    const socket = yield* Deferred.await(begun)
    const closed = once(socket, "close")

    yield* Scope.close(session, Exit.void)
    yield* Effect.promise(() => closed)
    // Whoever dials hears of it in this turn of the loop.
    yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))

    assert.strictEqual(sockets.length, 1)
    asking.interruptUnsafe()
  })
)
