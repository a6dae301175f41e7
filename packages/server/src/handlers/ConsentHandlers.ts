import { Api, Conflict } from "@counterfoil/api"
import { type Consent, Consents } from "@counterfoil/core"
import { Effect, Struct } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ownAccount } from "./ownAccount.ts"

/** Without who made the bank: users don't learn each other's ids. `missing` says if that has changed. */
const present = ({ agreed, asked, ...rest }: Consent) => ({
  ...rest,
  agreed: agreed === null ? null : Struct.omit(agreed, ["creator"]),
  asked: Struct.omit(asked, ["creator"])
})

export const ConsentHandlers = HttpApiBuilder.group(
  Api,
  "consent",
  Effect.fnUntraced(function* (handlers) {
    const consents = yield* Consents
    const own = yield* ownAccount

    return handlers.handleAll({
      read: ({ params }) =>
        Effect.flatMap(own(params.accountId), ({ id }) => consents.read(id)).pipe(Effect.map(present)),
      agree: ({ params, payload: { fingerprint } }) =>
        Effect.flatMap(own(params.accountId), ({ id }) => consents.agree(id, fingerprint)).pipe(
          Effect.map(present),
          Effect.catchTag("ConsentChanged", () =>
            Effect.fail(new Conflict({ error: "What is asked for has changed: read it again, then agree" }))
          )
        )
    })
  })
)
