/**
 * How many sessions go on at once: one per login over all nodes (a bank throws one of two out, and counts what both get
 * wrong), open browser contexts on this node, and logins and reads per bank over all nodes. Users share them fairly.
 *
 * A session takes its login first, then a context, and the bank's permit last: no context is held while waiting for a login,
 * and no permit of a bank while waiting for anything but the bank.
 */
import { Context, Duration, Effect, FiberSet, Layer, type Scope } from "effect"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { fairSemaphore, priorities, type Waiting, type WithoutPermit } from "../fairSemaphore.ts"
import { BankPermits } from "./BankPermits.ts"

export interface SessionTurn {
  readonly accountId: string
  /** Whose account it is. */
  readonly userId: string
  readonly loginId: string
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
    /** Has the login to itself until the scope closes. */
    readonly atLogin: (turn: SessionTurn) => Effect.Effect<void, never, Scope.Scope>
    /** Holds one open context until the scope closes. */
    readonly openContext: (turn: SessionTurn) => Effect.Effect<void, never, Scope.Scope>
    /** The account was asked for by hand while it may be waiting: it goes first from now on. */
    readonly hurry: (accountId: string) => Effect.Effect<void>
    /**
     * Whether a session that could stay open should give its context to one that waits: another account of the same user,
     * or a user who has fewer open. A session whose next login needs a person gives way only to what a person asked for, or
     * after a whole interval; so does any to another account of its login, for that means a login each time. Of other nodes only
     * an account of its login is seen, after that interval.
     */
    readonly shouldYield: (session: {
      readonly userId: string
      readonly loginId: string
      readonly callsPerson: boolean
    }) => Effect.Effect<boolean>
  }
>()("@counterfoil/core/sessions/SessionGate") {
  static readonly layer = Layer.effect(
    SessionGate,
    Effect.gen(function* () {
      const policy = yield* AccountPolicy
      const isWorthALogin = ({ asked, longestMs }: Waiting) =>
        asked || longestMs >= Duration.toMillis(policy.scrapeInterval)
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
      const logins = new Map<string, { readonly permits: ReturnType<typeof fairSemaphore>; users: number }>()
      const sharedLogin = (loginId: string) =>
        shared === null ? undefined : { take: shared.takeLogin(loginId, policy.scrapeInterval), fork: takers }
      const useLogin = (loginId: string) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            const login = logins.get(loginId) ?? { permits: fairSemaphore(1, sharedLogin(loginId)), users: 0 }
            login.users++
            logins.set(loginId, login)
            return login
          }),
          (login) =>
            Effect.sync(() => {
              login.users--
              if (login.users === 0) logins.delete(loginId)
            })
        )
      const turnOf = ({ accountId, asked, userId }: SessionTurn) => ({
        name: accountId,
        userId,
        priority: asked ? priorities.asked : priorities.scheduled
      })
      return SessionGate.of({
        atBank: (bankId, turn) => bank(bankId).withPermit(turnOf(turn)),
        atLogin: (turn) => Effect.flatMap(useLogin(turn.loginId), ({ permits }) => permits.scoped(turnOf(turn))),
        openContext: (turn) => contexts.scoped(turnOf(turn)),
        hurry: (accountId) =>
          Effect.forEach(
            [contexts, ...banks.values(), ...[...logins.values()].map(({ permits }) => permits)],
            (permits) => permits.raise(accountId),
            { discard: true }
          ),
        shouldYield: Effect.fnUntraced(function* ({ callsPerson, loginId, userId }) {
          const mates = yield* logins.get(loginId)?.permits.waitingFor(userId) ?? Effect.succeed(null)
          const others = yield* contexts.waitingFor(userId)
          return (
            (mates !== null && isWorthALogin(mates)) ||
            (others !== null && (!callsPerson || isWorthALogin(others))) ||
            (shared !== null && (yield* shared.isWanted(loginId)))
          )
        })
      })
    })
  )
}
