/**
 * What the owners of accounts agree to: who made the bank, its origins, and the requests that its script may send. A script
 * runs only within that.
 */
import { Context, Effect, Layer, Struct } from "effect"
import {
  beyondConsent,
  type ConsentGap,
  consentGaps,
  gapSentence,
  type ScriptChange,
  wantedOf
} from "@counterfoil/domain"
import { AccountNotFound } from "../accounts/Account.ts"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { EventLog } from "../events/EventLog.ts"
import { type ConsentTerms, type Creator, ScriptRepository } from "../scripts/ScriptRepository.ts"
import type { ScriptManifest } from "../scripts/ScriptManifest.ts"
import { ConsentChanged, fingerprintOf } from "../scripts/terms.ts"
import { Transactor } from "../Transactor.ts"
import { Administrators } from "../users/Administrators.ts"

/** Terms, and who made the bank by name; null: the operator's program. */
export interface ShownTerms extends ConsentTerms {
  readonly by: Creator | null
}

export interface Consent {
  readonly agreed: ShownTerms | null
  /** What the bank and its active script ask for now. */
  readonly asked: ShownTerms
  /** What of it was not agreed to, in sentences; empty: scripts may run. */
  readonly missing: ReadonlyArray<string>
  /** The same, each as a word and what it is about. */
  readonly gaps: ReadonlyArray<ConsentGap>
  /** A hash of what is asked for. Who agrees sends it along, so that they agree to what they saw. */
  readonly fingerprint: string
}

/** What making a version the active one does to the bank's accounts. */
export interface Outlook {
  /** As far as the viewer may know of them. */
  readonly accounts: number
  readonly own: number
  /** Those that wait until their owners agree to what the version asks for. */
  readonly waiting: number
  /** What these have not agreed to, in sentences. */
  readonly missing: ReadonlyArray<string>
}

/** Who makes the change of a bank, or of its active script; null: the operator's program. */
export type ChangedBy = string | null

export interface ConsentsOptions {
  /** `CONSENT`: whether each owner agrees, or an administrator for all. */
  readonly consent: "owners" | "administrators"
}

export class Consents extends Context.Service<
  Consents,
  {
    readonly read: (accountId: string) => Effect.Effect<Consent, AccountNotFound>
    /** Agrees to what is asked for now, if that still is what the fingerprint names; an account that waited is scraped. */
    readonly agree: (accountId: string, fingerprint: string) => Effect.Effect<Consent, AccountNotFound | ConsentChanged>
    /** What would come of a version with this manifest, if this user made it the active one now. */
    readonly outlook: (bankId: string, manifest: ScriptManifest, userId: string) => Effect.Effect<Outlook>
    /**
     * Called after a change of what a bank asks for, in its transaction, under the bank's lock. Whoever made the change has
     * agreed to it for their own accounts. Other accounts go on if their owners had agreed to as much before; otherwise they
     * wait for their owners. `said` is what all are told.
     */
    readonly settle: (bankId: string, by: ChangedBy, said: string, change: ScriptChange) => Effect.Effect<void>
  }
>()("@counterfoil/core/consent/Consents") {
  static readonly layer = (
    options: ConsentsOptions
  ): Layer.Layer<
    Consents,
    never,
    ActivityLog | Administrators | ScriptRepository | DueAccounts | EventLog | Transactor
  > => Layer.effect(Consents, makeConsents(options))
}

const nothing: ConsentTerms = { creator: null, origins: [], requests: [] }

