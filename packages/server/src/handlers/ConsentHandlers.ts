import { Api } from "@counterfoil/api"
import { type Consent, Consents, type ShownTerms } from "@counterfoil/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accountNotFound, consentChanged } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"
import { presentCreator } from "./presentCreator.ts"

/** `missing` says if somebody else of the same name has become the bank's creator. */
const presentTerms = ({ by, login, origins, passwordFields, requests }: ShownTerms) => ({
  creator: presentCreator(by),
  origins,
  requests,
  ...(login === undefined ? {} : { login_requests: login }),
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
        Effect.flatMap(own(params.accountId), ({ id }) => consents.read(id)).pipe(
          Effect.map(present),
          Effect.catchTag("AccountNotFound", accountNotFound)
        ),
      agree: ({ params, payload: { fingerprint } }) =>
        Effect.flatMap(own(params.accountId), ({ id }) => consents.agree(id, fingerprint)).pipe(
          Effect.map(present),
          Effect.catchTags({ AccountNotFound: accountNotFound, ConsentChanged: consentChanged })
        )
    })
  })
)
