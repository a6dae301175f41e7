/**
 * What the demo bank's brands ask besides a code, with everything real: the server, Chromium, the brands' scripts.
 */
import { assert, describe, it } from "@effect/vitest"
import { TestDatabase } from "@counterfoil/testing"
import { Effect, Option, Schema } from "effect"
import { call, request, until } from "../../src/demo/Client.ts"
import type { Person } from "../../src/demo/Person.ts"
import { openStream } from "../../src/demo/Stream.ts"
import { framesOf } from "../../src/codes/png.ts"
import { openStage } from "./askStage.ts"

const patience = 300_000
const contractTypes = /^(assistance\.(requested|fulfilled|cancelled)|login\.failed|scrape\.|session\.)/
const Pending = Schema.NullOr(Schema.Json)
const Overview = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    state: Schema.String,
    pending_assistance: Schema.Null,
    open_assistance: Schema.Json
  })
)

const Shown = Schema.Struct({ media_type: Schema.String, data: Schema.String })
const Listed = Schema.Array(
  Schema.Struct({ id: Schema.String, type: Schema.String, status: Schema.String, length: Schema.NullOr(Schema.Int) })
)

/** Somebody's program with an API key, at the assistances of an account. */
const machineOf = Effect.fnUntraced(function* (
  { base, person }: { readonly base: string; readonly person: Person },
  accountId: string,
  more: { readonly types?: "all" }
) {
  const body = { name: "relay", scopes: ["otp:write", "status:read"], ...more }
  const { key } = yield* person.ask("/me/api-keys", 201, Schema.Struct({ key: Schema.String }), {
    method: "POST",
    body
  })
  const at = `${base}/v1/accounts/${accountId}/assistances`
  const headers = { "x-api-key": key }
  return {
    get: <S extends Schema.ConstraintDecoder<unknown>>(path: string, status: number, schema: S) =>
      call(`${at}${path}`, status, schema, { headers }),
    answer: (id: string, text: string) =>
      request(`${at}/${id}/answer`, { method: "POST", headers, body: { answer: text } })
  }
})

/** What a reader before the screen takes: the bits of four bars, each time the clock goes down. */
const startCodeIn = (png: Buffer): string => {
  const halves = Option.getOrThrow(framesOf(png)).flatMap(({ pixels: { data, height, width } }) => {
    const middle = Math.floor(height * 0.6) * width
    const [clock, ...bits] = [0, 1, 2, 3, 4].map((bar) => (data[(middle + 42 + bar * 63) * 4] ?? 0) > 128)
    return clock === true ? [] : [bits.reduce((sum, bit, place) => sum + (bit ? 2 ** place : 0), 0).toString(16)]
  })
  const [, digits = ""] = /^0fff..8401(.{8})..$/.exec(halves.join("").replaceAll(/(.)(.)/g, "$2$1")) ?? []
  return digits.replace("f", "")
}
/** As the demo bank's readers make it. */
const codeFor = (startCode: string): string => Array.from(startCode.slice(1), (digit) => 9 - Number(digit)).join("")

