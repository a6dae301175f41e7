/** The versions of each bank's script, and which one is active. */
import { Cache, Context, Duration, Effect, Exit, Layer, Schema } from "effect"
import { isUuid } from "@counterfoil/domain"
import type { Consents } from "./Consents.ts"
import { fairSemaphore, priorities } from "../fairSemaphore.ts"
import { makeLimiter } from "../Limiter.ts"
import { Transactor } from "../Transactor.ts"
import { Administrators } from "../users/Administrators.ts"
import { quotaCheck, type QuotaReached } from "../users/quotas.ts"
import { promoteVersion } from "./promoteVersion.ts"
import { bundleProblem, manifestProblem, newVersion } from "./publishing.ts"
import { type ScriptDoesNotLoad, ScriptRunner } from "../scripts/ScriptRunner.ts"
import { ScriptRepository } from "../scripts/ScriptRepository.ts"
import { InvalidInput, NotPermitted } from "../refusals.ts"
import { type Bank, BankNotFound } from "../scripts/Bank.ts"
import {
  type ActiveVersion,
  type RunnableScript,
  type Script,
  ScriptNotFound,
  type ScriptVersionTaken
} from "../scripts/Script.ts"
import type { UserRepository } from "../users/UserRepository.ts"

/** Each is told to all accounts of the bank, and may send them to its login at once. */
export const promotionsPerHour = 12
/** The same where only the user's own accounts are told: of them there may be two hundred. */
export const ownPromotionsPerHour = 60

export class TooManyPromotions extends Schema.TaggedError<TooManyPromotions>()("TooManyPromotions", {
  limit: Schema.Int,
  areOthersTold: Schema.Boolean,
  retryAfterSeconds: Schema.Int
}) {
  override get message(): string {
    const where = this.areOthersTold ? " where other people have accounts" : ""
    return `At most ${this.limit} promotions an hour${where}: wait, or ask an administrator`
  }
}

export class ScriptRegistry extends Context.Service<
  ScriptRegistry,
  {
    /** Newest first. */
    readonly list: Effect.Effect<ReadonlyArray<Script>>
    readonly get: (scriptId: string) => Effect.Effect<Script, ScriptNotFound>
    /**
     * Loads the bundle in an isolate first. The manifest read from the bundle is the truth: a `manifest` sent along that
     * says something else is refused. Only the bank's creator and admins may publish.
     */
    readonly publish: (
      userId: string,
      bankId: string,
      input: {
        readonly version: string
        readonly flowType: string
        readonly manifest: Schema.Json
        readonly bundle: string
      }
    ) => Effect.Effect<
      Script,
      BankNotFound | NotPermitted | ScriptVersionTaken | ScriptDoesNotLoad | InvalidInput | QuotaReached
    >
    /**
     * Makes a version the active one of its bank: one transaction; the earlier one goes back to review; resets the
     * back-off of the bank's accounts, staggered. The active one again: no change. It is loaded once more before. Where other
     * people have accounts, a user who isn't an administrator may do so as often as `promotionsPerHour` says, elsewhere as often
     * as `ownPromotionsPerHour`.
     */
    readonly promote: (
      userId: string,
      scriptId: string
    ) => Effect.Effect<void, ScriptNotFound | ScriptDoesNotLoad | NotPermitted | TooManyPromotions>
    /** The active version of a bank; null when there is none. */
    readonly activeVersion: (bankId: string) => Effect.Effect<ActiveVersion | null>
    /** The same with its bundle: for a run. */
    readonly active: (bankId: string) => Effect.Effect<RunnableScript | null>
  }
>()("@counterfoil/core/scripts/ScriptRegistry") {
  static readonly layer: Layer.Layer<
    ScriptRegistry,
    never,
    ScriptRepository | Administrators | Consents | UserRepository | ScriptRunner | Transactor
  > = Layer.effect(
    ScriptRegistry,
    Effect.suspend(() => makeScriptRegistry)
  )
}

/** Bundles of up to 2 MiB each that are kept in memory. */
const bundlesAtHand = 16

/** Each takes a process, and up to some seconds of a processor; on one node. */
const inspectionsAtOnce = 2

