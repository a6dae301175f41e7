/** A person's realtime stream: opened with a ticket, remembered message by message. */
import { Effect, Schema, type Scope } from "effect"
import { call, type StepFailed, until } from "./Client.ts"

const Message = Schema.fromJsonString(
  Schema.Struct({
    type: Schema.String,
    userId: Schema.String,
    accountId: Schema.String,
    data: Schema.Record(Schema.String, Schema.Json),
    occurredAt: Schema.String
  })
)
export type Message = typeof Message.Type
const decode = Schema.decodeUnknownSync(Message)

export interface RealtimeStream {
  readonly messages: ReadonlyArray<Message>
  /** The first message of the type for the account, among those that came from `from` on. */
  readonly wait: (type: string, accountId: string, from?: number) => Effect.Effect<Message, StepFailed>
}

export const openStream = (base: string, token: string): Effect.Effect<RealtimeStream, StepFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const { ticket } = yield* call(
      `${base}/realtime/ticket`,
      200,
      Schema.Struct({ ticket: Schema.String, ttl_seconds: Schema.Int }),
      { method: "POST", headers: { authorization: `Bearer ${token}` } }
    )
    const messages: Array<Message> = []
    yield* Effect.acquireRelease(
      Effect.callback<WebSocket>((resume) => {
        const socket = new WebSocket(`${base.replace(/^http/, "ws")}/realtime`, ["realtime.v1", ticket])
        socket.addEventListener("message", (event) => {
          messages.push(decode(event.data))
        })
        socket.addEventListener("open", () => resume(Effect.succeed(socket)))
      }),
      (socket) => Effect.sync(() => socket.close())
    )
    return {
      messages,
      wait: (type, accountId, from = 0) =>
        until(
          `${type} on the realtime stream`,
          Effect.sync(() =>
            messages.slice(from).find((message) => message.type === type && message.accountId === accountId)
          ),
          (message) => message !== undefined
        ).pipe(
          Effect.flatMap((message) => (message === undefined ? Effect.die("unreachable") : Effect.succeed(message)))
        )
    }
  })
