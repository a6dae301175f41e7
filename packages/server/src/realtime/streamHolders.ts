/**
 * Whose streams are open on this node, and in which session. A change of the password ends the streams of its own node at once;
 * those of other nodes, and after a reset by the operator, end when this looks next.
 */
import type { TicketHolder, Users } from "@counterfoil/core"
import type { RealtimeHub } from "@counterfoil/uws"
import { Effect } from "effect"

interface Session extends Pick<TicketHolder, "userId" | "sessionVersion"> {
  /** Nobody heard its topic at the last look: it is over, or its first stream is just being opened. */
  quiet: boolean
}

export const streamHolders = (
  { close, subscribers }: Pick<RealtimeHub["Service"], "close" | "subscribers">,
  find: Users["Service"]["find"]
) => {
  const sessions = new Map<string, Session>()

  const lookAt = Effect.fnUntraced(function* (topic: string, session: Session) {
    const user = yield* find(session.userId)
    if (user?.sessionVersion !== session.sessionVersion) {
      yield* close(topic, { code: 4401, reason: "The session is over: log in again" })
    }
    const wasQuiet = session.quiet
    session.quiet = (yield* subscribers(topic)) === 0
    if (session.quiet && wasQuiet) sessions.delete(topic)
  })

  return {
    /** To be called for each stream. Answers a topic on which nothing is said: by it the session's streams are known. */
    enter: ({ sessionVersion, userId }: Pick<TicketHolder, "userId" | "sessionVersion">): string => {
      const topic = `user:${userId}:session:${sessionVersion}`
      sessions.set(topic, { userId, sessionVersion, quiet: false })
      return topic
    },
    /** Ends the streams of sessions that are over. */
    look: Effect.suspend(() =>
      Effect.forEach([...sessions], ([topic, session]) => lookAt(topic, session), {
        concurrency: "unbounded",
        discard: true
      })
    )
  }
}
