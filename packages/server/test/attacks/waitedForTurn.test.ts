/** A thousand requests of one user wait for their turns: who was shut out meanwhile is not let in when it comes. */
import { Api, ApiKeyAuthentication, Authentication, Unauthorized, V1Unauthorized } from "@counterfoil/api"
import { type ApiKey, ApiKeys, InvalidApiKey, type User, Users } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { ApiKeyAuthenticationLive } from "../../src/authentication/ApiKeyAuthenticationLive.ts"
import { AuthenticationLive } from "../../src/authentication/AuthenticationLive.ts"
import { Tokens } from "../../src/authentication/Tokens.ts"
import { requestsAtOnce, RequestShare } from "../../src/limits/RequestShare.ts"
import { at } from "../support/World.ts"

const ana: User = { id: "ana", email: "ana@example.com", name: null, operationMode: null, sessionVersion: 1 }
const till: ApiKey = {
  id: "till",
  userId: ana.id,
  name: "till",
  prefix: "abcd1234",
  scopes: ["otp:write"],
  accountIds: null,
  types: "contract",
  createdAt: at("2026-11-20T09:30:00Z"),
  lastUsedAt: null,
  revokedAt: null
}

const world = { sessionVersion: 1, isRevoked: false }
const around = Layer.mergeAll(AuthenticationLive, ApiKeyAuthenticationLive).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      RequestShare.layer,
      Layer.mock(Tokens, { verify: () => Effect.succeed({ id: ana.id, sessionVersion: 1 }) }),
      Layer.mock(Users, { find: () => Effect.sync(() => ({ ...ana, sessionVersion: world.sessionVersion })) }),
      Layer.mock(ApiKeys, {
        authenticate: () =>
          Effect.suspend(() => (world.isRevoked ? Effect.fail(new InvalidApiKey()) : Effect.succeed(till)))
      })
    )
  )
)

const request = HttpServerRequest.fromWeb(new Request("http://counterfoil.test/", { headers: { "x-api-key": "svc_" } }))
const served = HttpServerResponse.text("served")

/** What becomes of a request that waits while `change` happens. */
const waited = Effect.fnUntraced(function* <E>(
  ask: Effect.Effect<unknown, E, HttpServerRequest.HttpServerRequest>,
  change: () => void
) {
  const { inTurn } = yield* RequestShare
  const end = yield* Deferred.make<void>()
  yield* Effect.forEach(Array.from({ length: requestsAtOnce }), () =>
    Effect.forkChild(inTurn(ana.id)(Deferred.await(end)))
  )
  const asked = yield* Effect.forkChild(Effect.provideService(ask, HttpServerRequest.HttpServerRequest, request))
  yield* Effect.yieldNow
  change()
  yield* Deferred.succeed(end, undefined)
  return yield* Effect.flip(Fiber.join(asked))
})

const unused = { credential: Redacted.make("token"), endpoint: Api.groups.me.endpoints.get, group: Api.groups.me }

describe("a request that waited for its turn", () => {
  it.effect("is refused when its user's session has ended meanwhile", () =>
    Effect.gen(function* () {
      const { token } = yield* Authentication
      const refused = yield* waited(token(Effect.succeed(served), unused), () => (world.sessionVersion = 2))
      assert.deepStrictEqual(refused, new Unauthorized({ error: "Invalid or expired token" }))
    }).pipe(Effect.provide(around))
  )

  it.effect("is refused when its key was revoked meanwhile", () =>
    Effect.gen(function* () {
      const { apiKey } = yield* ApiKeyAuthentication
      const refused = yield* waited(apiKey(Effect.succeed(served), unused), () => (world.isRevoked = true))
      assert.instanceOf(refused, V1Unauthorized)
    }).pipe(Effect.provide(around))
  )
})
