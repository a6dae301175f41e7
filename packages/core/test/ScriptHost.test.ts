import { assert, describe, it } from "@effect/vitest"
import { noOwner } from "@counterfoil/testing/noOwner"
import { Deferred, Effect, Ref, type Schema } from "effect"
import { flickerPicture } from "../src/codes/flickerPicture.ts"
import { StaleActor } from "../src/accounts/ActorRows.ts"
import { CodeNotObtained, type OtpBroker } from "../src/sessions/assistance/OtpBroker.ts"
import { PageFault } from "../src/scripts/PageCall.ts"
import type { BankPage } from "../src/sessions/BankBrowser.ts"
import type { HostCall } from "../src/scripts/ScriptRunner.ts"
import { noPermit } from "../src/fairSemaphore.ts"
import { makeScriptHost } from "../src/sessions/ScriptHost.ts"
import type { SessionFailure } from "../src/sessions/SessionFailure.ts"

const closed = new PageFault({ code: "PageClosed", message: "there is no page here" })
const page: BankPage = {
  call: () => Effect.fail(closed),
  putSecret: () => Effect.void,
  scrub: (text) => text.replaceAll("hunter2", "[secret]"),
  storageState: Effect.fail(closed),
  beginRun: Effect.void,
  enterPhase: () => Effect.void,
  takeRefused: Effect.succeed([]),
  awaitsAnswer: Effect.succeed(false),
  evidence: Effect.fail(closed),
  picture: () => Effect.succeed(new Uint8Array([1])),
  gone: Effect.never
}

const cancelled = Effect.fail(new CodeNotObtained({ kind: "otp_cancelled" }))
/** What owners were shown, of the requests of all tests here. */
const shown: Array<Uint8Array | undefined> = []
const broker: OtpBroker = {
  ...noOwner,
  request: (_, { picture }) => {
    shown.push(picture)
    return cancelled
  },
  approval: () => Effect.succeed(Effect.never)
}

const ask = Effect.fnUntraced(function* (
  loginMode: "simple" | "assisted",
  verb: string,
  args: Record<string, Schema.Json>,
  confirm: Effect.Effect<void, StaleActor> = Effect.void,
  before: ReadonlyArray<HostCall> = []
) {
  const verdict = yield* Deferred.make<never, SessionFailure | StaleActor>()
  const asked = yield* Ref.make(false)
  const isSent = yield* Ref.make(false)
  const host = yield* makeScriptHost({
    page,
    broker,
    sessionId: "session",
    loginMode,
    typing: { passwordInText: false },
    confirm,
    verdict,
    withoutPermit: noPermit,
    onCodeAsked: (passwordSent) => Effect.andThen(Ref.set(asked, true), Ref.set(isSent, passwordSent)),
    onCodeTaken: Effect.void,
    onCodeGiven: Effect.void
  })
  yield* host.begin("login")
  for (const call of before) yield* host.call(call)
  const answer = yield* host.call({ verb, args })
  const isOver = yield* Deferred.isDone(verdict)
  const failure = isOver ? yield* Effect.flip(Deferred.await(verdict)) : undefined
  const kind = failure?._tag === "SessionFailure" ? failure.kind : failure?._tag
  return { answer, failure, kind, asked: yield* Ref.get(asked), isSent: yield* Ref.get(isSent) }
})

