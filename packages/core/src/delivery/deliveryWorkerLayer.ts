/**
 * Sends what is in the outbox: at least once, fairly over endpoints, each message under a lease, so that a crash redelivers.
 *
 * The table is the truth and the notifier only a wake-up; several nodes may work on one table.
 */
import { Cause, Clock, Duration, Effect, FiberSet, Latch, Layer, Tracer } from "effect"
import type { Accounts } from "../accounts/Accounts.ts"
import { failureSpell, logFailure } from "../DatabaseUnavailable.ts"
import { OutboxNotifier } from "../outbox/OutboxNotifier.ts"
import { makeDeliver } from "./deliver.ts"
import { defaultDeliveryOptions, type DeliveryOptions } from "./DeliveryOptions.ts"
import type { ClaimedDelivery } from "../outbox/DeliveryRows.ts"
import { OutboxRepository } from "../outbox/OutboxRepository.ts"
import { continuing } from "../tracing.ts"
import type { Vault } from "../security/Vault.ts"
import type { OutboundHttp } from "../outbound/OutboundHttp.ts"

/** Fibers in the background until the scope closes; then attempts in flight have `stopGrace` to end. */
export const deliveryWorkerLayer = (
  given: Partial<DeliveryOptions> = {}
): Layer.Layer<never, never, Accounts | OutboundHttp | OutboxRepository | OutboxNotifier | Vault> =>
  Layer.effectDiscard(work({ ...defaultDeliveryOptions, ...given }))

/** Without a collector, spans would cost as much as the work that they describe. */
const untracedByDefault = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.tracer, (tracer) =>
    tracer === Tracer.nativeTracer ? Effect.withTracerEnabled(effect, false) : effect
  )

/** A look that fails is repeated later and later: it would fail again at once for as long as something is due. */
const pauseAfter = (failures: number) => Duration.min(Duration.seconds(2), Duration.millis(50 * 2 ** failures))

/** A clock that goes back by more than this was set by somebody. */
const toleratedMs = 2_000

const work = Effect.fnUntraced(function* (options: DeliveryOptions) {
  const notifier = yield* OutboxNotifier
  const repository = yield* OutboxRepository
  const deliver = yield* makeDeliver(options)
  const inFlight = yield* FiberSet.make<void>()
  yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(inFlight), options.stopGrace))
  let mayHaveLeft = options.alone
  let sweptAt = Number.NEGATIVE_INFINITY

  /** Else the attempts of a dead process would count against the permits of their endpoints for the rest of their leases. */
  const takeBackOnce = Effect.gen(function* () {
    if (!mayHaveLeft) return
    yield* repository.takeBackAll
    mayHaveLeft = false
  })

  const sweep = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    // Since the last one, or before this process began.
    const mayBeSetBack = now < sweptAt - toleratedMs || sweptAt === Number.NEGATIVE_INFINITY
    if (!mayBeSetBack && now - sweptAt < Duration.toMillis(options.pollInterval)) return
    if (mayBeSetBack) yield* repository.afterClockWentBack
    sweptAt = now
    yield* repository.sweep(options.probeInterval)
  })

  const underWay = new Set<ClaimedDelivery>()
  /** Those under way that have been answered: only their result has still to be written. */
  const answered = new Set<ClaimedDelivery>()
  /** The last look took all that there was room for, so that more may be due. */
  let isFull = false
  /** Since the last look began, half of the room came free. */
  const halfFree = Latch.makeUnsafe(false)

  /** For how many more there is room, in flight and in all. */
  const room = () =>
    Math.min(options.concurrency - (underWay.size - answered.size), 2 * options.concurrency - underWay.size)

  const roomCameFree = Effect.suspend(() =>
    room() < options.concurrency / 2 ? notifier.notify : Effect.andThen(halfFree.open, notifier.notify)
  )

  const start = (delivery: ClaimedDelivery) => {
    underWay.add(delivery)
    return FiberSet.run(
      inFlight,
      deliver(
        delivery,
        Effect.suspend(() => {
          answered.add(delivery)
          return isFull ? roomCameFree : Effect.void
        })
      ).pipe(
        continuing(delivery.trace),
        Effect.tapCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.void : logFailure(`delivery ${delivery.messageId} did not end`, cause)
        ),
        Effect.ignoreCause,
        Effect.ensuring(
          Effect.suspend(() => {
            underWay.delete(delivery)
            answered.delete(delivery)
            return roomCameFree
          })
        )
      )
    )
  }

  let claimedLast = 0

  // Uninterruptible: what was claimed is also started.
  const round = Effect.gen(function* () {
    claimedLast = 0
    const limit = room()
    isFull = limit <= 0
    if (isFull) return
    yield* halfFree.close
    const claimed = yield* repository.claim({ ...options, limit })
    claimedLast = claimed.length
    isFull = claimed.length === limit
    yield* Effect.forEach(claimed, start, { discard: true })
  }).pipe(Effect.uninterruptible)

  /** A look costs as much as some forty of the messages that it takes: where many are taken, the next one waits for more. */
  const pause = Effect.suspend(() => {
    const long = Duration.times(options.claimSpacing, 3)
    if (isFull) return Effect.asVoid(Effect.timeoutOption(halfFree.await, long))
    return Effect.sleep(claimedLast >= options.concurrency / 8 ? long : options.claimSpacing)
  })

  let failures = 0
  const reading = failureSpell("the outbox could not be read")
  const failed = (cause: Cause.Cause<unknown>) =>
    Effect.andThen(reading.failed(cause), Effect.sleep(pauseAfter(++failures)))

  yield* Effect.all([takeBackOnce, sweep, round], { discard: true }).pipe(
    Effect.tap(() => {
      failures = 0
      return reading.over
    }),
    Effect.catchCause(failed),
    Effect.andThen(pause),
    Effect.andThen(notifier.wait(options.pollInterval)),
    Effect.forever,
    untracedByDefault,
    Effect.forkScoped
  )
})
