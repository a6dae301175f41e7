/**
 * How many sessions go on at once: open browser contexts on this node, and logins and reads per bank over all nodes. Users
 * share both fairly. A session takes its context first and the bank's permit after it, so that a bank's permit is never
 * held while waiting for anything but the bank.
 */
import { Context, Duration, Effect, FiberSet, Layer, type Scope } from "effect"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { fairSemaphore, priorities, type WithoutPermit } from "../fairSemaphore.ts"
import { BankPermits } from "./BankPermits.ts"

export interface SessionTurn {
  readonly accountId: string
  /** Whose account it is. */
  readonly userId: string
  /** Somebody asked for the scrape by hand: it goes before the scheduled ones, but overtakes nobody twice. */
  readonly asked: boolean
}

export class SessionGate extends Context.Service<
  SessionGate,
  {
    /** Holds one of the bank's permits while the effect runs, but for what it runs `withoutPermit`. */
    readonly atBank: (
      bankId: string,
      turn: SessionTurn
    ) => <A, E, R>(use: (withoutPermit: WithoutPermit) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Holds one open context until the scope closes. */
    readonly openContext: (turn: SessionTurn) => Effect.Effect<void, never, Scope.Scope>
    /** The account was asked for by hand while it may be waiting: it goes first from now on. */
    readonly hurry: (accountId: string) => Effect.Effect<void>
    /**
     * Whether a session that could stay open should give its context to one that waits: another account of the same user,
     * or a user who has fewer open. A session whose next login needs a person gives way only to what a person asked for, or
     * after a whole interval.
     */
    readonly shouldYield: (session: {
      readonly userId: string
      readonly callsPerson: boolean
    }) => Effect.Effect<boolean>
  }
>()("@counterfoil/core/sessions/SessionGate") {
  static readonly layer = Layer.effect(
    SessionGate,
    Effect.gen(function* () {
      const policy = yield* AccountPolicy
      const shared = yield* BankPermits
      const takers = yield* FiberSet.makeRuntime<never, void>()
      const contexts = fairSemaphore(policy.sessionConcurrency)
      const banks = new Map<string, ReturnType<typeof fairSemaphore>>()
      const sharedOf = (bankId: string) =>
        shared === null ? undefined : { take: shared.take(bankId, policy.bankConcurrency), fork: takers }
      const bank = (bankId: string) => {
        const known = banks.get(bankId) ?? fairSemaphore(policy.bankConcurrency, sharedOf(bankId))
        banks.set(bankId, known)
        return known
      }
      const turnOf = ({ accountId, asked, userId }: SessionTurn) => ({
        name: accountId,
        userId,
        priority: asked ? priorities.asked : priorities.scheduled
      })
      return SessionGate.of({
        atBank: (bankId, turn) => bank(bankId).withPermit(turnOf(turn)),
        openContext: (turn) => contexts.scoped(turnOf(turn)),
        hurry: (accountId) =>
          Effect.forEach([contexts, ...banks.values()], (permits) => permits.raise(accountId), { discard: true }),
        shouldYield: ({ callsPerson, userId }) =>
          Effect.map(
            contexts.waitingFor(userId),
            (waiting) =>
              waiting !== null &&
              (!callsPerson || waiting.asked || waiting.longestMs >= Duration.toMillis(policy.scrapeInterval))
          )
      })
    })
  )
}
