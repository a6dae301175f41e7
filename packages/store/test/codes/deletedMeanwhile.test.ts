/** Secrets that somebody saves of an account at the moment of its deletion. */
import {
  type AccountNotFound,
  Accounts,
  ActivityLog,
  CodeSettings,
  ImapReader,
  type InvalidCodeSettings,
  Mailboxes,
  MailboxKeys,
  Transactor
} from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { AccountsLayer, newAccount } from "../enrolment.ts"
import { untilDoneOrWaiting } from "../waiting.ts"

const Services = Layer.mergeAll(CodeSettings.layer, Mailboxes.layer).pipe(
  Layer.provide([
    Layer.mock(ImapReader, {}),
    Layer.mock(MailboxKeys, { printOf: () => Effect.succeed(null) }),
    Layer.mock(ActivityLog, { add: () => Effect.void })
  ]),
  Layer.provideMerge(AccountsLayer)
)

const mailbox = {
  host: "imap.example.com",
  port: 993,
  security: "tls",
  username: "ana",
  folder: "INBOX",
  password: "mail-pa55word"
} as const

type Save = (
  accountId: string
) => Effect.Effect<unknown, AccountNotFound | InvalidCodeSettings, CodeSettings | Mailboxes>

const saves: Readonly<Record<string, Save>> = {
  "an authenticator secret": (accountId: string) =>
    Effect.flatMap(CodeSettings, ({ saveTotp }) => saveTotp(accountId, Redacted.make("JBSWY3DPEHPK3PXP"))),
  "a mailbox": (accountId: string) =>
    Effect.flatMap(Mailboxes, ({ save }) =>
      save(accountId, Redacted.make(mailbox), { senders: ["@bank.example"], subject: null, pattern: null })
    ),
  "who sends its codes": (accountId: string) =>
    Effect.flatMap(CodeSettings, ({ saveSms }) => saveSms(accountId, { senders: ["Bank"], pattern: null })),
  "when its codes are asked for": (accountId: string) =>
    Effect.flatMap(CodeSettings, ({ saveAsking }) =>
      saveAsking(accountId, { hours: null, zone: null, mostPerDay: 3, snoozedUntil: null })
    )
}

layer(Services, { excludeTestServices: true })("of an account that is being deleted", (it) => {
  it.effect.each(Object.entries(saves))("%s is not kept", ([, save]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* Accounts
      const { transact } = yield* Transactor
      const { account, user } = yield* newAccount()
      const isDeleted = yield* Deferred.make<void>()
      const saving = yield* Effect.forkChild(Effect.andThen(Deferred.await(isDeleted), Effect.flip(save(account.id))))
      yield* transact(
        Effect.gen(function* () {
          yield* accounts.remove(user.id, account.id, "Main")
          yield* Deferred.succeed(isDeleted, undefined)
          yield* untilDoneOrWaiting(saving)
        })
      )
      const refused = yield* Fiber.join(saving)

      assert.strictEqual(refused._tag, "AccountNotFound")
      const left = yield* sql`select 'settings' from code_settings where account_id = ${account.id}
        union all select 'mailbox' from code_mailboxes where account_id = ${account.id}
        union all select 'rules' from ask_rules where account_id = ${account.id}
        union all select 'key' from account_keys where account_id = ${account.id}`
      assert.deepStrictEqual(left, [])
    })
  )
})
