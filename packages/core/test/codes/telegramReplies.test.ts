/** What a reply in Telegram does, by what was asked there. */
import {
  AccountCommands,
  type AskedNotice,
  NoPendingAssistance,
  NoticeChannels,
  NoticeRepository,
  NoticeSender,
  ReceivedCodes,
  TelegramReplies
} from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Layer, Redacted } from "effect"

const channel = {
  id: "channel",
  userId: "user",
  kind: "telegram" as const,
  name: "bot",
  config: new Uint8Array(),
  createdAt: DateTime.makeUnsafe(0),
  language: "en" as const,
  pageOrigin: null,
  lastSuccessAt: null,
  lastFault: null
}

const asked = (reference: string, type: AskedNotice["type"], choices: AskedNotice["choices"] = null): AskedNotice => ({
  assistanceId: type,
  accountId: "account",
  reference,
  type,
  choices
})

/** The replies come in one batch; what was done, and what was said to each. */
const after = Effect.fnUntraced(function* (
  notices: ReadonlyArray<AskedNotice>,
  replies: ReadonlyArray<readonly [to: number, text: string]>,
  language: "en" | "es" = "en"
) {
  const done: Array<string> = []
  const said: Array<string> = []
  const over = yield* Deferred.make<void>()
  let looked = 0
  const result = replies.map(([to, text], place) => ({
    update_id: place,
    message: { message_id: 50 + place, chat: { id: 42 }, text, reply_to_message: { message_id: to } }
  }))
  const Outside = Layer.mergeAll(
    Layer.mock(AccountCommands, {
      submitOtp: (_, code, how) =>
        how?.assistanceId === "gone"
          ? Effect.fail(new NoPendingAssistance())
          : Effect.sync(
              () => void done.push(`${how?.assistanceId} ${Redacted.value(code)} ${how?.channel} ${how?.answers}`)
            ),
      withdraw: (_, assistanceId) => Effect.sync(() => void done.push(`withdrawn ${assistanceId}`))
    }),
    Layer.mock(ReceivedCodes, {
      noteSpent: (_, code) => Effect.sync(() => void done.push(`spent ${Redacted.value(code)}`))
    }),
    Layer.mock(NoticeChannels, {
      open: () => Effect.succeed({ kind: "telegram" as const, bot_token: "t", chat_id: "42" })
    }),
    Layer.mock(NoticeRepository, { asked: () => Effect.succeed(notices) }),
    Layer.mock(NoticeSender, {
      post: ({ body, url }) => {
        if (url.endsWith("/sendMessage")) said.push(String(body["text"]))
        if (!url.endsWith("/getUpdates")) return Effect.succeed({})
        looked += 1
        return looked === 1
          ? Effect.succeed({ result })
          : Effect.andThen(Deferred.succeed(over, undefined), Effect.never)
      }
    })
  )
  yield* Effect.gen(function* () {
    yield* (yield* TelegramReplies).listen({ ...channel, language })
    yield* Deferred.await(over)
  }).pipe(Effect.provide(TelegramReplies.layer.pipe(Layer.provide(Outside))))
  return { done, said }
})

describe("a reply in Telegram", () => {
  it.live(
    "answers a question by the number or the words of a choice, and what a picture shows; only codes are noted as spent",
    () =>
      Effect.gen(function* () {
        const { done, said } = yield* after(
          [asked("1", "question", ["Personal", "Work"]), asked("2", "picture"), asked("3", "otp")],
          [
            [1, "2"],
            [1, "personal"],
            [2, " AB 12 "],
            [3, "123456"]
          ]
        )
        assert.deepStrictEqual(done, [
          "question Work telegram all",
          "question Personal telegram all",
          "picture AB 12 telegram all",
          "otp 123456 telegram all",
          "spent 123456"
        ])
        assert.deepStrictEqual(new Set(said), new Set(["Handed to the login."]))
      })
  )

  it.live("to an approval ends the login if it wasn't its owner, and does nothing else: the bank's app says yes", () =>
    Effect.gen(function* () {
      const { done, said } = yield* after(
        [asked("1", "approval")],
        [
          [1, "yes"],
          [1, "47"],
          [1, "Not me"]
        ]
      )
      assert.deepStrictEqual(done, ["withdrawn approval"])
      assert.deepStrictEqual(said, [
        "Nothing was sent: approve it in the bank's app, and the login goes on by itself.",
        `Not understood: an approval is given in the bank's app; "not me" ends the login.`,
        "The login was ended."
      ])
    })
  )

  it.live("that comes too late is used for nothing, and is told so in the channel's language", () =>
    Effect.gen(function* () {
      const { done, said } = yield* after(
        [{ ...asked("1", "otp"), assistanceId: "gone" }],
        [
          [1, "123456"],
          [7, "654321"]
        ],
        "es"
      )
      assert.deepStrictEqual(done, [])
      assert.deepStrictEqual(new Set(said), new Set(["Ningún acceso espera ya esto: no se ha usado."]))
    })
  )
})
