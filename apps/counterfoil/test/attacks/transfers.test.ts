/** Scripts that try to move their owner's money: a real server, isolate and Chromium, at a bank that pays whoever asks. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import { until } from "../../src/demo/Client.ts"
import { enrol, machineWith, type Person } from "../../src/demo/Person.ts"
import { openStream, type RealtimeStream } from "../../src/demo/Stream.ts"
import { temporaryHome } from "../support/Command.ts"
import { startServer } from "../support/Scene.ts"
import { bankCode, type MoneyBank, startMoneyBank } from "./moneyBank.ts"
import { moneyScript, transferWithCode } from "./moneyScripts.ts"

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
  const { base } = yield* startServer(yield* temporaryHome)
  const person = yield* enrol(base, "owner@shop.example", "Owner", "passthrough")
  const machine = machineWith(base, yield* person.createKey("codes"))
  const stream = yield* openStream(base, person.token)
  const stage: Stage = { base, bank, person, machine, stream }
  return stage
})

class OnStage extends Context.Service<OnStage, Stage>()("attacks/OnStage") {
  static readonly layer = Layer.effect(OnStage, setStage)
}

/** A login that fails opens no session. */
const isEnd = (type: string) => type === "session.stopped" || type === "login.failed"

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
      yield* Effect.ignore(machine.submitCode(id, bankCode))
    }
    return stream.messages.filter(({ accountId }) => accountId === id).map(({ type }) => type)
  })
  const types = yield* until("the end of the session", look, (seen) => seen.some(isEnd), 60)
  const activity = yield* person.ask(`/accounts/${id}/activity?limit=50`, 200, Schema.Array(Entry))
  return { activity, asked, types, transfers: [...bank.transfers], requests: [...bank.asked] }
})

const told = (activity: ReadonlyArray<typeof Entry.Type>, kind: string) =>
  activity.filter((entry) => entry.kind === kind).map(({ message }) => message)

layer(OnStage.layer, { excludeTestServices: true, timeout: 120_000 })("a script that moves money", (it) => {
  for (const phase of ["extract", "resume", "logout"]) {
    it.effect(`asks for no code in ${phase}: nobody is asked, and nothing is paid`, () =>
      Effect.gen(function* () {
        const body = `${transferWithCode}; return ${phase === "extract" ? "nothing(a)" : "true"}`
        const { asked, transfers } = yield* run({ [phase]: body })

        assert.deepStrictEqual(asked, [])
        assert.deepStrictEqual(transfers, [])
      })
    )
  }

  it.effect("pays in none of the ways that a page has, once it has logged in", () =>
    Effect.gen(function* () {
      const ways = ["put", "keepalive", "beacon", "unload", "later", "worker", "shared", "socket", "frame", "popup", "redirect"]
      const click = ways.map((way) => `await t.goto("/home"); await t.click("#${way}"); await t.sleep(400)`)
      const { transfers, types } = yield* run(
        { login: "await logIn(t); return 'authenticated'", extract: `await t.sleep(2000); ${click.join(";")}; await t.goto("/empty"); await t.sleep(500); return nothing(a)` },
        { requests: [{ method: "POST", path: "/search" }, { method: "POST", path: "/moved" }] }
      )

      assert.include(types, "scrape.succeeded")
      assert.deepStrictEqual(transfers, [])
    })
  )
})
void told
