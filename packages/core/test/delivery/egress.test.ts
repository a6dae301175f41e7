import { OutboundHttp, outboundHttpLayer, type OutboundHttpOptions } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, ManagedRuntime } from "effect"
import * as fc from "fast-check"
import { attempts, type Kind, type Place } from "./egress.arbitrary.ts"
import { FarSocket } from "./FarSocket.ts"
import { httpServer } from "./servers.ts"

const numRuns = process.env["VERIFY"] === "1" ? 100_000 : 3_000

const policies = {
  strict: { allow: [], lets: new Set<Kind>(["public"]) },
  opened: { allow: ["10.0.0.0/8", "192.168.0.0/16", "fd12::/16"], lets: new Set<Kind>(["public", "opened"]) },
  // Never really dialled: the hook answers.
  widest: { allow: ["0.0.0.0/0", "::/0"], lets: new Set<Kind>(["public", "opened", "forbidden"]) }
}

/** The one spelling of an address, by another reader than ours. */
const canonical = (text: string) => new URL(text.includes(":") ? `http://[${text}]/` : `http://${text}/`).hostname

interface World {
  places: ReadonlyArray<Place>
  rebound: Place
  moves: boolean
  redirects: boolean
  refuses: boolean
  lookups: number
  readonly dialled: Array<string>
  readonly sockets: Array<FarSocket>
}

const newWorld = (): World => ({
  places: [],
  rebound: { kind: "forbidden", text: "127.0.0.1" },
  moves: false,
  redirects: false,
  refuses: false,
  lookups: 0,
  dialled: [],
  sockets: []
})

const dialIn =
  (world: World): NonNullable<OutboundHttpOptions["dial"]> =>
  (address) => {
    world.dialled.push(address)
    const socket = new FarSocket(world.moves ? world.rebound.text : address, world)
    world.sockets.push(socket)
    return socket
  }

const clientOf = (world: World, allow: ReadonlyArray<string>) =>
  ManagedRuntime.make(
    outboundHttpLayer({
      allow,
      dial: dialIn(world),
      resolve: () => {
        world.lookups += 1
        return Promise.resolve(world.lookups === 1 ? world.places.map(({ text }) => text) : [world.rebound.text])
      }
    })
  )

const post = (url: string) =>
  Effect.flatMap(OutboundHttp, (http) =>
    http.send({
      method: "POST",
      url,
      headers: {},
      authorization: null,
      body: null,
      deadline: Duration.seconds(20),
      maxBytes: 100,
      overflow: "cut"
    })
  )

describe("OutboundHttp, asked for what it must not reach", () => {
  it.live(`makes no forbidden connection in ${numRuns} generated attempts`, () =>
    Effect.gen(function* () {
      const canary = yield* httpServer((_, response) => response.end())
      const world = newWorld()
      const clients = {
        strict: clientOf(world, policies.strict.allow),
        opened: clientOf(world, policies.opened.allow),
        widest: clientOf(world, policies.widest.allow)
      }
      const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"]
      for (const name of proxies) process.env[name] = `http://127.0.0.1:${canary.port}`
      yield* Effect.addFinalizer(() => Effect.sync(() => proxies.forEach((name) => delete process.env[name])))
      const counts = { refused: 0, dialled: 0, answered: 0 }

      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(attempts, async (attempt) => {
            const { moves, path, policy, rebound, redirects, scheme, target } = attempt
            const { lets } = policies[policy]
            const port = attempt.port === "canary" ? `:${canary.port}` : attempt.port
            const host = target.host.endsWith("]") ? target.host.replace("]", `${attempt.zone}]`) : target.host
            // The far side speaks no TLS; that it would have been dialled is what counts.
            const refuses = scheme === "https://"
            Object.assign(world, { places: target.places, rebound, moves, redirects, refuses, lookups: 0 })
            world.dialled.length = 0
            world.sockets.length = 0

            const outcome = await clients[policy].runPromise(
              Effect.match(post(`${scheme}${attempt.credentials}${host}${port}${path}`), {
                onSuccess: () => "answered",
                onFailure: ({ kind }) => kind
              })
            )

            const mayReach = target.places.every(({ kind }) => lets.has(kind))
            const reachable = target.places.map((place) => canonical(place.text))
            // Only what was resolved and is allowed, in a form that no resolver has to read again.
            for (const address of world.dialled) {
              assert.isTrue(mayReach, `${policy} dialled ${address}`)
              assert.include(reachable, canonical(address))
            }
            assert.isAtMost(world.lookups, 1)
            // A connection that stands elsewhere than it was dialled to gets not one byte.
            if (moves && !lets.has(rebound.kind)) {
              for (const socket of world.sockets) assert.strictEqual(socket.bytesReceived, 0)
            }
            if (!mayReach) assert.strictEqual(outcome, "egress_refused")
            counts[world.dialled.length > 0 ? "dialled" : "refused"] += 1
            if (outcome === "answered") counts.answered += 1
          }),
          { numRuns }
        )
      )

      assert.strictEqual(canary.seen.connections, 0)
      // Both sides were really tried.
      assert.isAbove(counts.refused, numRuns / 3)
      assert.isAbove(counts.answered, numRuns / 50)
      yield* Effect.forEach(Object.values(clients), (client) => client.disposeEffect)
    })
  )

  it.live("would be seen at the canary if it did", () =>
    Effect.gen(function* () {
      const canary = yield* httpServer((_, response) => response.end())
      yield* post(`http://2130706433:${canary.port}/`).pipe(
        Effect.provide(Layer.fresh(outboundHttpLayer({ allow: ["127.0.0.0/8"] })))
      )
      assert.strictEqual(canary.seen.connections, 1)
    })
  )
})
