/** Banks, shared by all users. */
import { Context, DateTime, Duration, Effect, Layer, Schema } from "effect"
import { isUuid, plainUrlProblem } from "@counterfoil/domain"
import { Consents } from "./Consents.ts"
import { uuid } from "../ids.ts"
import { makeLimiter } from "../Limiter.ts"
import { type BankService, ScriptRepository } from "../scripts/ScriptRepository.ts"
import { shownNameProblem } from "../storable.ts"
import { Transactor } from "../Transactor.ts"
import { parseOrigin, parsePlainUrl } from "../urls.ts"
import { Administrators } from "../users/Administrators.ts"
import { quotaCheck, type QuotaReached } from "../users/quotas.ts"
import { InvalidInput, NotPermitted } from "../refusals.ts"
import { type Bank, type BankCodeTaken, BankInUse, BankNotFound, type BankStatus } from "../scripts/Bank.ts"
import type { Script } from "../scripts/Script.ts"
import { fingerprintOf } from "../scripts/terms.ts"
import type { UserRepository } from "../users/UserRepository.ts"

/** Each is told to all accounts of the bank. */
export const renamesPerHour = 60

export class TooManyRenames extends Schema.TaggedError<TooManyRenames>()("TooManyRenames", {
  retryAfterSeconds: Schema.Int
}) {
  override get message(): string {
    return `At most ${renamesPerHour} new names of banks an hour: wait, or ask an administrator`
  }
}

export interface BankChange {
  readonly name?: string | undefined
  readonly status?: BankStatus | undefined
}

export class Banks extends Context.Service<
  Banks,
  {
    readonly list: Effect.Effect<ReadonlyArray<Bank>>
    readonly get: (bankId: string) => Effect.Effect<
      {
        readonly bank: Bank
        readonly scripts: ReadonlyArray<Script>
        readonly service: BankService
        /** Names what enrolling there agrees to. */
        readonly fingerprint: string
      },
      BankNotFound
    >
    /** Its origins begin as the origin of `loginUrl`. */
    readonly create: (
      userId: string,
      input: { readonly code: string; readonly name: string; readonly loginUrl?: string }
    ) => Effect.Effect<Bank, BankCodeTaken | NotPermitted | InvalidInput | QuotaReached>
    /**
     * Gives it another name, or retires it or takes that back. For its creator and for administrators; another name, once other
     * people have accounts there, for administrators only: owners are asked for codes by it. All are told of it.
     */
    readonly change: (
      userId: string,
      bankId: string,
      change: BankChange
    ) => Effect.Effect<Bank, BankNotFound | NotPermitted | InvalidInput | TooManyRenames>
    /** Deletes it with its scripts, while no account has ever been there. For its creator and for administrators. */
    readonly remove: (userId: string, bankId: string) => Effect.Effect<void, BankNotFound | NotPermitted | BankInUse>
    /**
     * Lets the bank's pages, and what is typed into them, live at these origins too. For the bank's creator, but once
     * other people have accounts there for admins only.
     */
    readonly addOrigins: (
      userId: string,
      bankId: string,
      origins: ReadonlyArray<string>
    ) => Effect.Effect<Bank, BankNotFound | NotPermitted | InvalidInput>
  }
>()("@counterfoil/core/banks/Banks") {
  static readonly layer: Layer.Layer<
    Banks,
    never,
    ScriptRepository | Administrators | Consents | UserRepository | Transactor
  > = Layer.effect(
    Banks,
    Effect.suspend(() => makeBanks)
  )
}

const quoted = (name: string): string => `"${name}"`

const nameLength = 200
const codeLength = 63

/** Of the longest that browsers and servers take for granted: everybody is shown it. */
const longestUrl = 2_000
/** A name of a host has 253 characters at most. */
const longestOrigin = 300
/** Banks live at a dozen or so. Each addition is told to all accounts. */
const mostOrigins = 50

const bankProblem = (code: string, name: string, loginUrl: string | null): string | undefined => {
  if (code.trim() === "" || name.trim() === "") return "code and name are required"
  const problem = shownNameProblem("code", code, codeLength) ?? shownNameProblem("name", name, nameLength)
  if (problem !== undefined) return problem
  if (loginUrl === null) return undefined
  if (parsePlainUrl(loginUrl) === undefined) return `loginUrl ${plainUrlProblem(loginUrl)}`
  return loginUrl.length > longestUrl ? `loginUrl must be at most ${longestUrl} characters` : undefined
}