describe("what a bank asks besides a code", () => {
  it.live(
    "reaches the owner in the host's words, and the answer reaches the login",
    () =>
      Effect.gen(function* () {
        const stage = yield* openStage(1)
        const { answer, elsewhere, inApp, latest, lines, nodes, open, person, phone } = stage
        const old = yield* openStream(nodes[1].base, person.token)
        const all = yield* openStream(nodes[1].base, person.token, "all")

        // An approval in the app, with the number to choose there.
        const neo = yield* open("neo", "nora")
        const approval = yield* latest(neo, ({ status }) => status === "pending")
        const { person: away } = yield* elsewhere(neo)
        const opened = yield* all.wait("assistance.opened", neo)
        assert.match(approval.number ?? "", /^\d{2}$/)
        assert.strictEqual(
          approval.prompt,
          `Approve the login to Banco neo in the bank's app: there it must be "${approval.number}" ` +
            `(the script says: "Open the Neo app and choose ${approval.number}")`
        )
        assert.deepInclude(opened.data, { id: approval.id, type: "approval", number: approval.number })
        // Whoever knows the contract alone sees that nothing is pending.
        assert.isNull(yield* away.ask(`/accounts/${neo}/otp`, 200, Pending))
        // And whoever looks at all accounts sees what is asked, as the stream told it.
        const seen = yield* away.ask("/accounts/overview", 200, Overview)
        assert.deepInclude(seen, {
          id: neo,
          state: "awaiting-otp",
          pending_assistance: null,
          open_assistance: opened.data
        })
        const typed = yield* answer(nodes[0].base, neo, approval.id, approval.number ?? "")
        assert.deepStrictEqual([typed.status, typed.text.includes("approved in the bank's app")], [400, true])
        yield* inApp("nora", "approve")
        yield* old.wait("scrape.succeeded", neo)
        assert.deepInclude((yield* all.wait("assistance.closed", neo)).data, { id: approval.id, outcome: "accepted" })
        assert.deepInclude(yield* latest(neo, ({ status }) => status !== "pending"), {
          status: "fulfilled",
          outcome: "accepted",
          answered_by: "app"
        })
        assert.match(
          (yield* lines(neo))[0] ?? "",
          /^An approval in the bank's app was asked for in the login.*the login went on$/
        )

        // A question: a wrong answer, then the right one.
        const pregunta = yield* open("pregunta", "paco")
        const question = yield* latest(pregunta, ({ status }) => status === "pending")
        const asked = "What are the last three digits of your phone number?"
        assert.deepStrictEqual([question.type, question.question], ["question", asked])
        assert.strictEqual(
          question.prompt,
          `Answer what Banco pregunta asks before it lets you in (the script says: "${asked}")`
        )
        const digits = (yield* phone("paco")).phone.replaceAll(/\D/g, "").slice(-3)
        const there = (yield* elsewhere(pregunta)).base
        assert.strictEqual((yield* answer(there, pregunta, question.id, "000")).status, 202)
        yield* latest(pregunta, ({ attempts }) => attempts === 1)
        assert.strictEqual((yield* answer(there, pregunta, question.id, digits)).status, 202)
        yield* old.wait("scrape.succeeded", pregunta)
        assert.strictEqual((yield* answer(there, pregunta, question.id, digits)).status, 409)
        assert.deepInclude(yield* latest(pregunta, ({ status }) => status !== "pending"), {
          outcome: "accepted",
          attempts: 1,
          answered_by: "dashboard"
        })
        assert.notInclude((yield* lines(pregunta)).join(" "), digits)

        // Bars that flicker, read as the customer's device reads them; other ones after a wrong answer.
        const funke = yield* open("funke", "fritz")
        const picture = yield* latest(funke, ({ status }) => status === "pending")
        assert.deepInclude(picture, {
          type: "picture",
          length: 6,
          prompt:
            "Log in to Banco funke with the picture that it shows " +
            `(the script says: "Hold your reader with your card to the bars")`
        })
        const told = yield* all.wait("assistance.opened", funke)
        assert.deepInclude(told.data, { id: picture.id, type: "picture" })
        // A machine whose key is for more than codes does it all; one whose key isn't sees nothing of it.
        const far = yield* elsewhere(funke)
        const machine = yield* machineOf(far, funke, { types: "all" })
        const [listed] = yield* machine.get("?limit=1", 200, Listed)
        assert.deepInclude(listed, { id: picture.id, type: "picture", status: "pending", length: 6 })
        const startCode = Effect.map(machine.get(`/${picture.id}/picture`, 200, Shown), ({ data, media_type }) => {
          assert.strictEqual(media_type, "image/png")
          return startCodeIn(Buffer.from(data, "base64"))
        })
        const forCodes = yield* machineOf(far, funke, {})
        yield* forCodes.get(`/${picture.id}/picture`, 403, Schema.Json)
        assert.strictEqual((yield* forCodes.answer(picture.id, "123456")).status, 403)
        const code = (yield* phone("fritz")).messages[0]?.code ?? ""
        const first = yield* startCode
        assert.strictEqual(codeFor(first), code)
        assert.strictEqual((yield* machine.answer(picture.id, code.slice(1))).status, 400)
        const wrong = code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))
        assert.strictEqual((yield* machine.answer(picture.id, wrong)).status, 202)
        yield* latest(funke, ({ attempts }) => attempts === 1)
        const second = yield* startCode
        assert.deepStrictEqual([first[0], second[0], codeFor(second)], ["0", "1", code])
        assert.strictEqual((yield* machine.answer(picture.id, codeFor(second))).status, 202)
        yield* old.wait("scrape.succeeded", funke)
        yield* machine.get(`/${picture.id}/picture`, 409, Schema.Json)
        assert.deepInclude(yield* latest(funke, ({ status }) => status !== "pending"), {
          outcome: "accepted",
          attempts: 1,
          answered_by: "api"
        })

        assert.isTrue(old.messages.every(({ type }) => contractTypes.test(type)))
        assert.notInclude(old.messages.map(({ type }) => type).join(" "), "assistance.")
        const said = nodes.map(({ command }) => command.said()).flatMap(({ stderr, stdout }) => [stderr, stdout])
        assert.isFalse(said.join(" ").includes(code))
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )

  it.live.runIf(process.env["VERIFY"] !== undefined)(
    "may be refused in the app or withdrawn here: the login ends, and each end is told",
    () =>
      Effect.gen(function* () {
        const { inApp, latest, lines, nodes, open, person } = yield* openStage(1)
        const stream = yield* openStream(nodes[0].base, person.token)

        const neo = yield* open("neo", "rita")
        yield* latest(neo, ({ status }) => status === "pending")
        yield* inApp("rita", "refuse")
        const refused = yield* stream.wait("login.failed", neo)
        assert.deepInclude(refused.data, { kind: "otp_rejected", blocked: false })
        assert.deepInclude(yield* latest(neo, ({ status }) => status !== "pending"), {
          outcome: "rejected",
          answered_by: "app"
        })
        assert.match((yield* lines(neo))[0] ?? "", /it was refused there$/)

        const uno = yield* open("uno", "ulla")
        const pending = yield* latest(uno, ({ status }) => status === "pending")
        assert.isNull(pending.number)
        const { status } = yield* request(`${nodes[0].base}/accounts/${uno}/assistances/${pending.id}`, {
          method: "DELETE",
          headers: { authorization: `Bearer ${person.token}` }
        })
        assert.strictEqual(status, 204)
        const withdrawn = yield* stream.wait("login.failed", uno)
        assert.deepInclude(withdrawn.data, {
          kind: "otp_timeout",
          message: "The request for an approval in the bank's app was cancelled"
        })
        assert.deepInclude(yield* latest(uno, ({ status }) => status !== "pending"), { outcome: "cancelled" })
        yield* until("the line", lines(uno), (found) => (found[0] ?? "").endsWith("nobody approved it"))
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )

  it.live.runIf(process.env["VERIFY"] !== undefined)(
    "is answered over another node than the login's, whichever way the answer comes",
    () =>
      Effect.gen(function* () {
        const { answer, elsewhere, latest, nodes, open, person, phone } = yield* openStage(2)
        const key = yield* person.createKey("phone")
        const stream = yield* openStream(nodes[0].base, person.token)

        const hojas = yield* open("hojas", "hector")
        const picture = yield* latest(hojas, ({ status }) => status === "pending")
        const far = yield* elsewhere(hojas)
        const shown = yield* far.person.ask(
          `/accounts/${hojas}/assistances/${picture.id}/picture`,
          200,
          Schema.Struct({ data: Schema.String })
        )
        assert.strictEqual(Buffer.from(shown.data, "base64").toString("latin1", 1, 4), "PNG")
        const code = (yield* phone("hector")).messages[0]?.code ?? ""
        assert.strictEqual((yield* answer(far.base, hojas, picture.id, code)).status, 202)
        yield* stream.wait("scrape.succeeded", hojas)

        const sms = yield* open("bank", "flora")
        yield* latest(sms, ({ status }) => status === "pending")
        const text = `Your code is ${(yield* phone("flora")).messages[0]?.code}`
        const { base } = yield* elsewhere(sms)
        const forwarded = yield* request(`${base}/v1/accounts/${sms}/sms`, {
          method: "POST",
          headers: { "x-api-key": key },
          body: { text, sent_at: new Date().toISOString() }
        })
        assert.deepStrictEqual([forwarded.status, forwarded.text.includes('"submitted":true')], [202, true])
        yield* stream.wait("scrape.succeeded", sms)
        assert.deepInclude(yield* latest(sms, ({ status }) => status !== "pending"), {
          outcome: "accepted",
          answered_by: "sms"
        })
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )
})
