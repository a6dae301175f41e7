/**
 * Reads events as they are committed and hands each to `publish`, over lost connections too.
 *
 * While connected, each commit announces its ids: nothing is missed, in whatever order transactions commit. After a
 * connection was lost the table is read from a little before the last id on, since ids are taken before they are
 * committed; what was handed over already is passed over.
 */
import { Cause, Duration, Effect, Stream } from "effect"
import { type Announcement, EventRepository } from "./EventRepository.ts"
import type { AccountEvent } from "./Event.ts"

/** How many ids an event may be late by when a connection comes back. */
const overlap = 1000
const page = 500
const longestPause = Duration.seconds(5)

const pause = (failures: number): Duration.Duration =>
  Duration.min(longestPause, Duration.millis(100 * 2 ** Math.min(failures, 10)))

/** Answers, once it knows where the table ends, the effect that follows for ever. */
export const followEvents = Effect.fnUntraced(function* (
  publish: (events: ReadonlyArray<AccountEvent>) => Effect.Effect<void>
) {
  const repository = yield* EventRepository
  const known = yield* repository.latestIds(overlap)
  /** By id, when it occurred, where that is known: a database that lost its last transactions gives their ids out again. */
  const seen = new Map<bigint, number | undefined>(known.map((id) => [id, undefined]))
  let last = known.at(-1) ?? 0n
  let failures = 0

  const forgetOld = () => {
    if (seen.size < 2 * overlap) return
    const horizon = last - BigInt(overlap)
    for (const id of seen.keys()) if (id <= horizon) seen.delete(id)
  }

  const isSeen = ({ id, occurredAt }: AccountEvent) =>
    seen.has(id) && (seen.get(id) ?? occurredAt.epochMilliseconds) === occurredAt.epochMilliseconds

  const handOver = Effect.fnUntraced(function* (events: ReadonlyArray<AccountEvent>) {
    const fresh = events.filter((event) => !isSeen(event))
    yield* publish(fresh)
    for (const { id, occurredAt } of fresh) {
      seen.set(id, occurredAt.epochMilliseconds)
      if (id > last) last = id
    }
    forgetOld()
  })

  const catchUp = Effect.gen(function* () {
    for (let from = last - BigInt(overlap); ;) {
      const events = yield* repository.after(from, page)
      yield* handOver(events)
      const end = events.at(-1)
      if (end === undefined || events.length < page) return
      from = end.id
    }
  })

  const onAnnouncement = (announcement: Announcement): Effect.Effect<void> =>
    Effect.tap(
      announcement._tag === "Listening" ? catchUp : Effect.flatMap(repository.some(announcement.ids), handOver),
      // Not before: a database that lets us listen may still refuse to be read.
      () => Effect.sync(() => void (failures = 0))
    )

  const follow = Stream.runForEach(repository.announcements, onAnnouncement).pipe(
    // An interrupt of the feed itself isn't caught here. One in this cause ended what it waited for: a pool that closes a
    // connection answers so.
    Effect.catchCause((cause) =>
      failures === 0
        ? Effect.logWarning(`The feed of events lost its connection and begins anew: ${String(Cause.squash(cause))}`)
        : Effect.void
    ),
    Effect.andThen(Effect.suspend(() => Effect.sleep(pause(failures++))))
  )
  return Effect.forever(follow)
})
