/** What a reply in Telegram does, by what was asked there. */
import {
  AccountCommands,
  type AskedNotice,
  LoginUnreachable,
  NoPendingAssistance,
  NoticeChannels,
  NoticeNotSent,
  NoticeRepository,
  NoticeSender,
  ReceivedCodes,
  replyTag,
  TelegramReplies
} from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, type Duration, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { channel } from "./telegramChannel.ts"

type Asked = Omit<AskedNotice, "channel">

const asked = (reference: string | null, type: AskedNotice["type"], choices: AskedNotice["choices"] = null): Asked => ({
  assistanceId: type,
  accountId: "account",
  attempt: 0,
  reference,
  type,
  choices
})

/** The replies come in one batch; what was done, and what was said to each. */
const after = Effect.fnUntraced(function* (
  notices: ReadonlyArray<Asked>,
  replies: ReadonlyArray<readonly [to: number, text: string, quoted?: string]>,
  language: "en" | "es" = "en"
) {
  const done: Array<string> = []
  const said: Array<string> = []
  const over = yield* Deferred.make<void>()
  let looked = 0
  const result = replies.map(([to, text, quoted = "Counterfoil: a code is needed"], place) => ({
    update_id: place,
    message: { message_id: 50 + place, chat: { id: 42 }, text, reply_to_message: { message_id: to, text: quoted } }
  }))
  const Outside = Layer.mergeAll(
    Layer.mock(AccountCommands, {
      submitOtp: (_, code, how) =>
        how?.assistanceId === "gone"
          ? Effect.fail(new NoPendingAssistance())
          : how?.assistanceId === "frozen"
            ? Effect.die(new LoginUnreachable({ cause: "its node is frozen" }))
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
    Layer.mock(NoticeRepository, {
      asked: Effect.succeed(notices.map((notice) => ({ ...notice, channel: { ...channel, language } }))),
      holdBot: () => Effect.succeed({ nextUpdate: null }),
      noteUpdate: () => Effect.void,
      leaveBot: () => Effect.void
    }),
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
    yield* (yield* TelegramReplies).listen
    yield* Deferred.await(over)
  }).pipe(Effect.provide(TelegramReplies.layer.pipe(Layer.provide(Outside))))
  return { done, said }
})

describe("a reply in Telegram", () => {
  it.effect("is asked for with a rest where a Bot API of the user's own answers at once, and without one else", () =>
    Effect.gen(function* () {
      const asks = (answer: Effect.Effect<unknown>, during: Duration.Input) =>
        Effect.gen(function* () {
          let count = 0
          const Outside = Layer.mergeAll(
            Layer.mock(AccountCommands, {}),
            Layer.mock(ReceivedCodes, {}),
            Layer.mock(NoticeChannels, {
              open: () => Effect.succeed({ kind: "telegram" as const, bot_token: "t", chat_id: "42" })
            }),
            Layer.mock(NoticeRepository, {
              asked: Effect.succeed([{ ...asked("1", "picture"), channel }]),
              // Without a rest it would go on for ever within one instant.
              holdBot: () => Effect.sync(() => (++count > 100 ? null : { nextUpdate: null })),
              noteUpdate: () => Effect.void,
              leaveBot: () => Effect.void
            }),
            Layer.mock(NoticeSender, {
              post: ({ url }) => (url.endsWith("/getUpdates") ? answer : Effect.succeed({}))
            })
          )
          yield* Effect.gen(function* () {
            yield* (yield* TelegramReplies).listen
            yield* TestClock.adjust(during)
          }).pipe(Effect.provide(TelegramReplies.layer.pipe(Layer.provide(Outside))))
          return count
        })
      const message = { message_id: 2, chat: { id: 42 }, text: "" }
      const reply = { ...message, reply_to_message: { message_id: 9 } }
      const none = Effect.succeed({ result: [] })

      assert.strictEqual(yield* asks(none, "9 seconds"), 5)
      assert.strictEqual(yield* asks(Effect.succeed({ result: [{ update_id: 1, message }] }), "9 seconds"), 5)
      // The first is taken as one that came just then.
      assert.strictEqual(yield* asks(Effect.succeed({ result: [{ update_id: 1, message: reply }] }), "9 seconds"), 6)
      assert.strictEqual(yield* asks(Effect.delay(none, "20 seconds"), "90 seconds"), 5)
    })
  )

  it.effect("that another program takes first can't be read, and the channel's owner is told so", () =>
    Effect.gen(function* () {
      const noted: Array<readonly [string, string | null]> = []
      let open = true
      const Outside = Layer.mergeAll(
        Layer.mock(AccountCommands, {}),
        Layer.mock(ReceivedCodes, {}),
        Layer.mock(NoticeChannels, {
          open: () => Effect.succeed({ kind: "telegram" as const, bot_token: "t", chat_id: "42" })
        }),
        Layer.mock(NoticeRepository, {
          asked: Effect.sync(() => (open ? [{ ...asked("1", "otp"), channel }] : [])),
          holdBot: () => Effect.succeed({ nextUpdate: null }),
          leaveBot: () => Effect.void,
          note: (id, fault) => Effect.sync(() => void noted.push([id, fault]))
        }),
        Layer.mock(NoticeSender, {
          post: () =>
            Effect.fail(new NoticeNotSent({ message: "the server answered 409", passing: false, status: 409 }))
        })
      )
      yield* Effect.gen(function* () {
        yield* (yield* TelegramReplies).listen
        yield* TestClock.adjust("1 minute")
        open = false
        yield* TestClock.adjust("1 minute")
      }).pipe(Effect.provide(TelegramReplies.layer.pipe(Layer.provide(Outside))))
      assert.strictEqual(noted.length, 1)
      assert.deepStrictEqual(noted[0]?.[0], "channel")
      assert.match(noted[0]?.[1] ?? "", /^another program, or a webhook, reads what is written to this bot/)
    })
  )

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

  it.live("says itself what it answers, before the message's number is kept, and if it never is", () =>
    Effect.gen(function* () {
      const notice = asked(null, "otp")
      const tag = replyTag(notice)
      const { done, said } = yield* after(
        [notice],
        [
          [9, "111111"],
          [9, "222222", `Counterfoil: a code is needed\nA login at ${tag} waits.`],
          [9, "333333", `Counterfoil: a code is needed\n${replyTag({ ...notice, attempt: 1 })}`],
          [9, "444444", `Counterfoil: a code is needed\nA login waits.\nhttps://counterfoil.example/app/\n${tag}`]
        ]
      )
      assert.deepStrictEqual(done, ["otp 444444 telegram all", "spent 444444"])
      assert.strictEqual(said.at(-1), "Handed to the login.")
      assert.match(tag, /^#q[0-9a-f]{8}$/)
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

  it.effect("is told when its login can't be reached, so that it isn't taken for one that was handed over", () =>
    Effect.gen(function* () {
      const { done, said } = yield* after([{ ...asked("1", "otp"), assistanceId: "frozen" }], [[1, "123456"]])
      assert.deepStrictEqual(done, [])
      assert.deepStrictEqual(said, [
        "The login can't be reached for the moment: see in Counterfoil whether it still waits, then reply again."
      ])
    })
  )
})
