import { Api, type MailboxWrite } from "@counterfoil/api"
import { type MailboxConfig, Mailboxes, type MailboxFacts } from "@counterfoil/core"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { WebhookTestLimits } from "../limits/WebhookTestLimits.ts"
import { accountNotFound, badRequest, notFound, tooMany } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"

const present = ({ addedAt, opensWith, ...rest }: MailboxFacts) => ({
  ...rest,
  opens_with: opensWith,
  added_at: addedAt
})

const usualPort = { tls: 993, starttls: 143 } as const

const configOf = (given: typeof MailboxWrite.Type): MailboxConfig => {
  const { folder = "INBOX", host, oauth, password, security = "tls", username } = given
  return {
    host,
    port: given.port ?? usualPort[security],
    security,
    username,
    folder,
    ...(password === undefined ? {} : { password }),
    ...(oauth === undefined ? {} : { oauth })
  }
}

export const MailboxHandlers = HttpApiBuilder.group(
  Api,
  "mailbox",
  Effect.fnUntraced(function* (handlers) {
    const mailboxes = yield* Mailboxes
    const limits = yield* WebhookTestLimits
    const own = yield* ownAccount

    return handlers.handleAll({
      read: ({ params }) =>
        Effect.flatMap(own(params.accountId), ({ id }) => mailboxes.facts(id)).pipe(
          Effect.map((facts) => (facts === null ? null : present(facts)))
        ),

      save: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { id } = yield* own(params.accountId)
          const { pattern = null, senders, subject = null } = payload
          return present(yield* mailboxes.save(id, Redacted.make(configOf(payload)), { senders, subject, pattern }))
        },
        Effect.catchTags({ InvalidCodeSettings: badRequest, AccountNotFound: accountNotFound })
      ),

      forget: ({ params }) => Effect.flatMap(own(params.accountId), ({ id }) => mailboxes.forget(id)),

      test: Effect.fnUntraced(
        function* ({ params }) {
          const { id, userId } = yield* own(params.accountId)
          yield* limits.takeMailbox(userId, id)
          return yield* mailboxes.test(id).pipe(
            Effect.as({ works: true, problem: null }),
            Effect.catchTag("MailboxUnreadable", ({ message }) => Effect.succeed({ works: false, problem: message }))
          )
        },
        Effect.catchTags({ NoMailbox: notFound, LimitReached: tooMany })
      )
    })
  })
)
