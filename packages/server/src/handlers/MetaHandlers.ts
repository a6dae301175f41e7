import { Api } from "@counterfoil/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

/** `ready`: whether the service can do its work. */
export const metaHandlers = (ready: Effect.Effect<boolean>) =>
  HttpApiBuilder.group(Api, "meta", (handlers) =>
    handlers.handleAll({
      health: () => Effect.succeed({ ok: true as const }),
      ready: () => Effect.map(ready, (ok) => (ok ? { ok: true as const } : { ok: false as const }))
    })
  )
