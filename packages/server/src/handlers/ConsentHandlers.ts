import { Api, Conflict } from "@counterfoil/api"
import { type Consent, Consents, type ShownTerms } from "@counterfoil/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ownAccount } from "./ownAccount.ts"
import { presentCreator } from "./presentCreator.ts"

/** `missing` says if somebody else of the same name has become the bank's creator. */
const presentTerms = ({ by, origins, passwordFields, requests }: ShownTerms) => ({
  creator: presentCreator(by),
  origins,
  requests,
  ...(passwordFields === undefined ? {} : { password_fields: passwordFields })
})

const present = ({ agreed, asked, ...rest }: Consent) => ({
  ...rest,
  agreed: agreed === null ? null : presentTerms(agreed),
  asked: presentTerms(asked)
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
