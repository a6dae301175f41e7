/** Enrolled bank accounts and their settings. A resource of another user is a resource that doesn't exist. */
import { Context, DateTime, Duration, Effect, Layer, type Redacted, Struct } from "effect"
import { isUuid } from "@counterfoil/domain"
import { uuid } from "../ids.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { KeyErased, Vault } from "../security/Vault.ts"
import { Transactor } from "../Transactor.ts"
import { quotaCheck, type QuotaReached } from "../users/quotas.ts"
import { AccountRepository } from "./AccountRepository.ts"
import { DueAccounts } from "./DueAccounts.ts"
import { makeLeaveBeforeRemoval } from "./leaveBeforeRemoval.ts"
import type { UserAtBank } from "./LoginRows.ts"
import { makeSecret, openCredentials, openSecret, openSettings, sealSettings } from "./settingsCells.ts"
import { deliveryUrls, sealEndpoints } from "./privateCells.ts"
import { sameBankAccount, shareCredentials } from "./sharedLogins.ts"
import { settingsProblem, tidySettings } from "./settingsRules.ts"
import { InvalidInput } from "../refusals.ts"
import { BankNotFound, BankRetired } from "../scripts/Bank.ts"
import {
  type Account,
  accountNameProblem,
  AccountNotFound,
  type AccountSettings,
  type BankCredentials,
  ConfirmationMismatch,
  type NamedAccount,
  type SettingsInput
} from "./Account.ts"
import { ScriptRepository } from "../scripts/ScriptRepository.ts"
import { ConsentChanged, fingerprintOf } from "../scripts/terms.ts"
import type { UserRepository } from "../users/UserRepository.ts"

export class Accounts extends Context.Service<
  Accounts,
  {
    /** In the order of creation. */
    readonly list: (userId: string) => Effect.Effect<ReadonlyArray<Account>>
    readonly create: (
      userId: string,
      input: {
        readonly bankId: string
        readonly name: string
        /** Fingerprint of the permissions that the owner was shown; absent: they agree to those that the bank asks for now. */
        readonly fingerprint?: string | undefined
      }
    ) => Effect.Effect<Account, BankNotFound | BankRetired | ConsentChanged | InvalidInput | QuotaReached>
    readonly get: (userId: string, accountId: string) => Effect.Effect<Account, AccountNotFound>
    /**
     * Marks the account deleted, cancels its unsent deliveries and erases its credentials and browser state in one
     * transaction. (The actor, woken by it, closes its session; one that is open at the bank and that nobody holds is logged out
     * before, in the time of a logout.)
     */
    readonly remove: (
      userId: string,
      accountId: string,
      confirmationName: string
    ) => Effect.Effect<void, AccountNotFound | ConfirmationMismatch>
    readonly settings: (userId: string, accountId: string) => Effect.Effect<AccountSettings | null, AccountNotFound>
    /** `InvalidInput` names the field, in the fixed texts of the API. The webhook secret is made with the first settings. */
    readonly saveSettings: (
      userId: string,
      accountId: string,
      input: SettingsInput
    ) => Effect.Effect<AccountSettings, AccountNotFound | InvalidInput>
    /** Others of the user's that most likely read the same bank account: at one bank, and given the same `bankAccount`. */
    readonly sameBankAccount: (
      userId: string,
      accountId: string
    ) => Effect.Effect<ReadonlyArray<NamedAccount>, AccountNotFound>
    /** `whsec_…`, the present one. Null before the first settings. */
    readonly webhookSecret: (
      userId: string,
      accountId: string
    ) => Effect.Effect<Redacted.Redacted<string> | null, AccountNotFound>
    /** A new secret; the earlier one signs too for 72 h. */
    readonly rotateWebhookSecret: (
      userId: string,
      accountId: string
    ) => Effect.Effect<Redacted.Redacted<string>, AccountNotFound | InvalidInput>
    // For the runtime itself, which acts for no particular user:
    /** The owner's account by id alone; null when deleted. */
    readonly find: (
      accountId: string
    ) => Effect.Effect<(Account & { readonly operationMode: "reconcile" | "passthrough" | null }) | null>
    /** Null also for an account that is being deleted. */
    readonly findSettings: (accountId: string) => Effect.Effect<AccountSettings | null>
    /** Null when none are saved. */
    readonly credentials: (accountId: string) => Effect.Effect<BankCredentials | null>
    /** Present first, then those that still sign. */
    readonly signingSecrets: (accountId: string) => Effect.Effect<ReadonlyArray<Redacted.Redacted<string>>>
  }
