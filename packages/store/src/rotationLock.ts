/** Two rotations of the keys at once would each wrap with a new key of its own, and one of them put its list over the other's. */
import { Data, Duration, Effect, Schema } from "effect"
import { ownConnection } from "./connections/ownConnection.ts"

class RotationUnderWay extends Data.TaggedError("RotationUnderWay")<Record<never, never>> {
  override readonly message =
    "another rotation of the keys is at work on this database: wait until it has ended; nothing was changed"
}

/** Any fixed number. */
const lock = 4_155_218_004n

const decodeAnswer = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ locked: Schema.Boolean })]))

/** Excludes others until the scope closes, or the process ends. */
export const oneRotation = Effect.gen(function* () {
  const { run } = yield* ownConnection(Duration.seconds(5), " rotation")
  const [{ locked }] = yield* Effect.orDie(decodeAnswer(yield* run(`select pg_try_advisory_lock(${lock}) as locked`)))
  if (!locked) return yield* new RotationUnderWay()
})
