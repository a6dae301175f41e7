/**
 * argon2id with 19 MiB, two passes, one lane. Two hashes at once, since each takes a core and memory; a short queue; the
 * rest is told to come back.
 */
import { Overloaded, PasswordHasher } from "@counterfoil/core"
import { hash, verify } from "@node-rs/argon2"
import { Context, Effect, Layer, Redacted, Semaphore } from "effect"

/** What a hash costs: `memoryCost` in KiB. No setting changes it; tests of all else give a smaller one. */
export const PasswordHashCost = Context.Reference("@counterfoil/server/PasswordHashCost", {
  defaultValue: () => ({ memoryCost: 19_456, timeCost: 2 })
})

const AT_ONCE = 2
const WAITING = 16

export const Argon2PasswordHasher: Layer.Layer<PasswordHasher> = Layer.effect(
  PasswordHasher,
  Effect.gen(function* () {
    const queued = yield* queue(AT_ONCE, WAITING)
    // 2 is argon2id; the package declares its names as a const enum, which type stripping leaves out.
    const parameters = { algorithm: 2, parallelism: 1, ...(yield* PasswordHashCost) }
    return PasswordHasher.of({
      hash: (password) => queued(Effect.promise(() => hash(Redacted.value(password), parameters))),
      verify: (hashed, password) =>
        queued(Effect.promise(() => verify(hashed, Redacted.value(password)).catch(() => false)))
    })
  })
)

/** Lets `atOnce` run and `waiting` wait; fails with `Overloaded` beyond. */
export const queue = Effect.fnUntraced(function* (atOnce: number, waiting: number) {
  const semaphore = yield* Semaphore.make(atOnce)
  let inside = 0
  const leave = Effect.sync(() => {
    inside--
  })
  // Native work can't be called back: what has begun keeps its place until it is done.
  return <A>(work: Effect.Effect<A>): Effect.Effect<A, Overloaded> =>
    Effect.suspend(() => {
      if (inside >= atOnce + waiting) return Effect.fail(new Overloaded({ retryAfterSeconds: 1 }))
      inside++
      return semaphore.withPermit(Effect.uninterruptible(work)).pipe(Effect.ensuring(leave))
    })
})
