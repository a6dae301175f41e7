import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { type CodeRequest, makeRehearsalHost, NoCode } from "../src/run/rehearsalHost.ts"

it.effect("a code that nobody can say ends the login with that sentence, and not as a defect", () =>
  Effect.gen(function* () {
    const message = "the bank asked for a code (6 characters, Log in), and none was given"
    const host = makeRehearsalHost({
      page: { call: () => Effect.succeed(null), putSecret: () => Effect.void, scrub: (text) => text },
      code: () => new NoCode({ message }),
      sleeps: false,
      observes: false,
      tell: () => undefined
    })
    host.enter("login", { passwordInText: false })

    const answer = yield* host.call({ verb: "otp.request", args: { type: "numeric", length: 6, purpose: "Log in" } })

    assert.deepStrictEqual(answer, { err: { code: "LoginEnded", message } })
    assert.strictEqual(host.refused(), message)
  })
)

/** A login's host that keeps what the person is asked for. */
const askedIn = (asked: Array<CodeRequest>) => {
  const host = makeRehearsalHost({
    page: { call: () => Effect.succeed(null), putSecret: () => Effect.void, scrub: (text) => text },
    code: (request) => {
      asked.push(request)
      return Effect.succeed(Redacted.make("Toby"))
    },
    sleeps: false,
    observes: false,
    tell: () => undefined
  })
  host.enter("login", { passwordInText: false })
  return host
}

it.effect("the person is asked for what the bank wants, and told that it was refused before being asked again", () =>
  Effect.gen(function* () {
    const asked: Array<CodeRequest> = []
    const host = askedIn(asked)
    const other = askedIn(asked)
    const picture = { page: 0, steps: [{ method: "locator", arg: "img" }], purpose: "Log in" }

    yield* host.call({ verb: "otp.question", args: { question: "Your first pet?", choices: ["Toby", "Rex"] } })
    yield* host.call({ verb: "otp.rejected", args: { message: "That is not right" } })
    yield* other.call({ verb: "otp.request", args: { type: "numeric" } })
    yield* other.call({ verb: "otp.image", args: picture })

    const question = { what: "answer" as const, purpose: "Your first pet?", choices: ["Toby", "Rex"] }
    assert.deepStrictEqual(asked, [
      question,
      { ...question, refused: "That is not right" },
      { what: "code", length: 6, purpose: "" },
      { what: "picture", length: undefined, purpose: "Log in" }
    ])
  })
)

it.effect("a sleep that the service would refuse is refused, though a replay doesn't sleep", () =>
  Effect.gen(function* () {
    const host = askedIn([])

    const answer = yield* host.call({ verb: "sleep", args: { ms: 90_000 } })

    assert.include(JSON.stringify(answer), "InvalidCall")
  })
)

it.effect("nobody is asked for another code once the bank has refused two, or has said that it takes no other", () =>
  Effect.gen(function* () {
    const refused: Array<string | undefined> = []
    const newHost = () =>
      makeRehearsalHost({
        page: { call: () => Effect.succeed(null), putSecret: () => Effect.void, scrub: (text) => text },
        code: (request) => {
          refused.push(request.refused)
          return Effect.succeed(Redacted.make("123456"))
        },
        sleeps: false,
        observes: false,
        tell: () => undefined
      })
    const twice = newHost()
    twice.enter("login", { passwordInText: false })
    yield* twice.call({ verb: "otp.request", args: { type: "numeric", length: 6 } })
    yield* twice.call({ verb: "otp.rejected", args: { message: "Wrong" } })
    const answer = yield* twice.call({ verb: "otp.rejected", args: { message: "Wrong again" } })
    const once = newHost()
    once.enter("login", { passwordInText: false })
    yield* once.call({ verb: "otp.request", args: { type: "numeric", length: 6 } })
    yield* once.call({ verb: "otp.rejected", args: { message: "Blocked", last: true } })

    assert.deepStrictEqual(refused, [undefined, "Wrong", undefined])
    assert.deepStrictEqual(answer, { err: { code: "LoginEnded", message: "Wrong again" } })
    assert.deepStrictEqual([twice.rejected(), once.rejected()], ["Wrong again", undefined])
  })
)

it.effect("what the service would refuse is refused: a code for a second purpose, a third one, a third approval", () =>
  Effect.gen(function* () {
    const asked: Array<CodeRequest> = []
    const codeFor = (purpose: string) => ({ verb: "otp.request", args: { type: "numeric", purpose } })
    const approval = { verb: "otp.approval", args: { message: "Open the app" } }
    const [twoPurposes, threeCodes, threeApprovals, noType] = [0, 1, 2, 3].map(() => askedIn(asked))
    assert(twoPurposes && threeCodes && threeApprovals && noType)

    yield* twoPurposes.call(codeFor("Log in"))
    yield* twoPurposes.call(codeFor("Download"))
    yield* threeCodes.call(codeFor("Log in"))
    yield* threeCodes.call({ verb: "otp.rejected", args: { message: "Wrong" } })
    yield* threeCodes.call(codeFor("Log in"))
    for (const each of [approval, approval, approval]) yield* threeApprovals.call(each)
    const answer = yield* noType.call({ verb: "otp.request", args: { length: 6 } })

    const hosts = [twoPurposes, threeCodes, threeApprovals]
    assert.deepStrictEqual(
      hosts.map((host) => host.refused()),
      [
        'one login asks for codes for one purpose: the first was for "Log in", this one is for "Download"',
        "one login uses at most 2 codes",
        "one login waits for at most 2 approvals"
      ]
    )
    assert.strictEqual(asked.length, 3)
    assert.include(JSON.stringify(answer), "InvalidCall")
  })
)
