/** How many sessions go on at once: logins and reads per bank, over all nodes; open browser contexts in all, on this one. */
import { Context, Effect, FiberSet, Layer, type Scope } from "effect"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { BankPlaces } from "./BankPlaces.ts"
import { twoLanes } from "./twoLanes.ts"

export interface SessionTurn {
  readonly accountId: string
  /** Somebody asked for the scrape by hand: it goes before the scheduled ones. */
  readonly asked: boolean
}

export class SessionGate extends Context.Service<
  SessionGate,
  {
    /** Holds one of the bank's places while the effect runs. */
    readonly atBank: (
      bankId: string,
      turn: SessionTurn
    ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Holds one open context until the scope closes. */
    readonly openContext: (turn: SessionTurn) => Effect.Effect<void, never, Scope.Scope>
    /** The account was asked for by hand while it may be waiting: it goes first from now on. */
    readonly hurry: (accountId: string) => Effect.Effect<void>
  }
>()("@counterfoil/core/sessions/SessionGate") {
  static readonly layer = Layer.effect(
    SessionGate,
    Effect.gen(function* () {
      const policy = yield* AccountPolicy
      const places = yield* BankPlaces
      const takers = yield* FiberSet.makeRuntime<never, void>()
      const contexts = twoLanes(policy.sessionConcurrency)
      const banks = new Map<string, ReturnType<typeof twoLanes>>()
      const sharedOf = (bankId: string) =>
        places === null ? undefined : { take: places.take(bankId, policy.bankConcurrency), fork: takers }
      const bank = (bankId: string) => {
        const known = banks.get(bankId) ?? twoLanes(policy.bankConcurrency, sharedOf(bankId))
        banks.set(bankId, known)
        return known
      }
      return SessionGate.of({
        atBank: (bankId, { accountId, asked }) => bank(bankId).during({ name: accountId, asked }),
        openContext: ({ accountId, asked }) => contexts.scoped({ name: accountId, asked }),
        hurry: (accountId) =>
          Effect.forEach([contexts, ...banks.values()], (lanes) => lanes.hurry(accountId), { discard: true })
      })
    })
  )
}
