/** A worker whose outbox can't be read asks less and less often, whatever it is told meanwhile. */
import { Accounts, deliveryWorkerLayer, OutboundHttp, OutboxNotifier, OutboxRepository, Vault } from "@counterfoil/core"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"

const unused = Layer.mergeAll(Layer.mock(Accounts, {}), Layer.mock(OutboundHttp, {}), Layer.mock(Vault, {}))

/** Something is always due. */
const Busy = Layer.mock(OutboxNotifier, { notify: Effect.void, wait: () => Effect.void })

const worker = (claim: Effect.Effect<ReadonlyArray<never>>) => {
  const Outbox = Layer.mock(OutboxRepository, {
    afterClockWentBack: Effect.void,
    sweep: () => Effect.void,
    claim: () => claim
  })
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

it.effect("tells of an outbox that can't be read once, and once that it can be again", () =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const written = Logger.layer([
      Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
    ])
    let isReadOnly = true
    const claim = Effect.suspend(() => (isReadOnly ? Effect.die("the database is read-only") : Effect.succeed([])))
    yield* Layer.build(Layer.provide(worker(claim), written))

    yield* TestClock.adjust("1 minute")
    assert.strictEqual(lines.length, 1)
    isReadOnly = false
    yield* TestClock.adjust("10 seconds")
    isReadOnly = true
    yield* TestClock.adjust("10 seconds")

    const [first = "", over, again] = lines
    assert.include(first, "Error the outbox could not be read")
    assert.deepStrictEqual([over, again, lines.length], ["Info this is over: the outbox could not be read", first, 3])
  }).pipe(Effect.scoped)
)