const makeBanks = Effect.gen(function* () {
  const repository = yield* ScriptRepository

  const administrators = yield* Administrators
  const consents = yield* Consents
  const transactor = yield* Transactor
  const withinQuota = yield* quotaCheck

  /** Runs inside a transaction: the bank stays as it was checked. */
  const lockForChange = Effect.fnUntraced(function* (userId: string, bankId: string) {
    const bank = isUuid(bankId) ? yield* repository.lockBank(bankId) : null
    if (bank === null) return yield* new BankNotFound({})
    if (bank.createdBy !== userId && !(yield* administrators.isAdministrator(userId))) {
      return yield* new NotPermitted({ message: "Only the bank's creator and administrators may change it" })
    }
    return bank
  })

  /** A bank at which other users have accounts can be changed by administrators only, not by its creator. */
  const checkIsTheirs = Effect.fnUntraced(function* (userId: string, bank: Bank, deed: string) {
    if (yield* administrators.isAdministrator(userId)) return
    if (bank.createdBy !== userId) {
      return yield* new NotPermitted({ message: `Only the bank's creator and administrators may ${deed}` })
    }
    if (yield* repository.hasAccountsOfOthers(bank.id, userId)) {
      return yield* new NotPermitted({
        message: `Other people have accounts at this bank: only administrators may ${deed}`
      })
    }
  })

  const renames = makeLimiter([{ limit: renamesPerHour, window: Duration.hours(1) }])
  const checkPace = Effect.fnUntraced(function* (userId: string) {
    if (yield* administrators.isAdministrator(userId)) return
    yield* Effect.catchTag(
      renames.take(userId),
      "LimitReached",
      ({ retryAfterSeconds }) => new TooManyRenames({ retryAfterSeconds })
    )
  })

  return Banks.of({
    list: repository.listBanks.pipe(Effect.withSpan("Banks.list")),

    get: Effect.fn("Banks.get")(function* (bankId) {
      // Read before what is shown: where something changes in between, it names what nobody was shown, and counts for nothing.
      const terms = isUuid(bankId) ? yield* repository.consentTerms(bankId) : null
      const bank = terms === null ? null : yield* repository.findBank(bankId)
      if (terms === null || bank === null) return yield* new BankNotFound({})
      return {
        bank,
        scripts: yield* repository.list(bank.id),
        service: yield* repository.bankService(bank.id),
        fingerprint: fingerprintOf(terms)
      }
    }),

    create: Effect.fn("Banks.create")(function* (userId, input) {
      if (!(yield* administrators.mayManageBanks(userId))) {
        return yield* new NotPermitted({ message: "Only administrators may add banks" })
      }
      const loginUrl = input.loginUrl === undefined || input.loginUrl === "" ? null : input.loginUrl
      const problem = bankProblem(input.code, input.name, loginUrl)
      if (problem !== undefined) return yield* new InvalidInput({ message: problem })
      const bank: Bank = {
        id: yield* uuid,
        code: input.code,
        name: input.name,
        loginUrl,
        status: "active",
        origins: loginUrl === null ? [] : [new URL(loginUrl).origin],
        createdBy: userId
      }
      const createdAt = yield* DateTime.now
      yield* transactor.transact(
        Effect.andThen(withinQuota(userId, "banks"), repository.insertBank({ ...bank, createdAt }))
      )
      return bank
    }),

    change: Effect.fn("Banks.change")(function* (userId, bankId, change) {
      const problem =
        change.name?.trim() === ""
          ? "name must not be empty"
          : change.name === undefined
            ? undefined
            : shownNameProblem("name", change.name, nameLength)
      if (problem !== undefined) return yield* new InvalidInput({ message: problem })
      return yield* transactor.transact(
        Effect.gen(function* () {
          const bank = yield* lockForChange(userId, bankId)
          const changed = { ...bank, name: change.name ?? bank.name, status: change.status ?? bank.status }
          const isRenamed = changed.name !== bank.name
          if (isRenamed) {
            yield* checkIsTheirs(userId, bank, "give it another name")
            yield* checkPace(userId)
          }
          yield* repository.setBankNameAndStatus(changed)
          if (isRenamed) {
            yield* consents.settle(
              bank.id,
              userId,
              `The bank is called ${quoted(changed.name)} now, not ${quoted(bank.name)}`,
              { change: "renamed", name: changed.name, before: bank.name }
            )
          }
          return changed
        })
      )
    }),

    remove: Effect.fn("Banks.remove")((userId, bankId) =>
      transactor.transact(
        Effect.gen(function* () {
          const bank = yield* lockForChange(userId, bankId)
          if (!(yield* repository.deleteUnusedBank(bank.id))) return yield* new BankInUse({})
        })
      )
    ),

    addOrigins: Effect.fn("Banks.addOrigins")(function* (userId, bankId, origins) {
      const added = origins.map((text) => parseOrigin(text))
      const known = added.filter((origin) => origin !== undefined).filter(({ length }) => length <= longestOrigin)
      if (known.length < added.length) {
        return yield* new InvalidInput({ message: "origins must be like https://login.bank.example, without a path" })
      }
      // The check and the change see the same accounts and origins.
      return yield* transactor.transact(
        Effect.gen(function* () {
          const bank = isUuid(bankId) ? yield* repository.lockBank(bankId) : null
          if (bank === null) return yield* new BankNotFound({})
          yield* checkIsTheirs(userId, bank, "add origins")
          const further = [...new Set(known)].filter((origin) => !bank.origins.includes(origin))
          const isNew = further.length > 0
          // An administrator who repeats them agrees to them for all.
          if (!isNew && !(yield* administrators.isAdministrator(userId))) return bank
          const all = [...bank.origins, ...further]
          if (isNew && all.length > mostOrigins) {
            return yield* new InvalidInput({
              message: `origins must be at most ${mostOrigins} of a bank: it has ${bank.origins.length}`
            })
          }
          yield* repository.setBankOrigins(bank.id, all)
          const told = isNew ? further : [...new Set(known)]
          yield* consents.settle(bank.id, userId, `The bank's pages live at further origins: ${told.join(", ")}`, {
            change: "origins",
            origins: told
          })
          return { ...bank, origins: all }
        })
      )
    })
  })
})
