/**
 * Counterfoil that tells your team's chat what people must know: `CHAT_URL` takes `{ "text": … }`, as Slack, Mattermost and
 * others do. Events arrive at least once; a chat that is slow or away holds nothing up, and what it misses is dropped.
 */
import { NodeRuntime } from "@effect/platform-node"
import { configFromEnv, Counterfoil } from "@counterfoil/runtime"
import { Console, Effect, Layer, Option, Redacted, Schedule, Stream } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, HttpClientResponse, HttpServer } from "effect/http"

// The address of a chat's hook is a secret: who has it writes to the chat.
const chat = Redacted.make(process.env["CHAT_URL"] ?? "http://127.0.0.1:9400/hook")

/** What is worth a person's attention. The text names the account, never an amount or a name. */
const sentenceFor = (type: string, accountId: string): Option.Option<string> => {
  switch (type) {
    case "assistance.requested":
      return Option.some(`The bank asks for a code for account ${accountId}`)
    case "login.failed":
      return Option.some(`The login of account ${accountId} failed`)
    default:
      return Option.none()
  }
}

const tell = (text: string) =>
  HttpClient.execute(HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(Redacted.value(chat)), { text })).pipe(
    Effect.flatMap(HttpClientResponse.filterStatusOk),
    Effect.timeout("10 seconds"),
    Effect.retry({ schedule: Schedule.exponential("500 millis"), times: 3 }),
    Effect.catch(({ _tag }) => Effect.logWarning(`The chat was not told (${_tag})`))
  )

const notices = Counterfoil.events.pipe(
  Stream.flatMap(({ accountId, type }) => Stream.fromIterable(Option.toArray(sentenceFor(type, accountId)))),
  // Slow work is for behind a queue: the stream of events is shared with the realtime API.
  Stream.buffer({ capacity: 1_000, strategy: "dropping" }),
  Stream.runForEach(tell)
)

const program = Effect.gen(function* () {
  yield* HttpServer.addressFormattedWith((address) => Console.log(`Counterfoil listens on ${address}`))
  yield* notices
}).pipe(Effect.provide(FetchHttpClient.layer))

const service = Effect.map(configFromEnv, (config) => Counterfoil.layer(config))

NodeRuntime.runMain(Effect.provide(program, Layer.unwrap(service)))