const makeScriptRegistry = Effect.gen(function* () {
  const repository = yield* ScriptRepository

  const administrators = yield* Administrators
  const transactor = yield* Transactor
  const withinQuota = yield* quotaCheck
  const runner = yield* ScriptRunner
  const context = yield* Effect.context<ScriptRepository | Consents | Transactor>()
  const inspections = fairSemaphore(inspectionsAtOnce)
  const inspect = (userId: string, bundle: string) =>
    inspections.withPermit({ name: userId, userId, priority: priorities.asked })(() => runner.inspect(bundle))
  // A version's bundle never changes. Which version is active is asked every time: a promotion counts at once.
  const bundles = yield* Cache.makeWith(repository.bundle, {
    capacity: bundlesAtHand,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero)
  })

  const promotions = makeLimiter([{ limit: promotionsPerHour, window: Duration.hours(1) }])
  const ownPromotions = makeLimiter([{ limit: ownPromotionsPerHour, window: Duration.hours(1) }])
  const checkPace = Effect.fnUntraced(function* (userId: string, bankId: string) {
    if (yield* administrators.isAdministrator(userId)) return
    const areOthersTold = yield* repository.hasAccountsOfOthers(bankId, userId)
    yield* Effect.catchTag(
      (areOthersTold ? promotions : ownPromotions).take(userId),
      "LimitReached",
      ({ retryAfterSeconds, rule: { limit } }) => new TooManyPromotions({ limit, areOthersTold, retryAfterSeconds })
    )
  })

  const checkMayPublish = Effect.fnUntraced(function* (userId: string, { createdBy }: Pick<Bank, "createdBy">) {
    if (createdBy === userId || (yield* administrators.isAdministrator(userId))) return
    return yield* new NotPermitted({ message: "Only the bank's creator and administrators may publish its scripts" })
  })

  const checkMayPromote = Effect.fnUntraced(function* (userId: string) {
    if (yield* administrators.mayManageBanks(userId)) return
    return yield* new NotPermitted({ message: "Only administrators may promote scripts" })
  })

  return ScriptRegistry.of({
    list: repository.list().pipe(Effect.withSpan("ScriptRegistry.list")),

    get: Effect.fn("ScriptRegistry.get")(function* (scriptId) {
      const found = isUuid(scriptId) ? yield* repository.find(scriptId) : null
      if (found === null) return yield* new ScriptNotFound({})
      return found
    }),

    publish: Effect.fn("ScriptRegistry.publish")(function* (userId, bankId, input) {
      const bank = isUuid(bankId) ? yield* repository.findBank(bankId) : null
      if (bank === null) return yield* new BankNotFound({})
      yield* checkMayPublish(userId, bank)
      const unfit = bundleProblem(input)
      if (unfit !== undefined) return yield* new InvalidInput({ message: unfit })
      // Before the work, and again in the commit.
      yield* transactor.transact(withinQuota(userId, "scriptVersions"))
      const manifest = yield* inspect(userId, input.bundle)
      const problem = manifestProblem(manifest, bank, input)
      if (problem !== undefined) return yield* new InvalidInput({ message: problem })
      const { script, stored } = yield* newVersion(bank, manifest, input.bundle)
      yield* transactor.transact(
        Effect.gen(function* () {
          yield* withinQuota(userId, "scriptVersions")
          // During the inspection it may have been deleted, and an administrator may have become a user.
          if ((yield* repository.lockBank(bank.id)) === null) return yield* new BankNotFound({})
          yield* checkMayPublish(userId, bank)
          yield* repository.insert({ ...stored, publishedBy: userId })
        })
      )
      return script
    }),

    promote: Effect.fn("ScriptRegistry.promote")(function* (userId, scriptId) {
      const script = isUuid(scriptId) ? yield* repository.find(scriptId) : null
      if (script === null) return yield* new ScriptNotFound({})
      yield* checkMayPromote(userId)
      if (script.status === "active") return
      yield* checkPace(userId, script.bankId)
      yield* inspect(userId, yield* Cache.get(bundles, script.id))
      yield* transactor.transact(
        Effect.gen(function* () {
          // As where one is published.
          if ((yield* repository.lockBank(script.bankId)) === null) return yield* new ScriptNotFound({})
          yield* checkMayPromote(userId)
          yield* promoteVersion(script, userId).pipe(Effect.provideContext(context))
        })
      )
    }),

    activeVersion: repository.active,

    active: Effect.fn("ScriptRegistry.active")(
      function* (bankId) {
        const version = yield* repository.active(bankId)
        return version === null ? null : { ...version, bundle: yield* Cache.get(bundles, version.id) }
      },
      Effect.catchTag("ScriptNotFound", () => Effect.succeed(null))
    )
  })
})
