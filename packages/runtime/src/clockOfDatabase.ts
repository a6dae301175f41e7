/** Whether this machine's clock and the database's agree: one of two that don't is wrong, and so is one node beside others. */
import { Clock, Duration, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

/** More than what machines that are set by NTP differ by, less than what receivers of webhooks and other nodes put up with. */
const tolerated = Duration.seconds(30)
const betweenLooks = Duration.hours(1)

const Answer = Schema.Tuple([Schema.Struct({ at: Schema.Number })])

/** Undefined: they agree. What the question itself takes counts for nothing. */
export const clockComplaint = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const before = yield* Clock.currentTimeMillis
  const rows = yield* sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`
  const after = yield* Clock.currentTimeMillis
  const [{ at }] = yield* Effect.orDie(Schema.decodeUnknownEffect(Answer)(rows))
  const ahead = at < before ? before - at : Math.min(after - at, 0)
  if (Math.abs(ahead) < Duration.toMillis(tolerated)) return undefined
  const by = `${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? "ahead of" : "behind"} the database's`
  return `the clock of this machine is ${by}: receivers may refuse webhooks for it, and other nodes whoever logged in here; let both be set by NTP`
})

/** Warns when it begins, and again when they differ otherwise. A database that is away is told of elsewhere. */
export const watchClock = Effect.gen(function* () {
  let told: string | undefined
  const look = Effect.flatMap(clockComplaint, (complaint) => {
    const isNew = complaint !== undefined && complaint !== told
    told = complaint
    return isNew ? Effect.logWarning(complaint) : Effect.void
  })
  return yield* Effect.ignore(look).pipe(Effect.andThen(Effect.sleep(betweenLooks)), Effect.forever)
})
