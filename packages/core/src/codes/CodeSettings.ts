/** How an account's codes come by themselves, as its owner says. */
import { Context, DateTime, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { compileLinear } from "@counterfoil/domain"
import type { AccountNotFound } from "../accounts/Account.ts"
import type { AccountRepository } from "../accounts/AccountRepository.ts"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { makeWhileItExists } from "../accounts/whileItExists.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { UnknownCursor } from "../refusals.ts"
import type { Transactor } from "../Transactor.ts"
import { Vault } from "../security/Vault.ts"
import {
  type AskRules,
  type AssistanceRecord,
  CodeRepository,
  type SealedTotp,
  type SmsRules
} from "./CodeRepository.ts"
import { readTotp, type TotpSecret, totpPlace } from "./totp.ts"

/** What the authenticator secret of an account makes; never the secret. */
export interface TotpFacts {
  readonly digits: number
  readonly period: number
  readonly algorithm: string
  readonly issuer: string | null
  readonly addedAt: DateTime.Utc
}

/** One sentence that names the field. */
export class InvalidCodeSettings extends Schema.TaggedError<InvalidCodeSettings>()("InvalidCodeSettings", {
  message: Schema.String
}) {}

export class CodeSettings extends Context.Service<
  CodeSettings,
  {
    readonly sms: (accountId: string) => Effect.Effect<SmsRules>
    readonly saveSms: (accountId: string, rules: SmsRules) => Effect.Effect<void, InvalidCodeSettings | AccountNotFound>
    /** Null: none. */
    readonly totp: (accountId: string) => Effect.Effect<TotpFacts | null>
    /** An `otpauth://totp/…` address, or the secret in base32. */
    readonly saveTotp: (
      accountId: string,
      secret: Redacted.Redacted<string>
    ) => Effect.Effect<TotpFacts, InvalidCodeSettings | AccountNotFound>
    readonly forgetTotp: (accountId: string) => Effect.Effect<void, AccountNotFound>
    readonly asking: (accountId: string) => Effect.Effect<AskRules>
    /** Binds the schedule, not whoever asks for a scrape. */
    readonly saveAsking: (
      accountId: string,
      rules: AskRules
    ) => Effect.Effect<void, InvalidCodeSettings | AccountNotFound>
    readonly assistances: (
      accountId: string,
      page: { readonly limit: number; readonly before?: string }
    ) => Effect.Effect<ReadonlyArray<AssistanceRecord>, UnknownCursor>
  }
>()("@counterfoil/core/codes/CodeSettings") {
  static readonly layer: Layer.Layer<
    CodeSettings,
    never,
    CodeRepository | AccountRepository | Vault | ActivityLog | Transactor | DueAccounts
  > = Layer.effect(
    CodeSettings,
    Effect.suspend(() => makeCodeSettings)
  )
}

const invalid = (message: string) => new InvalidCodeSettings({ message })

/** A pattern goes by any case, line by line. */
const patternProblem = (pattern: string): string | undefined => {
  const compiled = compileLinear({ regex: pattern, flags: "imu" }, { keepGroups: true })
  return Result.isFailure(compiled) ? `sms.pattern ${compiled.failure}` : undefined
}

const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) || text === "24:00"

const isZone = (zone: string): boolean => Option.isSome(DateTime.zoneMakeNamed(zone))

const askProblem = ({ hours, zone }: AskRules): string | undefined => {
  if (hours !== null && !(isTime(hours.from) && isTime(hours.to))) return "hours must be times of day such as 09:00"
  return zone === null || isZone(zone) ? undefined : "zone must be an IANA zone such as Europe/Madrid"
}

const factsOf = ({ algorithm, digits, issuer, period }: TotpSecret, addedAt: DateTime.Utc): TotpFacts => ({
  digits,
  period,
  algorithm,
  issuer: issuer === "" ? null : issuer,
  addedAt
})

const makeCodeSettings = Effect.gen(function* () {
  const repository = yield* CodeRepository
  const vault = yield* Vault
  const activity = yield* ActivityLog
  const due = yield* DueAccounts
  const whileItExists = yield* makeWhileItExists

  const open = (accountId: string, { addedAt, cell }: SealedTotp) =>
    Effect.map(Effect.orDie(vault.decrypt(totpPlace(accountId), cell)), (uri) => {
      const secret = readTotp(Redacted.value(uri))
      return typeof secret === "string" ? null : factsOf(secret, addedAt)
    })

  return CodeSettings.of({
    sms: (accountId) => Effect.map(repository.settings(accountId), ({ sms }) => sms),
    saveSms: Effect.fn("CodeSettings.saveSms")(function* (accountId, rules) {
      const problem = rules.pattern === null ? undefined : patternProblem(rules.pattern)
      if (problem !== undefined) return yield* invalid(problem)
      yield* whileItExists(accountId, repository.saveSms(accountId, rules))
    }),
    totp: Effect.fn("CodeSettings.totp")(function* (accountId) {
      const { totp } = yield* repository.settings(accountId)
      return totp === null ? null : yield* open(accountId, totp)
    }),
    saveTotp: Effect.fn("CodeSettings.saveTotp")(function* (accountId, given) {
      const secret = readTotp(Redacted.value(given))
      if (typeof secret === "string") return yield* invalid(secret)
      const addedAt = yield* DateTime.now
      yield* whileItExists(
        accountId,
        Effect.gen(function* () {
          const cell = yield* vault.encrypt(totpPlace(accountId), Redacted.make(secret.uri))
          yield* repository.saveTotp(accountId, { cell, addedAt })
          yield* activity.add({
            accountId,
            kind: "code.totp_added",
            message: "An authenticator secret was saved: the service makes this account's codes itself",
            data: {}
          })
        })
      )
      return factsOf(secret, addedAt)
    }),
    forgetTotp: Effect.fn("CodeSettings.forgetTotp")(function* (accountId) {
      yield* whileItExists(
        accountId,
        Effect.andThen(
          repository.saveTotp(accountId, null),
          activity.add({
            accountId,
            kind: "code.totp_removed",
            message: "The authenticator secret was removed",
            data: {}
          })
        )
      )
    }),
    asking: repository.askRules,
    saveAsking: Effect.fn("CodeSettings.saveAsking")(function* (accountId, rules) {
      const problem = askProblem(rules)
      if (problem !== undefined) return yield* invalid(problem)
      yield* whileItExists(accountId, Effect.andThen(repository.saveAskRules(accountId, rules), due.wake([accountId])))
    }),
    assistances: Effect.fn("CodeSettings.assistances")(function* (accountId, page) {
      const found = yield* repository.assistances(accountId, page)
      // The end of the list looks the same, so it is told apart there.
      if (found.length > 0 || page.before === undefined) return found
      return (yield* repository.hasAssistance(accountId, page.before)) ? found : yield* new UnknownCursor({})
    })
  })
})
