/** Whoever is stopped while waiting for a permit, or just as it comes, leaves none behind, at whichever step that is. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Layer, Ref } from "effect"
import { AccountRepository } from "../../src/accounts/AccountRepository.ts"
import { makeActorFence } from "../../src/accounts/ActorFence.ts"
import type { Awake } from "../../src/actor/Awake.ts"
import { scrape } from "../../src/actor/sessionLane.ts"
import { fairSemaphore, priorities } from "../../src/fairSemaphore.ts"
import { makeOtpBroker } from "../../src/sessions/assistance/OtpBroker.ts"
import { SessionGate } from "../../src/sessions/SessionGate.ts"
import { accountId } from "../support/accountRows.ts"
import { actorWorld, other } from "../support/actorWorld.ts"
import { type ChosenOrder, interruptedAtEveryStep } from "../support/chosenOrder.ts"

const turn = { name: "waiter", userId: "ana", priority: priorities.scheduled }
const guest = { name: "guest", userId: "ben", priority: priorities.scheduled }

/** Whether it ends without time. */
const ends = (order: ChosenOrder, effect: Effect.Effect<unknown>): boolean => {
  const fiber = order.start(effect)
  order.drain()
  return fiber.pollUnsafe() !== undefined
}

type Semaphore = ReturnType<typeof fairSemaphore>
const uses: Record<string, (semaphore: Semaphore) => Effect.Effect<void>> = {
  "a permit for an effect": (semaphore) => semaphore.withPermit(turn)(() => Effect.void),
  "a permit of a scope": (semaphore) => Effect.scoped(semaphore.scoped(turn)),
  "a permit that is given back for a while": (semaphore) =>
    semaphore.withPermit(turn)((withoutPermit) => withoutPermit(Effect.void))
}

/** What the permit is held by while it is waited for: nobody, or somebody who leaves soon. */
const before = {
  "is free": () => Effect.void,
  "comes later": (semaphore: Semaphore) =>
    semaphore.withPermit(guest)(() => Effect.forEach([1, 2, 3, 4, 5], () => Effect.yieldNow, { discard: true }))
}

describe("whoever is stopped at any step", () => {
  for (const [what, use] of Object.entries(uses)) {
    for (const [when, holder] of Object.entries(before)) {
      it(`leaves ${what} that ${when} to the next one`, () => {
        const steps = interruptedAtEveryStep((order) => {
          const semaphore = fairSemaphore(1)
          order.start(holder(semaphore))
          return {
            effect: use(semaphore),
            holds: () =>
              assert.isTrue(
                ends(
                  order,
                  semaphore.withPermit(guest)(() => Effect.void)
                ),
                "the permit is free"
              )
          }
        })
        assert.isAbove(steps, 5)
      })
    }
  }

  it("leaves the login, the context and the bank of an account's cycle to the next one", () => {
    const world = actorWorld({ policy: { bankConcurrency: 1, sessionConcurrency: 1 }, rows: { status: "paused" } })
    const steps = interruptedAtEveryStep((order) => {
      const scene = Deferred.makeUnsafe<{
        readonly cycle: Effect.Effect<unknown>
        readonly next: Effect.Effect<unknown>
      }>()
      order.start(
        Effect.scoped(
          Effect.andThen(
            Effect.flatMap(makeScene, (made) => Deferred.succeed(scene, made)),
            Effect.never
          )
        ).pipe(Effect.provide(Layer.fresh(world.layer)))
      )
      order.drain()
      const made = Effect.runSync(Deferred.await(scene))
      return { effect: made.cycle, holds: () => assert.isTrue(ends(order, made.next), "everything is free") }
    })
    assert.isAbove(steps, 50)
  })
})

/** A cycle that waits for all that it needs, and then finds the account paused; and somebody else who wants the same. */
const makeScene = Effect.gen(function* () {
  const accounts = yield* AccountRepository
  const gate = yield* SessionGate
  const agenda = yield* accounts.agenda(accountId, 1_000)
  assert.isNotNull(agenda)
  const lane = () => ({ busy: false, fault: null, asked: false })
  const awake: Awake = {
    accountId,
    fence: yield* makeActorFence(accountId, 0n),
    broker: yield* makeOtpBroker(accountId, Duration.minutes(1)),
    held: yield* Ref.make<Awake["held"] extends Ref.Ref<infer A> ? A : never>(null),
    told: yield* Ref.make<string | null>(null),
    mustLeave: yield* Ref.make(false),
    phase: yield* Ref.make<Awake["phase"] extends Ref.Ref<infer A> ? A : never>("idle"),
    session: lane(),
    orders: lane(),
    lookAgain: Effect.void
  }
  const someone = other("login")
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof scrape>>>()
  const next = Effect.scoped(
    Effect.andThen(gate.atLogin(someone), gate.openContext(someone)).pipe(
      Effect.andThen(gate.atBank("bank-id", someone)(() => Effect.void))
    )
  )
  return { cycle: Effect.ignore(Effect.provideContext(scrape(awake, agenda), services)), next }
})
