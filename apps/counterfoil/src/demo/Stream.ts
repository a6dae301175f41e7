/** A person's realtime stream: opened with a ticket, remembered message by message. */
import { Effect, Schema, type Scope } from "effect"
import { call, fail, type StepFailed } from "./Client.ts"

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

/** Of a busy machine, which needs half a minute for what takes a second elsewhere. */
const patience = "90 seconds"

const connect = (url: string, ticket: string, onMessage: (message: Message) => void) =>
  Effect.acquireRelease(
    Effect.callback<WebSocket, StepFailed>((resume) => {
      const socket = new WebSocket(url, ["realtime.v1", ticket])
      socket.addEventListener("message", (event) => onMessage(decode(event.data)))
      socket.addEventListener("open", () => resume(Effect.succeed(socket)))
      socket.addEventListener("error", () => resume(fail(`the realtime stream ${url} was refused`)))
    }),
    (socket) => Effect.sync(() => socket.close())
  )

/** `types`: the contract's alone, if none is said. */
export const openStream = (
  base: string,
  token: string,
  types?: "all"
): Effect.Effect<RealtimeStream, StepFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const { ticket } = yield* call(
      `${base}/realtime/ticket`,
      200,
      Schema.Struct({ ticket: Schema.String, ttl_seconds: Schema.Int }),
      {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        ...(types === undefined ? {} : { body: { types } })
      }
    )
    const messages: Array<Message> = []
    const onArrival = new Set<() => void>()
    yield* connect(`${base.replace(/^http/, "ws")}/realtime`, ticket, (message) => {
      messages.push(message)
      for (const look of onArrival) look()
    })
    const wait: RealtimeStream["wait"] = (type, accountId, from = 0) =>
      Effect.callback<Message>((resume) => {
        const look = () => {
          const found = messages.slice(from).find((each) => each.type === type && each.accountId === accountId)
          if (found !== undefined) resume(Effect.succeed(found))
        }
        onArrival.add(look)
        look()
        return Effect.sync(() => onArrival.delete(look))
      }).pipe(
        Effect.timeoutOrElse({
          duration: patience,
          orElse: () => {
            const seen = messages.slice(from).map((each) => each.type)
            return fail(`${type} did not come on the realtime stream within ${patience}; seen: ${seen.join(", ")}`)
          }
        })
      )
    return { messages, wait }
  })