>()("@counterfoil/core/accounts/Accounts") {
  static readonly layer: Layer.Layer<
    Accounts,
    never,
    AccountRepository | ScriptRepository | DueAccounts | Outbox | UserRepository | Vault | Transactor
  > = Layer.effect(
    Accounts,
    Effect.suspend(() => makeAccounts)
  )
}

/** How long an earlier webhook secret signs beside the new one. */
const secretOverlap = Duration.hours(72)

const makeAccounts = Effect.gen(function* () {
  const repository = yield* AccountRepository
  const banks = yield* ScriptRepository
  const due = yield* DueAccounts
  const outbox = yield* Outbox
  const vault = yield* Vault
  const transactor = yield* Transactor
  const withinQuota = yield* quotaCheck
  const leaveBeforeRemoval = yield* makeLeaveBeforeRemoval
  const withLogins = <A, E>(effect: Effect.Effect<A, E, AccountRepository | Vault>) =>
    effect.pipe(Effect.provideService(AccountRepository, repository), Effect.provideService(Vault, vault))
  const shared = (where: UserAtBank, accountId: string) => withLogins(shareCredentials(where, accountId))

  const own = Effect.fnUntraced(function* (find: typeof repository.find, userId: string, accountId: string) {
    const account = isUuid(accountId) ? yield* find(accountId) : null
    return account === null || account.userId !== userId ? yield* new AccountNotFound({}) : account
  })

  const readSettings = Effect.fnUntraced(function* (accountId: string) {
    const sealed = yield* repository.findSettings(accountId)
    return sealed === null ? null : yield* openSettings(vault, sealed)
  })

  const addSecret = Effect.fnUntraced(function* (accountId: string) {
    const at = yield* DateTime.now
    const { plain, sealed } = yield* makeSecret(vault, accountId)
    yield* repository.addSecret(sealed, { at, retireAt: DateTime.addDuration(at, secretOverlap) })
    return plain
  })

  const signingSecrets = Effect.fnUntraced(function* (accountId: string) {
    const sealed = yield* repository.listSecrets(accountId, yield* DateTime.now)
    return yield* Effect.forEach(sealed, (secret) => openSecret(vault, secret))
  })

  /** Under the bank's lock: what the owner has seen is what is written, for nobody widens it until the transaction ends. */
  const checkUnchanged = Effect.fnUntraced(function* (bankId: string, fingerprint: string) {
    const terms = yield* banks.consentTerms(bankId)
    if (terms === null || fingerprintOf(terms) !== fingerprint) return yield* new ConsentChanged({})
  })

  return Accounts.of({
    list: Effect.fn("Accounts.list")((userId) => repository.list(userId)),

    create: Effect.fn("Accounts.create")(function* (userId, input) {
      const problem = input.name.trim() === "" ? "bankId and name are required" : accountNameProblem(input.name)
      if (problem !== undefined) return yield* new InvalidInput({ message: problem })
      const bank = isUuid(input.bankId) ? yield* banks.findBank(input.bankId) : null
      if (bank === null) return yield* new BankNotFound({})
      const account: Account = {
        id: yield* uuid,
        userId,
        bankId: bank.id,
        bank: bank.code,
        name: input.name,
        status: "active",
        scrapeBlockedAt: null,
        scrapeBlockedReason: null
      }
      const createdAt = yield* DateTime.now
      yield* transactor.transact(
        Effect.gen(function* () {
          yield* withinQuota(userId, "accounts")
          // Nobody retires or deletes it until this transaction ends.
          const locked = yield* banks.lockBank(bank.id)
          if (locked === null) return yield* new BankNotFound({})
          if (locked.status === "retired") return yield* new BankRetired({})
          if (input.fingerprint !== undefined) yield* checkUnchanged(bank.id, input.fingerprint)
          yield* repository.insert({ ...account, createdAt })
          yield* due.wake([account.id])
        })
      )
      return account
    }),

    get: Effect.fn("Accounts.get")(function* (userId, accountId) {
      return Struct.omit(yield* own(repository.find, userId, accountId), ["operationMode"])
    }),

    remove: Effect.fn("Accounts.remove")(function* (userId, accountId, confirmationName) {
      const { id, name } = yield* own(repository.find, userId, accountId)
      if (name === confirmationName) yield* leaveBeforeRemoval([id])
      const at = yield* DateTime.now
      // Deleted and still holding secrets, or sending, is a state that must never be seen.
      yield* transactor.transact(
        Effect.gen(function* () {
          const account = yield* own(repository.lock, userId, accountId)
          if (account.name !== confirmationName) return yield* new ConfirmationMismatch({})
          yield* outbox.cancel({ accountId: account.id })
          yield* repository.remove(account.id, at)
          yield* vault.erase(account.id)
          // Its actor leaves the bank and closes the session.
          yield* due.wake([account.id])
        })
      )
    }),

    settings: Effect.fn("Accounts.settings")(function* (userId, accountId) {
      const account = yield* own(repository.find, userId, accountId)
      return yield* readSettings(account.id)
    }),

    saveSettings: Effect.fn("Accounts.saveSettings")(function* (userId, accountId, input) {
      const wanted = tidySettings(input)
      // Under the account's lock, so that of two saves at once each sees the other whole.
      return yield* transactor.transact(
        Effect.gen(function* () {
          const { bankId } = yield* own(repository.find, userId, accountId)
          yield* repository.lockLogins({ userId, bankId })
          const account = yield* own(repository.lock, userId, accountId)
          const problem = settingsProblem(wanted, account.operationMode)
          if (problem !== undefined) return yield* new InvalidInput({ message: problem })
          const before = yield* repository.findSettings(account.id)
          const sealed = yield* sealSettings(vault, account.id, wanted, before)
          yield* repository.saveSettings(sealed, yield* DateTime.now)
          if (before !== null && before.feeTolerance !== wanted.feeTolerance) yield* due.matchAnew(account.id)
          const endpoints = yield* sealEndpoints(vault, account.id, deliveryUrls(wanted))
          yield* repository.addEndpoints(account.id, endpoints)
          yield* repository.forgetUncalled(
            account.id,
            endpoints.map(({ address }) => address)
          )
          yield* outbox.enable(account.id)
          yield* outbox.cancel({ accountId: account.id, noticesBut: wanted.notificationEvents })
          if (before === null) yield* addSecret(account.id)
          const mates =
            sealed.credentialsVersion === (before?.credentialsVersion ?? 0)
              ? []
              : yield* shared({ userId, bankId }, account.id)
          yield* due.wake([account.id, ...mates])
          return yield* openSettings(vault, sealed)
        })
      )
    }),

    sameBankAccount: Effect.fn("Accounts.sameBankAccount.own")(function* (userId, accountId) {
      const account = yield* own(repository.find, userId, accountId)
      return yield* withLogins(sameBankAccount(account.id))
    }),

    webhookSecret: Effect.fn("Accounts.webhookSecret")(function* (userId, accountId) {
      const account = yield* own(repository.find, userId, accountId)
      return (yield* signingSecrets(account.id))[0] ?? null
    }),

    rotateWebhookSecret: Effect.fn("Accounts.rotateWebhookSecret")((userId, accountId) =>
      transactor.transact(
        Effect.gen(function* () {
          const account = yield* own(repository.lock, userId, accountId)
          if ((yield* repository.findSettings(account.id)) === null) {
            return yield* new InvalidInput({ message: "The account has no webhook secret before its first settings" })
          }
          return yield* addSecret(account.id)
        })
      )
    ),

    find: Effect.fn("Accounts.find")((accountId) =>
      isUuid(accountId) ? repository.find(accountId) : Effect.succeed(null)
    ),
    // Its row was read just before the deletion took its key: that is no fault of whoever works for the account meanwhile.
    findSettings: Effect.fn("Accounts.findSettings")((accountId) =>
      Effect.catchDefect(readSettings(accountId), (defect) =>
        defect instanceof KeyErased ? Effect.succeed(null) : Effect.die(defect)
      )
    ),

    credentials: Effect.fn("Accounts.credentials")(function* (accountId) {
      const sealed = yield* repository.findSettings(accountId)
      return sealed === null ? null : yield* Effect.orDie(openCredentials(vault, sealed))
    }),

    signingSecrets: Effect.fn("Accounts.signingSecrets")((accountId) => signingSecrets(accountId))
  })
})
