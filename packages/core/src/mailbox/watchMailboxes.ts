/**
 * While a login waits for a code, and only then, its account's mailbox is looked at, by the node where the login is under way.
 * What becomes of a message is judged as of one that a phone forwards.
 */
import { Duration, Effect, FiberMap, Layer, Stream } from "effect"
import { AwakeActors } from "../actor/AwakeActors.ts"
import { CodeRepository } from "../codes/CodeRepository.ts"
import { ReceivedCodes } from "../codes/ReceivedCodes.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { EventLog } from "../events/EventLog.ts"
import type { MailboxUnreadable, MailMessage, OpenMailbox } from "./ImapReader.ts"
import { isPinnedSubject, pinnedSender } from "./Mailbox.ts"
import { Mailboxes } from "./Mailboxes.ts"
import { MailboxRepository, type StoredMailbox } from "./MailboxRepository.ts"

const betweenLooks = Duration.seconds(3)
/** After a fault of the network, while the login still waits. */
const betweenTries = Duration.seconds(10)

export const watchMailboxesLayer: Layer.Layer<
  never,
  never,
  ActivityLog | AwakeActors | CodeRepository | EventLog | Mailboxes | MailboxRepository | ReceivedCodes
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const activity = yield* ActivityLog
    const awake = yield* AwakeActors
    const codes = yield* CodeRepository
    const events = yield* EventLog
    const mailboxes = yield* Mailboxes
    const repository = yield* MailboxRepository
    const received = yield* ReceivedCodes
    const watches = yield* FiberMap.make<string>()

    const take = Effect.fnUntraced(function* (accountId: string, stored: StoredMailbox, message: MailMessage) {
      const sender = pinnedSender(stored.senders, message.from)
      if (sender === undefined || !isPinnedSubject(stored.subject, message.subject)) return
      const text = yield* message.words
      yield* received.take(
        {
          accountId,
          channel: "email",
          message: { text, sender, sentAt: message.sentAt, handedOnAt: null },
          rules: { senders: stored.senders, pattern: stored.pattern }
        },
        Effect.void
      )
    })

    /** From the request to its end, over the wrong codes in between. */
    const follow = Effect.fnUntraced(function* (accountId: string, stored: StoredMailbox, mailbox: OpenMailbox) {
      for (;;) {
        const { loginAt, question } = yield* codes.moment(accountId)
        if (question === null || loginAt === null) return
        const found = yield* mailbox.look(stored.senders, loginAt)
        yield* Effect.forEach(found, (message) => take(accountId, stored, message), { discard: true })
        yield* Effect.sleep(betweenLooks)
      }
    })

    const tell = (accountId: string, { message }: MailboxUnreadable) =>
      activity.add({
        accountId,
        kind: "code.mailbox_failed",
        message: `The account's mailbox gave no code: ${message}`,
        once: true
      })

    const watch = (accountId: string): Effect.Effect<void> =>
      Effect.gen(function* () {
        const stored = yield* repository.find(accountId)
        if (stored === null || stored.refused) return
        const { question } = yield* codes.moment(accountId)
        if (question === null) return
        yield* mailboxes.open(accountId, stored).pipe(
          Effect.flatMap((mailbox) => follow(accountId, stored, mailbox)),
          Effect.scoped,
          Effect.catchTag("MailboxUnreadable", (fault) =>
            tell(accountId, fault).pipe(
              Effect.andThen(repository.note(accountId, { fault: fault.message, refused: fault.refused })),
              Effect.andThen(Effect.sleep(betweenTries)),
              Effect.andThen(Effect.suspend(() => watch(accountId)))
            )
          )
        )
      })

    yield* events.feed.pipe(
      Stream.filter(({ accountId, type }) => type === "assistance.requested" && awake.find(accountId) !== undefined),
      Stream.runForEach(({ accountId }) =>
        FiberMap.run(
          watches,
          accountId,
          Effect.catchCause(watch(accountId), (cause) => Effect.logWarning("a mailbox could not be watched", cause)),
          // One that watches already sees the code of this request too.
          { onlyIfMissing: true }
        )
      ),
      Effect.forkScoped
    )
  })
)
