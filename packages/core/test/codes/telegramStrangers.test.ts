/** What somebody in Telegram can do who isn't the owner: everybody may write to a bot, and groups have more members. */
import {
  AccountCommands,
  type AskedNotice,
  MailSockets,
  NoticeChannels,
  NoticeRepository,
  NoticeSender,
  outboundHttpLayer,
  ReceivedCodes,
  TelegramReplies
} from "@counterfoil/core"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Redacted, type Scope } from "effect"
import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { channel } from "./telegramChannel.ts"

const notice: AskedNotice = {
  assistanceId: "otp",
  accountId: "account",
  attempt: 0,
  reference: "7",
  type: "otp",
  choices: null,
  channel
}
const bot = { id: 123 }
const owners = { chat: { id: 42 }, text: "654321", reply_to_message: { message_id: 7, from: bot, text: "A code" } }

interface Told {
  readonly update_id: number
  readonly message: object
}

/** As Telegram writes them, other letters than ASCII in six bytes each. */
const written = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

const fieldOf = (body: unknown, name: string): unknown =>
  Object.entries(Object(body)).find(([key]) => key === name)?.[1]

/** What is told from an offset on, at most so many; the names of other methods that were called. */
const startBotApi = (
  told: ReadonlyArray<Told>
): Effect.Effect<{ url: string; called: Array<string> }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const called: Array<string> = []
    const answer = (method: string, body: unknown): unknown => {
      if (method !== "getUpdates") return { ok: called.push(`${method} ${fieldOf(body, "message_id") ?? ""}`.trim()) }
      const offset = Number(fieldOf(body, "offset") ?? 0)
      const result = told.filter(({ update_id }) => update_id >= offset).slice(0, Number(fieldOf(body, "limit") ?? 100))
      return { ok: true, result }
    }
    const server = createServer((request, response) => {
      void json(request).then((body) =>
        response.end(written(answer((request.url ?? "").split("/").at(-1) ?? "", body)))
      )
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    const address = server.address()
    return { url: `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`, called }
  })

/** Listens until the owner's reply has come; what the bot did by then. */
const untilAnswered = Effect.fnUntraced(function* (before: ReadonlyArray<object>) {
  const told = [...before, owners].map((message, at) => ({
    update_id: 100 + at,
    message: { message_id: 1000 + at, ...message }
  }))
  const { called, url } = yield* startBotApi(told)
  const code = yield* Deferred.make<string>()
  let nextUpdate: bigint | null = null
  const config = { kind: "telegram" as const, bot_token: "123:token", chat_id: "42", url }
  const Outside = Layer.mergeAll(
    Layer.mock(AccountCommands, {
      submitOtp: (_, answer) => Effect.asVoid(Deferred.succeed(code, Redacted.value(answer)))
    }),
    Layer.mock(ReceivedCodes, { noteSpent: () => Effect.void }),
    Layer.mock(NoticeChannels, { open: () => Effect.succeed(config) }),
    Layer.mock(NoticeRepository, {
      asked: Effect.succeed([notice]),
      holdBot: () => Effect.sync(() => ({ nextUpdate })),
      noteUpdate: (_, next) => Effect.sync(() => void (nextUpdate = next)),
      leaveBot: () => Effect.void
    }),
    NoticeSender.layer.pipe(
      Layer.provide([outboundHttpLayer({ allow: ["127.0.0.0/8"] }), MailSockets.layer({ allow: [] })])
    )
  )
  yield* Effect.gen(function* () {
    yield* (yield* TelegramReplies).listen
    assert.strictEqual(yield* Deferred.await(code), "654321")
  }).pipe(Effect.provide(TelegramReplies.layer.pipe(Layer.provide(Outside))))
  return called
}, Effect.scoped)

const stranger = (text: string) => ({ chat: { id: 666 }, text, reply_to_message: { message_id: 1, from: bot, text } })

it.live("a stranger's longest messages keep no reply away", () =>
  untilAnswered(Array.from({ length: 40 }, () => stranger("ñ".repeat(4096))))
)

it.live("nor does one that is like none that is known", () =>
  untilAnswered([{ chat: { id: 666 }, text: { not: "a text" } }, { message_id: "none" }])
)

it.live("replies to others in a group, and what is written to a topic, are nobody's answer and stay", () =>
  Effect.gen(function* () {
    const chat = { id: 42 }
    const called = yield* untilAnswered([
      { chat, text: "See you at eight", reply_to_message: { message_id: 3, from: { id: 5 }, text: "When?" } },
      { chat, text: "Hello", reply_to_message: { message_id: 2, from: { id: 1234 }, forum_topic_created: {} } }
    ])

    assert.deepStrictEqual(
      called.filter((one) => !one.endsWith(" 1002")),
      []
    )
  })
)
