/**
 * What the demo bank's brands ask besides a code, with everything real: the server, Chromium, the brands' scripts.
 */
import { assert, describe, it } from "@effect/vitest"
import { TestDatabase } from "@counterfoil/testing"
import { Effect, Schema } from "effect"
import { request, until } from "../../src/demo/Client.ts"
import { openStream } from "../../src/demo/Stream.ts"
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

        // A picture.
        const hojas = yield* open("hojas", "hugo")
        const picture = yield* latest(hojas, ({ status }) => status === "pending")
        assert.deepInclude(picture, {
          type: "picture",
          length: 6,
          prompt: `Log in to Banco hojas with the picture that it shows (the script says: "Log in to Hojas")`
        })
        const far = yield* elsewhere(hojas)
        const path = `/accounts/${hojas}/assistances/${picture.id}/picture`
        const shown = yield* far.person.ask(
          path,
          200,
          Schema.Struct({ media_type: Schema.String, data: Schema.String })
        )
        const png = Buffer.from(shown.data, "base64")
        assert.deepStrictEqual([shown.media_type, png.toString("latin1", 1, 4)], ["image/png", "PNG"])
        // The mosaic, and the pixel that it begins in.
        assert.isTrue([png.readUInt32BE(16), png.readUInt32BE(20)].every((side) => side === 96 || side === 97))
        const code = (yield* phone("hugo")).messages[0]?.code ?? ""
        assert.strictEqual((yield* answer(far.base, hojas, picture.id, code.slice(1))).status, 400)
        assert.strictEqual((yield* answer(far.base, hojas, picture.id, code)).status, 202)
        yield* old.wait("scrape.succeeded", hojas)
        yield* far.person.ask(path, 409, Schema.Json)

        assert.isTrue(old.messages.every(({ type }) => contractTypes.test(type)))
        assert.notInclude(old.messages.map(({ type }) => type).join(" "), "assistance.")
        const said = nodes.map(({ command }) => command.said()).flatMap(({ stderr, stdout }) => [stderr, stdout])
        assert.isFalse(said.join(" ").includes(code))
      }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
    patience
  )

  it.live(
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
