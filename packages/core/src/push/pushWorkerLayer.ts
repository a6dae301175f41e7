/**
 * Rings the phones: what is to be told is a row, written by the commit of what it tells of. A message that is taken up is
 * due again a little later, so a sender that vanishes loses nothing; several nodes may work on one table.
 */
import { DateTime, Duration, Effect, Layer, Stream } from "effect"
import { logFailure } from "../DatabaseUnavailable.ts"
import type { OutboundHttp } from "../outbound/OutboundHttp.ts"
import { EventLog } from "../events/EventLog.ts"
import type { Vault } from "../security/Vault.ts"
import type { PushIdentityKeeper } from "./PushIdentityKeeper.ts"
import { NoticeRepository } from "../notices/NoticeRepository.ts"
import type { ClaimedPush } from "../notices/PushRows.ts"
import { sendPush } from "./sendPush.ts"

const atOnce = 20
/** Longer than one try may take. */
const lease = Duration.seconds(30)
const lookAgain = Duration.seconds(10)

/** 5 s, 10 s, 20 s …: a question lives for minutes only. */
const waitAfter = (attempts: number): Duration.Duration => Duration.seconds(Math.min(300, 5 * 2 ** (attempts - 1)))

const tell = Effect.fnUntraced(function* (message: ClaimedPush) {
  const repository = yield* NoticeRepository
  const { assistanceId, attempts, channel, expiresAt, id, kind } = message
  const keepFor = DateTime.distance(yield* DateTime.now, expiresAt)
  const end = yield* sendPush(channel, { reason: kind, assistanceId, keepFor })
  switch (end._tag) {
    case "sent":
      yield* repository.endPush(id)
      return yield* repository.notePushed(channel.id)
    case "gone":
      return yield* Effect.asVoid(repository.removePushChannel(channel.userId, channel.id))
    case "failed":
      yield* repository.notePushFault(channel.id, end.fault)
      return yield* repository.retryPush(id, waitAfter(attempts))
  }
})

/**
 * One that fails doesn't end the others. An interrupt of the worker itself isn't caught here; one in this cause ended something
 * that it waited for.
 */
const logged = <R>(effect: Effect.Effect<void, never, R>, message: string) =>
  Effect.catchCause(effect, (cause) => logFailure(message, cause))

const round: Effect.Effect<void, never, NoticeRepository | Vault | OutboundHttp | PushIdentityKeeper> = Effect.gen(
  function* () {
    const repository = yield* NoticeRepository
    for (;;) {
      const claimed = yield* repository.claimPushes(atOnce, lease)
      yield* Effect.forEach(claimed, (message) => logged(tell(message), `push message ${message.id} did not end`), {
        concurrency: "unbounded",
        discard: true
      })
      if (claimed.length < atOnce) return
    }
  }
)

/** What makes a phone ring, from whichever node; the table says the rest. */
const rings = (type: string) =>
  type === "assistance.requested" || type === "assistance.opened" || type === "login.failed"

export const pushWorkerLayer: Layer.Layer<
  never,
  never,
  EventLog | NoticeRepository | Vault | OutboundHttp | PushIdentityKeeper
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { feed } = yield* EventLog
    yield* Stream.merge(
      Stream.filter(feed, ({ type }) => rings(type)).pipe(Stream.as(null)),
      Stream.tick(lookAgain)
    ).pipe(
      // The feed never waits for a slow push service.
      Stream.buffer({ capacity: 1, strategy: "sliding" }),
      Stream.runForEach(() => logged(round, "the push messages could not be read")),
      Effect.forkScoped
    )
  })
)
