/** Scripts that try to move their owner's money: a real server, isolate and Chromium, at a bank that pays whoever asks. */
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import { until } from "../../src/demo/Client.ts"
import { enrol, machineWith, type Person } from "../../src/demo/Person.ts"
import { openStream, type RealtimeStream } from "../../src/demo/Stream.ts"
import { temporaryHome } from "../support/Command.ts"
import { databaseEnvironment } from "../support/nodes.ts"
import { startServer } from "../support/Scene.ts"
import { bankCode, type MoneyBank, startMoneyBank } from "./moneyBank.ts"
import { codeStep, loginWithCode, moneyScript, transferWithCode } from "./moneyScripts.ts"

const Entry = Schema.Struct({
  kind: Schema.String,
  message: Schema.String,
  data: Schema.Record(Schema.String, Schema.Json)
})
const Asked = Schema.NullOr(
  Schema.Struct({
    descriptor: Schema.Struct({ purpose: Schema.optionalKey(Schema.String) }),
    prompt: Schema.optionalKey(Schema.String)
  })
)

interface Stage {
  readonly base: string
  readonly bank: MoneyBank
  readonly person: Person
  readonly machine: ReturnType<typeof machineWith>
  readonly stream: RealtimeStream
}

const setStage = Effect.gen(function* () {
  const bank = yield* startMoneyBank
  const { base } = yield* startServer(yield* temporaryHome, yield* databaseEnvironment)
  const person = yield* enrol(base, "owner@shop.example", "Owner", "passthrough")
  const machine = machineWith(base, yield* person.createKey("codes"))
  const stream = yield* openStream(base, person.token)
  const stage: Stage = { base, bank, person, machine, stream }
  return stage
})

class OnStage extends Context.Service<OnStage, Stage>()("attacks/OnStage") {
  static readonly layer = Layer.effect(OnStage, setStage).pipe(Layer.provide(TestDatabase.layer))
}

/** A session that is stopped is told before the failure that stopped it. */
const isOver = (types: ReadonlyArray<string>): boolean =>
  types.includes("login.failed") ||
  types.includes("scrape.failed") ||
  (types.includes("scrape.succeeded") && types.includes("session.stopped"))

let banks = 0

/** Runs a script once on an account of its own; the owner's machine answers whoever asks for a code. */
const run = Effect.fnUntraced(function* (phases: Record<string, string>, manifest: Record<string, unknown> = {}) {
  const { bank, base, machine, person, stream } = yield* OnStage
  bank.forget()
  banks += 1
  const code = `money-${banks}`
  const { id: bankId } = yield* person.createBank(code, "Money Bank", `${bank.origin}/login`)
  const bundle = moneyScript({ code, origin: bank.origin }, phases, manifest)
  const script = yield* person.publish(bankId, "1.0.0", {}, bundle)
  yield* person.promote(script.id)
  const { id } = yield* person.createAccount(bankId, code)
  yield* person.configure(id, {
    webhook_url: `${base}/nobody`,
    bank_username: "owner",
    bank_password: "owners-own-password",
    login_mode: "assisted",
    session_type: "one-shot"
  })
  const asked: Array<typeof Asked.Type> = []
  const look = Effect.gen(function* () {
    const question = yield* person.ask(`/accounts/${id}/otp`, 200, Asked)
    if (question !== null) {
      asked.push(question)
      // No code is taken twice: each question has one of its own.
      yield* Effect.ignore(machine.submitCode(id, String(Number(bankCode) + asked.length - 1)))
    }
    return stream.messages.filter(({ accountId }) => accountId === id).map(({ type }) => type)
  })
  const types = yield* until("the end of the session", look, isOver, 240)
  const activity = yield* person.ask(`/accounts/${id}/activity?limit=50`, 200, Schema.Array(Entry))
  return { activity, asked, types, transfers: [...bank.transfers], requests: [...bank.asked] }
})

