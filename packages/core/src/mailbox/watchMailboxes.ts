/**
 * While a login waits for a code, and only then, its account's mailbox is looked at, by the node where the login is under way.
 * What becomes of a message is judged as of one that a phone forwards.
 */
import { Cause, Duration, Effect, FiberMap, Layer, Stream } from "effect"
import { AwakeActors } from "../actor/AwakeActors.ts"
import { CodeRepository } from "../codes/CodeRepository.ts"
import { ReceivedCodes } from "../codes/ReceivedCodes.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { EventLog } from "../events/EventLog.ts"
import type { MailboxUnreadable, MailMessage, OpenMailbox } from "./ImapReader.ts"
import { isPinnedSubject, pinnedSender } from "./Mailbox.ts"
import { Mailboxes } from "./Mailboxes.ts"
import type { StoredMailbox } from "../codes/MailboxRows.ts"

const betweenLooks = Duration.seconds(3)
/** After a fault of the network, or where there is none to be opened, while the login still waits: its owner may mend it. */
const betweenTries = Duration.seconds(10)

export const watchMailboxesLayer: Layer.Layer<
  never,
  never,
  ActivityLog | AwakeActors | CodeRepository | EventLog | Mailboxes | ReceivedCodes
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const activity = yield* ActivityLog
    const awake = yield* AwakeActors
    const codes = yield* CodeRepository
    const events = yield* EventLog
    const mailboxes = yield* Mailboxes
    const received = yield* ReceivedCodes
    const watches = yield* FiberMap.make<string>()
    /** Accounts that asked, and whose watch has not looked since. */
    const asked = new Set<string>()

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

    /** From the request to its end, over the wrong codes in between, or until its owner changes the mailbox. */
    const follow = Effect.fnUntraced(function* (accountId: string, stored: StoredMailbox, mailbox: OpenMailbox) {
      for (;;) {
        const { loginAt, question } = yield* codes.moment(accountId)
        if (question === null || loginAt === null) return
        const current = yield* codes.findMailbox(accountId)
        if (current?.addedAt.epochMilliseconds !== stored.addedAt.epochMilliseconds) return
        const found = yield* mailbox.look(stored.senders, loginAt)
        yield* Effect.forEach(found, (message) => take(accountId, stored, message), { discard: true })
        yield* Effect.sleep(betweenLooks)
      }
    })

    const tell = (accountId: string, { message, refused }: MailboxUnreadable) =>
      activity.add({
        accountId,
        kind: "code.mailbox_failed",
        message: `The account's mailbox gave no code: ${message}`,
        data: { refused },
        once: true
      })

    const read = (accountId: string, stored: StoredMailbox) =>
      mailboxes.open(accountId, stored).pipe(
        Effect.flatMap((mailbox) => follow(accountId, stored, mailbox)),
        Effect.scoped,
        Effect.as(true),
        Effect.catchTag("MailboxUnreadable", (fault) =>
          tell(accountId, fault).pipe(
            Effect.andThen(
              codes.noteMailbox(accountId, stored.addedAt, { fault: fault.message, refused: fault.refused })
            ),
            Effect.as(false)
          )
        )
      )

    const watch = Effect.fnUntraced(function* (accountId: string) {
      for (;;) {
        const { loginAt, question } = yield* codes.moment(accountId)
        if (question === null || loginAt === null) return
        const stored = yield* codes.findMailbox(accountId)
        const wasRead = stored !== null && !stored.refused && (yield* read(accountId, stored))
        if (!wasRead) yield* Effect.sleep(betweenTries)
      }
    })

    /** A login may ask while the mailbox of the one before is being closed. */
    const watchAll = (accountId: string): Effect.Effect<void> =>
      Effect.suspend(() =>
        asked.delete(accountId) ? Effect.andThen(untilOver(accountId), watchAll(accountId)) : Effect.void
      )

    /** The database may be away for a moment: the login waits all the same, and its code comes. */
    const untilOver = (accountId: string): Effect.Effect<void> =>
      Effect.catchCause(watch(accountId), (cause) =>
        Cause.hasInterrupts(cause)
          ? Effect.failCause(cause)
          : Effect.logWarning("a mailbox could not be watched; it is looked at again", cause).pipe(
              Effect.andThen(Effect.sleep(betweenTries)),
              Effect.andThen(untilOver(accountId))
            )
      )

    yield* events.feed.pipe(
      Stream.filter(({ accountId, type }) => type === "assistance.requested" && awake.find(accountId) !== undefined),
      Stream.runForEach(({ accountId }) =>
        Effect.suspend(() => {
          asked.add(accountId)
          return FiberMap.run(watches, accountId, watchAll(accountId), { onlyIfMissing: true })
        })
      ),
      Effect.forkScoped
    )
  })
)
