/**
 * The short way of `GET /v1/accounts/:accountId/status`, which machines ask all the time: one look-up and the answer. It
 * knows the answer 200 only; a request that gets another one goes the ordinary way, which finds out why.
 */
import { V1Status } from "@counterfoil/api"
import { AccountCommands, ApiKeys } from "@counterfoil/core"
import { Effect, Redacted, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { sentApiKey } from "../authentication/ApiKeyAuthenticationLive.ts"
import type { ShortWay } from "../http/Gateway.ts"
import { presentStatus } from "./V1Handlers.ts"

const statusPath = /^\/v1\/accounts\/([0-9a-f-]{36})\/status$/

const encodeAny = Schema.encodeSync(Schema.fromJsonString(V1Status))

/** Mostly nobody is asked for anything, and the schema writes what is there as it is. */
const encode = (status: typeof V1Status.Type): string =>
  status.pending_assistance === null ? JSON.stringify(status) : encodeAny(status)

export const shortWayToStatus: Effect.Effect<ShortWay, never, ApiKeys | AccountCommands> = Effect.gen(function* () {
  const apiKeys = yield* ApiKeys
  const commands = yield* AccountCommands

  return (request) => {
    const accountId = request.method === "GET" ? statusPath.exec(request.url)?.[1] : undefined
    const key = accountId === undefined ? undefined : sentApiKey(request)
    if (accountId === undefined || key === undefined) return undefined
    return Effect.flatMap(apiKeys.admits(Redacted.make(key), "status:read", accountId), (admitted) =>
      admitted
        ? Effect.map(commands.status(accountId), (status) =>
            HttpServerResponse.text(encode(presentStatus(accountId, status)), { contentType: "application/json" })
          )
        : Effect.undefined
    )
  }
})