const told = (activity: ReadonlyArray<typeof Entry.Type>, kind: string) =>
  activity.filter((entry) => entry.kind === kind).map(({ data, message }) => ({ data, message }))

/** Whenever it was, and however long it took to give the code. */
const withoutTimes = ({
  data: { after_seconds: _after, asked_at: _at, ...data },
  message
}: ReturnType<typeof told>[number]) => ({
  data,
  message: message.replace(/after \d+ s/, "after some seconds")
})

/** Every button of the bank's page that pays; the popup goes on by itself, so it comes first. */
const ways = "popup put keepalive beacon unload later worker shared socket frame redirect".split(" ")
/** Those that the page notes, as they take their time. */
const noted = ["put", "keepalive", "worker", "socket", "frame"]

layer(OnStage.layer, { excludeTestServices: true })("a bank script", (it) => {
  // The phases after the login are alike to the host; all of them by `npm run verify`.
  for (const phase of process.env["VERIFY"] === undefined ? ["extract"] : ["extract", "resume", "logout"]) {
    it.effect(`asks for no code in ${phase}: nobody is asked, nothing is paid, and the owner hears of it`, () =>
      Effect.gen(function* () {
        const { bank } = yield* OnStage
        // As a search, the form can be declared: what is left then is the code.
        const requests = [{ method: "POST", path: "/transfer" }]
        const body = `${transferWithCode}; return ${phase === "extract" ? "nothing(a)" : "true"}`
        const { activity, asked, transfers } = yield* run({ [phase]: body }, { requests })

        assert.deepStrictEqual(asked, [])
        assert.deepStrictEqual(transfers, [])
        assert.deepStrictEqual(told(activity, "code.refused"), [
          {
            data: { phase, page: `${bank.origin}/transfer` },
            message: `The script asked for a one-time code in ${phase}, on ${bank.origin}/transfer: refused, a one-time code may be asked for in login only`
          }
        ])
      })
    )
  }

  it.effect("ends when it asks for a code in extract, with words for its author", () =>
    Effect.gen(function* () {
      const { activity } = yield* run({ extract: `await t.ok("otp.request", { type: "numeric" })` })

      const [failed] = told(activity, "scrape.failed")
      assert.include(failed?.message ?? "", "(script_error): The bank's script has a fault")
      assert.include(JSON.stringify(failed?.data), "a one-time code may be asked for in login only")
    })
  )

  it.effect("pays in none of the ways that a page has once it has logged in, and the owner hears of each", () =>
    Effect.gen(function* () {
      const { bank } = yield* OnStage
      // A document that is refused while the next one is asked for breaks that off.
      const home = `await t.goto("/home").catch(() => t.goto("/home"))`
      const seen = (way: string) => (noted.includes(way) ? `await t.see("#tried-${way}");` : "")
      const clicks = ways.map((way) => `${home}; await t.click("#${way}"); ${seen(way)} await t.sleep(300)`)
      const extract = `await t.click("#now"); await t.see("#tried"); ${clicks.join("; ")}; ${home}; await t.sleep(300); return nothing(a)`
      const requests = [{ method: "POST", path: "/moved" }]
      const { activity, requests: asked, transfers, types } = yield* run({ extract }, { requests })

      assert.deepStrictEqual(transfers, [])
      assert.include(types, "scrape.succeeded", JSON.stringify(activity))
      // It was sent on from there by the bank, with the same method.
      assert.include(asked, "POST /moved")
      const places = told(activity, "request.refused").map(({ data }) => data)
      for (const path of ["put", "keepalive", "beacon", "unload", "worker", "frame", "popup", "redirect", "delayed"]) {
        const method = path === "put" ? "PUT" : "POST"
        assert.deepInclude(places, { phase: "extract", method, page: `${bank.origin}/pay/${path}` })
      }
      assert.deepInclude(places, {
        phase: "extract",
        method: "WEBSOCKET",
        page: `${bank.origin.replace("http", "ws")}/`
      })
    })
  )

  it.effect("fails with the line to add when it needs what it didn't declare", () =>
    Effect.gen(function* () {
      const { bank } = yield* OnStage
      const extract = `await t.goto("/home"); await t.click("#search"); await t.see("#never", 1000); return nothing(a)`
      const { activity } = yield* run({ extract })

      const [failed] = told(activity, "scrape.failed")
      assert.include(failed?.message ?? "", "(navigation_refused)")
      assert.include(
        failed?.message ?? "",
        `POST ${bank.origin}/search was refused in extract: after its login a page only reads; if the bank needs it, add { method: "POST", path: "/search", phases: ["extract"] } to the manifest's requests`
      )
    })
  )

  it.effect("does what it declared, in the phases that it declared it for", () =>
    Effect.gen(function* () {
      const search = `await t.goto("/home"); await t.click("#search"); await t.sleep(300)`
      const leave = `await t.goto("/home"); await t.click("#logout"); await t.see("#u")`
      const requests = [
        { method: "POST", path: "/sear*" },
        { method: "POST", path: "/*", phases: ["logout"] }
      ]
      const { requests: asked } = yield* run({ extract: `${search}; return nothing(a)`, logout: leave }, { requests })

      // A star is a whole segment.
      assert.notInclude(asked, "POST /search")
      assert.include(asked, "POST /logout")
    })
  )

  it.effect("may declare what its login sends, and then sends nothing else in it", () =>
    Effect.gen(function* () {
      const login = `await logIn(t); await t.goto("/home"); await t.click("#put"); await t.sleep(300); return "authenticated"`
      const requests = [{ method: "POST", path: "/login", phases: ["login"] }]
      const { transfers, types } = yield* run({ login }, { requests })

      assert.deepStrictEqual(transfers, [])
      assert.include(types, "scrape.succeeded")
    })
  )

  it.effect(
    "has its code asked for in the host's words, and the code is one line of the activity, without the code",
    () =>
      Effect.gen(function* () {
        const { bank } = yield* OnStage
        const purpose = JSON.stringify('\u202eLog in"), \u0007"Approve 1 €')
        const { activity, asked } = yield* run({ login: `${loginWithCode(purpose)}; return "authenticated"` })

        const said = 'Log in"), "Approve 1 €'
        assert.deepStrictEqual(asked[0], {
          descriptor: { purpose: said },
          prompt: `Log in to Money Bank (the script says: "Log in'), 'Approve 1 €")`
        })
        const page = `${bank.origin}/code`
        assert.deepStrictEqual(told(activity, "code.used").map(withoutTimes), [
          {
            data: { phase: "login", page, outcome: "accepted", via: "sms", purpose: said, channel: "api" },
            message: `A one-time code was used in the login, on ${page}, by sms, given through the API after some seconds (the script says: "Log in'), 'Approve 1 €"): the bank accepted it`
          }
        ])
        assert.notInclude(JSON.stringify(activity), bankCode)
      })
  )

  it.effect("gets no second code for another purpose", () =>
    Effect.gen(function* () {
      const login = `await logIn(t); { ${codeStep('"login"')} }; { ${codeStep('"confirm"')} }; return "authenticated"`
      const { activity, asked } = yield* run({ login })

      assert.deepStrictEqual(
        asked.map((question) => question?.descriptor.purpose),
        ["login"]
      )
      assert.include(told(activity, "code.refused")[0]?.message ?? "", "one login asks for codes for one purpose")
    })
  )

  it.effect("gets no third code", () =>
    Effect.gen(function* () {
      const login = `await logIn(t); ${`{ ${codeStep('"login"')} }`.repeat(3)}; return "authenticated"`
      const { activity } = yield* run({ login })

      assert.lengthOf(told(activity, "code.used"), 2)
      assert.include(told(activity, "code.refused")[0]?.message ?? "", "one login uses at most 2 codes")
    })
  )
})
