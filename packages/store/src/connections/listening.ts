/** LISTEN, with a small query now and then: the loss of a connection that carries nothing would go unnoticed. */
import { Duration, Effect, Stream } from "effect"
import type { SqlError } from "effect/sql"
import { ownConnection } from "./ownConnection.ts"

const betweenQuestions = Duration.seconds(5)
const deadline = Duration.seconds(5)

export interface Listening {
  /** What is sent on the channel from now on. Fails when the connection is lost. */
  readonly payloads: Stream.Stream<string, SqlError.SqlError>
}

/** Answers once the server listens on the channel. */
export const listening = Effect.fnUntraced(function* (channel: string) {
  const connection = yield* ownConnection(deadline, " listen")
  const queue = yield* connection.listen(channel)
  // Without an answer the connection is ended, and the queue with it.
  yield* Effect.forever(Effect.andThen(Effect.sleep(betweenQuestions), connection.run("SELECT 1"))).pipe(
    Effect.ignore,
    Effect.forkScoped
  )
  const heard: Listening = { payloads: Stream.map(Stream.fromQueue(queue), ({ payload }) => payload) }
  return heard
})
