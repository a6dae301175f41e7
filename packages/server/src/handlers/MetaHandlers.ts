import { Api } from "@counterfoil/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

/** `lacks`: what keeps the service from its work, one sentence each. */
export const metaHandlers = (lacks: Effect.Effect<ReadonlyArray<string>>) =>
  HttpApiBuilder.group(Api, "meta", (handlers) =>
    handlers.handleAll({
      health: () => Effect.succeed({ ok: true as const }),
      ready: () =>
        Effect.map(lacks, (reasons) => (reasons.length === 0 ? { ok: true as const } : { ok: false as const, reasons }))
    })
  )
