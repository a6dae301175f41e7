/**
 * A trace outlives the fiber that began it: it is written beside what is to be done later, and goes on there. Where no spans
 * are exported nothing is written.
 */
import { Effect, Option, References, Tracer } from "effect"

/** As `traceparent` of W3C's Trace Context has it; null: nothing is traced here. */
export const currentTrace: Effect.Effect<string | null> = Effect.gen(function* () {
  if ((yield* Effect.tracer) === Tracer.nativeTracer) return null
  const span = yield* Effect.option(Effect.currentParentSpan)
  if (Option.isNone(span) || !span.value.sampled) return null
  return `00-${span.value.traceId}-${span.value.spanId}-01`
})

/**
 * As a span of this name where spans are made; elsewhere `withSpan` would still make one, and a context for it. Without a stack,
 * which would be taken each time: for what is done thousands of times a second, always from the same place.
 */
export const spanned =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(References.TracerEnabled, (enabled) =>
      enabled ? Effect.withSpan(effect, name, { captureStackTrace: false }) : effect
    )

const shape = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/

/** Runs the effect as a part of the trace that was stored with what led to it. */
export const continuing =
  (trace: string | null) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const [, traceId, spanId] = shape.exec(trace ?? "") ?? []
    return traceId === undefined || spanId === undefined
      ? effect
      : Effect.provideService(effect, Tracer.ParentSpan, Tracer.externalSpan({ traceId, spanId, sampled: true }))
  }