describe("what a login asks of the account's owner", () => {
  it.effect("an approval in the bank's app may take as long as a code", () =>
    Effect.gen(function* () {
      const { answer, asked, failure } = yield* ask("assisted", "otp.approval", { message: "Open the app" })

      // A little longer than the owner is given: the host says first that the time is over.
      assert.deepStrictEqual(answer, { ok: { ms: 305_000 } })
      assert.deepStrictEqual([asked, failure], [true, undefined])
    })
  )

  it.effect("means that the bank has taken the password only where that was sent before", () =>
    Effect.gen(function* () {
      const on = { page: 0, steps: [{ method: "locator", arg: "input" }] }
      const fill: HostCall = { verb: "locator.fill", args: { ...on, value: { secret: "password" } } }
      const click: HostCall = { verb: "locator.click", args: on }
      const asked = (...before: ReadonlyArray<HostCall>) =>
        Effect.map(
          ask("assisted", "otp.approval", { message: "Open the app" }, Effect.void, before),
          ({ isSent }) => isSent
        )

      assert.deepStrictEqual([yield* asked(), yield* asked(fill), yield* asked(fill, click)], [false, false, true])
    })
  )

  it.effect("an approval needs a person, so it ends a simple login as action_required", () =>
    Effect.gen(function* () {
      const { failure, kind } = yield* ask("simple", "otp.approval", { message: "Open the app" })

      assert.strictEqual(kind, "action_required")
      assert.match(failure?.message ?? "", /an approval in its app, but the login mode is simple/)
    })
  )

  it.effect("a question or a picture needs a person too, in the bank's words without secrets", () =>
    Effect.gen(function* () {
      const question = yield* ask("simple", "otp.question", { question: "Is hunter2 your dog?" })
      const image = yield* ask("simple", "otp.image", {
        page: 0,
        steps: [{ method: "getByAltText", arg: "QR" }],
        purpose: "Log in"
      })

      assert.deepStrictEqual([question.kind, image.kind], ["action_required", "action_required"])
      assert.include(question.failure?.message, `the answer to a question ("Is [secret] your dog?")`)
      assert.include(image.failure?.message, "what a picture shows")
      assert.deepStrictEqual([question.asked, image.asked], [true, true])
    })
  )

  it.effect("bars that flicker are drawn from their code, and are no picture of the page", () =>
    Effect.gen(function* () {
      const image = { page: 0, steps: [{ method: "getByTestId", arg: "flicker" }], purpose: "Log in" }
      const code = "11048714955205123456789F14302C303107"
      shown.length = 0
      yield* ask("assisted", "otp.image", { ...image, flicker: code })
      yield* ask("assisted", "otp.image", image)
      const odd = yield* ask("assisted", "otp.image", { ...image, flicker: "no code" })

      assert.deepStrictEqual(shown, [flickerPicture(code), new Uint8Array([1])])
      assert.nestedPropertyVal(odd.answer, "err.code", "InvalidCall")
    })
  )

  it.effect("choices that can't be told apart are refused", () =>
    Effect.gen(function* () {
      const { answer } = yield* ask("assisted", "otp.question", { question: "Which?", choices: ["a", " a"] })

      assert.nestedPropertyVal(answer, "err.code", "InvalidCall")
    })
  )
})

describe("a login whose account another node has taken over", () => {
  it.effect("takes no further step, at the bank or at the broker", () =>
    Effect.gen(function* () {
      const stale = Effect.fail(new StaleActor({ accountId: "account" }))

      const { answer, asked, kind } = yield* ask("assisted", "otp.request", { type: "numeric" }, stale)

      assert.strictEqual(kind, "StaleActor")
      assert.nestedPropertyVal(answer, "err.code", "LoginEnded")
      assert.isFalse(asked)
    })
  )
})

describe("what is known of rows", () => {
  const row = { date: "2026-11-20", amount: "1.00", currency: "EUR", description: "TRANSFER" }
  const known = { description: "TRANSFER Order 7", counterparty: "ANA" }
  const hostIn = Effect.fnUntraced(function* (phase: "login" | "extract") {
    const verdict = yield* Deferred.make<never, SessionFailure | StaleActor>()
    const host = yield* makeScriptHost({
      page,
      broker,
      recall: (rows) => Effect.succeed(rows.map((_, nth) => (nth === 0 ? known : { description: "said hunter2" }))),
      sessionId: "session",
      loginMode: "simple",
      typing: { passwordInText: false },
      confirm: Effect.void,
      verdict,
      withoutPermit: noPermit,
      onCodeAsked: () => Effect.void,
      onCodeTaken: Effect.void,
      onCodeGiven: Effect.void
    })
    yield* host.begin(phase)
    return host
  })

  it.effect("is told where they are read, but for a text that would tell a secret", () =>
    Effect.gen(function* () {
      const host = yield* hostIn("extract")
      const answer = yield* host.call({ verb: "movements.known", args: { rows: [row, row] } })
      const none = yield* host.call({ verb: "movements.known", args: { rows: [{ date: "today" }] } })

      assert.deepStrictEqual(answer, { ok: [known, null] })
      const days = [row, { ...row, date: "1990-01-01" }]
      const severalDays = yield* host.call({ verb: "movements.known", args: { rows: days } })
      for (const refused of [none, severalDays]) {
        assert.strictEqual("err" in refused ? refused.err.code : "", "InvalidCall")
      }
    })
  )

  it.effect("is not told in a login", () =>
    Effect.gen(function* () {
      const host = yield* hostIn("login")
      const answer = yield* host.call({ verb: "movements.known", args: { rows: [row] } })

      assert.strictEqual("err" in answer ? answer.err.code : "", "LoginEnded")
    })
  )
})
