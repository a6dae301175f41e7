/** The mailbox of an account: kept sealed, shown without its secrets, tried out, and opened for those who read it. */
import { Context, DateTime, Effect, Layer, Redacted, Result, Schema, type Scope } from "effect"
import { compileLinear } from "@counterfoil/domain"
import type { AccountNotFound } from "../accounts/Account.ts"
import type { AccountRepository } from "../accounts/AccountRepository.ts"
import { makeWhileItExists } from "../accounts/whileItExists.ts"
import { InvalidCodeSettings } from "../codes/CodeSettings.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { type Place, Vault } from "../security/Vault.ts"
import { Transactor } from "../Transactor.ts"
import { ImapReader, type MailboxUnreadable, type OpenMailbox } from "./ImapReader.ts"
import { MailboxConfig } from "./Mailbox.ts"
import { MailboxKeys } from "./MailboxKeys.ts"
import { CodeRepository } from "../codes/CodeRepository.ts"
import type { MailboxRules, StoredMailbox } from "../codes/MailboxRows.ts"

/** Never a secret. */
export interface MailboxFacts extends MailboxRules {
  readonly host: string
  readonly port: number
  readonly security: "tls" | "starttls"
  readonly username: string
  readonly folder: string
  readonly opensWith: "password" | "oauth"
  readonly addedAt: DateTime.Utc
  readonly problem: string | null
}

export class NoMailbox extends Schema.TaggedError<NoMailbox>()("NoMailbox", {}) {}

export class Mailboxes extends Context.Service<
  Mailboxes,
  {
    /** Null: none. */
    readonly facts: (accountId: string) => Effect.Effect<MailboxFacts | null>
    readonly save: (
      accountId: string,
      config: Redacted.Redacted<MailboxConfig>,
      rules: MailboxRules
    ) => Effect.Effect<MailboxFacts, InvalidCodeSettings | AccountNotFound>
    readonly forget: (accountId: string) => Effect.Effect<void>
    /** Opens it now, and reads nothing. */
    readonly test: (accountId: string) => Effect.Effect<void, NoMailbox | MailboxUnreadable>
    /** For whoever reads the mailbox; notes whether it could be opened. */
    readonly open: (
      accountId: string,
      stored: StoredMailbox
    ) => Effect.Effect<OpenMailbox, MailboxUnreadable, Scope.Scope>
  }
>()("@counterfoil/core/mailbox/Mailboxes") {
  static readonly layer: Layer.Layer<
    Mailboxes,
    never,
    AccountRepository | CodeRepository | MailboxKeys | ImapReader | Vault | ActivityLog | Transactor
  > = Layer.effect(
    Mailboxes,
    Effect.suspend(() => make)
  )
}

const Sealed = Schema.fromJsonString(MailboxConfig)
const encode = Schema.encodeSync(Sealed)
const decode = Schema.decodeUnknownEffect(Sealed)

const placeOf = (accountId: string): Place => ({ accountId, table: "code_mailboxes", column: "config", row: accountId })

const factsOf = (
  config: MailboxConfig,
  { addedAt, fault, pattern, senders, subject }: StoredMailbox
): MailboxFacts => ({
  host: config.host,
  port: config.port,
  security: config.security,
  username: config.username,
  folder: config.folder,
  opensWith: config.oauth === undefined ? "password" : "oauth",
  senders,
  subject,
  pattern,
  addedAt,
  problem: fault
})

const problemOf = ({ oauth, password }: MailboxConfig, { pattern, senders }: MailboxRules): string | undefined => {
  if ((password === undefined) === (oauth === undefined)) return "either password or oauth is required, and not both"
  if (senders.some((sender) => !/^[^\s@]*@[^\s@]+$/.test(sender))) {
    return "senders must be whole addresses, or @bank.example for all of a domain"
  }
  const compiled = pattern === null ? undefined : compileLinear({ regex: pattern, flags: "imu" }, { keepGroups: true })
  return compiled !== undefined && Result.isFailure(compiled) ? `pattern ${compiled.failure}` : undefined
}

const make = Effect.gen(function* () {
  const repository = yield* CodeRepository
  const keys = yield* MailboxKeys
  const reader = yield* ImapReader
  const vault = yield* Vault
  const activity = yield* ActivityLog
  const transactor = yield* Transactor
  const whileItExists = yield* makeWhileItExists

  const seal = (accountId: string, config: MailboxConfig) =>
    vault.encrypt(placeOf(accountId), Redacted.make(encode(config)))

  const unseal = (accountId: string, { config }: StoredMailbox) =>
    vault.decrypt(placeOf(accountId), config).pipe(
      Effect.flatMap((text) => decode(Redacted.value(text))),
      Effect.orDie
    )

  const open = Effect.fnUntraced(
    function* (accountId: string, stored: StoredMailbox) {
      const config = yield* unseal(accountId, stored)
      return yield* reader.open(config, yield* keys.fetch(accountId, config))
    },
    (opening, accountId, { addedAt }) =>
      opening.pipe(
        Effect.tap(() => repository.noteMailbox(accountId, addedAt, { fault: null, refused: false })),
        Effect.tapError(({ message, refused }) =>
          repository.noteMailbox(accountId, addedAt, { fault: message, refused })
        )
      )
  )

  const added = (accountId: string, { host, senders }: MailboxFacts) =>
    activity.add({
      accountId,
      kind: "code.mailbox_added",
      message: `Codes are read from a mailbox at ${host} from now on, while a login waits for one`,
      data: { host, senders: [...senders] }
    })

  return Mailboxes.of({
    open,
    facts: Effect.fn("Mailboxes.facts")(function* (accountId) {
      const stored = yield* repository.findMailbox(accountId)
      return stored === null ? null : factsOf(yield* unseal(accountId, stored), stored)
    }),
    save: Effect.fn("Mailboxes.save")(function* (accountId, given, rules) {
      const config = Redacted.value(given)
      const problem = problemOf(config, rules)
      if (problem !== undefined) return yield* new InvalidCodeSettings({ message: problem })
      return yield* whileItExists(
        accountId,
        Effect.gen(function* () {
          const stored = {
            ...rules,
            config: yield* seal(accountId, config),
            addedAt: yield* DateTime.now,
            tokenPrint: yield* keys.printOf(accountId, config)
          }
          const facts = factsOf(config, { ...stored, fault: null, refused: false })
          yield* repository.saveMailbox(accountId, stored)
          yield* added(accountId, facts)
          return facts
        })
      )
    }),
    forget: Effect.fn("Mailboxes.forget")(function* (accountId) {
      const message = "Codes are read from no mailbox any more"
      yield* transactor.transact(
        Effect.andThen(
          repository.removeMailbox(accountId),
          activity.add({ accountId, kind: "code.mailbox_removed", message, data: {} })
        )
      )
    }),
    test: Effect.fn("Mailboxes.test")(function* (accountId) {
      const stored = yield* repository.findMailbox(accountId)
      if (stored === null) return yield* new NoMailbox()
      yield* Effect.scoped(open(accountId, stored))
    })
  })
})