const makeConsents = Effect.fnUntraced(function* (options: ConsentsOptions) {
  const repository = yield* ScriptRepository
  const administrators = yield* Administrators
  const activity = yield* ActivityLog

  const due = yield* DueAccounts
  const events = yield* EventLog

  const transactor = yield* Transactor

  /** What the active script asks for. It is never more than `terms`: a manifest may only narrow the bank's origins. */
  const asked = Effect.fnUntraced(function* (bankId: string) {
    const terms = (yield* repository.consentTerms(bankId)) ?? nothing
    const active = yield* repository.active(bankId)
    return { terms, wanted: active === null ? { ...terms, requests: [] } : wantedOf(active.manifest, terms) }
  })

  const find = Effect.fnUntraced(function* (accountId: string) {
    const found = yield* repository.findConsent(accountId)
    return found ?? (yield* new AccountNotFound({}))
  })

  const shown = Effect.fnUntraced(function* (terms: ConsentTerms) {
    const by = terms.creator === null ? null : yield* repository.findCreator(terms.creator)
    const unknown: Creator = { name: null, isAdministrator: false }
    const result: ShownTerms = { ...terms, by: terms.creator === null ? null : (by ?? unknown) }
    return result
  })

  const read = Effect.fnUntraced(function* (accountId: string) {
    const { agreed, bankId } = yield* find(accountId)
    const { terms, wanted } = yield* asked(bankId)
    const gaps = consentGaps(agreed, wanted)
    const consent: Consent = {
      agreed: agreed === null ? null : yield* shown(agreed),
      asked: yield* shown(terms),
      missing: gaps.map(gapSentence),
      gaps,
      fingerprint: fingerprintOf(terms)
    }
    return consent
  })

  /**
   * Where the installation says so, an administrator decides for everybody. What the operator's own program changes counts
   * as decided by an administrator.
   */
  const decidesForAll = (by: ChangedBy): Effect.Effect<boolean> =>
    options.consent === "owners"
      ? Effect.succeed(false)
      : by === null
        ? Effect.succeed(true)
        : administrators.isAdministrator(by)

  const tellWaiting = (accountId: string, missing: ReadonlyArray<string>) => {
    const message = `Waits for its owner's consent: ${missing.join("; ")}`
    return events.append({
      accountId,
      type: "scrape.failed",
      data: { kind: "action_required", message, blocked: false }
    })
  }

  return Consents.of({
    read: Effect.fn("Consents.read")(read),

    agree: Effect.fn("Consents.agree")((accountId, fingerprint) =>
      transactor.transact(
        Effect.gen(function* () {
          const { bankId } = yield* find(accountId)
          // With the bank locked nobody changes what it asks for between the comparison and the agreement.
          yield* repository.lockBank(bankId)
          const before = yield* read(accountId)
          if (before.fingerprint !== fingerprint) return yield* new ConsentChanged({})
          yield* repository.saveConsents([accountId], Struct.omit(before.asked, ["by"]))
          const message = "The owner agreed to what the bank and its script ask for"
          yield* activity.add({ accountId, kind: "consent.given", message, data: {} })
          // What waited for this is made up for at once.
          if (before.missing.length > 0) yield* due.requestScrape(accountId)
          return yield* read(accountId)
        })
      )
    ),

    outlook: Effect.fn("Consents.outlook")(function* (bankId, manifest, userId) {
      const wanted = wantedOf(manifest, (yield* repository.consentTerms(bankId)) ?? nothing)
      const groups = yield* repository.countConsents(bankId, userId)
      const all = yield* decidesForAll(userId)
      const beyond = groups.flatMap(({ accounts, agreed, own }) => {
        const waiting = all ? 0 : accounts - own
        const missing = consentGaps(agreed, wanted).map(gapSentence)
        return waiting === 0 || missing.length === 0 ? [] : [{ waiting, missing }]
      })
      const sum = (counts: ReadonlyArray<number>) => counts.reduce((total, count) => total + count, 0)
      return {
        accounts: sum(groups.map(({ accounts }) => accounts)),
        own: sum(groups.map(({ own }) => own)),
        waiting: sum(beyond.map(({ waiting }) => waiting)),
        missing: [...new Set(beyond.flatMap(({ missing }) => missing))]
      }
    }),

    settle: Effect.fn("Consents.settle")(function* (bankId, by, said, change) {
      const { terms, wanted } = yield* asked(bankId)
      const accounts = yield* repository.listConsents(bankId)
      const beyond = accounts.flatMap(({ accountId, agreed, userId }) => {
        const missing = beyondConsent(agreed, wanted)
        return missing.length === 0 ? [] : [{ accountId, userId, missing }]
      })
      const all = yield* decidesForAll(by)
      const agreeing = beyond.filter(({ userId }) => all || userId === by).map(({ accountId }) => accountId)
      const waiting = beyond.filter(({ accountId }) => !agreeing.includes(accountId))
      if (agreeing.length > 0) yield* repository.saveConsents(agreeing, terms)
      yield* repository.tellAccounts(accounts, { kind: "script.changed", message: said, data: change })
      for (const { accountId } of accounts.filter(({ isNotified }) => isNotified)) {
        yield* events.append({ accountId, type: "script.changed", data: { message: said } })
      }
      for (const { accountId, missing } of waiting) yield* tellWaiting(accountId, missing)
      yield* due.wake(accounts.map(({ accountId }) => accountId))
    })
  })
})
