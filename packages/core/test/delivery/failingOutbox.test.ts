/** A worker whose outbox can't be read asks less and less often, whatever it is told meanwhile. */
import { Accounts, deliveryWorkerLayer, OutboundHttp, OutboxNotifier, OutboxRepository, Vault } from "@counterfoil/core"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

const unused = Layer.mergeAll(Layer.mock(Accounts, {}), Layer.mock(OutboundHttp, {}), Layer.mock(Vault, {}))

/** Something is always due. */
const Busy = Layer.mock(OutboxNotifier, { notify: Effect.void, wait: () => Effect.void })

const worker = (claim: Effect.Effect<never>) => {
  const Outbox = Layer.mock(OutboxRepository, { sweep: () => Effect.void, claim: () => claim })
  return deliveryWorkerLayer().pipe(Layer.provide(Layer.mergeAll(unused, Busy, Outbox)))
}

it.effect("is asked some forty times in a minute, not once for each notice", () =>
  Effect.gen(function* () {
    let asked = 0
    // What a pool answers that has been closed: nobody interrupted the worker.
    const claim = Effect.andThen(
      Effect.sync(() => void asked++),
      Effect.interrupt
    )
    yield* Layer.build(worker(claim))

    yield* TestClock.adjust("1 minute")

    assert.isAtLeast(asked, 20)
    assert.isAtMost(asked, 40)
  }).pipe(Effect.scoped)
)
