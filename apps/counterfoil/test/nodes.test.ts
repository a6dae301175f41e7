import { assert, describe, it } from "@effect/vitest"
import { TestDatabase } from "@counterfoil/testing"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { settingsFor } from "../src/demo/cast.ts"
import { call, until } from "../src/demo/Client.ts"
import { type Bank, shopAt } from "../src/demo/Neighbours.ts"
import { machineWith, type Person, personWith } from "../src/demo/Person.ts"
import { openStream } from "../src/demo/Stream.ts"
import { run, temporaryHome } from "./support/Command.ts"
import { linesOf, nodeEnvironment, startNode, whereItLives } from "./support/nodes.ts"
import { addAccount, populate, type Server, startBank } from "./support/Scene.ts"

const patience = 300_000

const nobody = shopAt("http://127.0.0.1:9")

const Customer = Schema.Struct({ maxOpenSessions: Schema.Int })

const sessionsAtOnce = (bank: Bank, customer: string) =>
  Effect.map(call(`${bank.url}/control/customers/${customer}`, 200, Customer), (seen) => seen.maxOpenSessions)

const attemptsAt = (bank: Bank, customer: string) =>
  Effect.map(bank.journal(customer), (entries) => entries.filter(({ event }) => event === "login-attempt").length)

const codeFor = (bank: Bank, customer: string) =>
  Effect.map(
    until("a code", bank.latestCode(customer), (sent) => sent !== null),
    (code) => code ?? ""
  )

const said = ({ command }: Server) => Effect.sync(() => command.said().stderr)

const end = ({ command }: Server, signal: NodeJS.Signals) => Effect.promise(() => command.stop(signal))

/** What became of a scrape that somebody asked for. */
const jobStatus = Effect.map(
  SqlClient.SqlClient,
  (sql) => (jobId: string) =>
    sql<{ status: string }>`select status from scrape_jobs where id = ${jobId}`.pipe(
      Effect.map((rows) => rows[0]?.status),
      Effect.orDie
    )
)

describe("nodes on one database", () => {
  it.live(
    "are one service: what reaches one counts for all, and each takes over from the others",
    () =>
      Effect.gen(function* () {
        const home = yield* temporaryHome
        const bank = yield* startBank(home)
        const nodes = yield* Effect.all([startNode(home), startNode(home)], { concurrency: 2 })
        const { bankId, person } = yield* populate(nodes[0].base, bank.url)
        const key = yield* person.createKey("nodes")
        const streams = yield* Effect.forEach(nodes, ({ base }) => openStream(base, person.token))

        // What happens on one node is told, and true, on both.
        const luis = yield* addAccount(person, bankId, "luis")
        for (const stream of streams) yield* stream.wait("scrape.succeeded", luis)
        for (const { base } of nodes) assert.isTrue((yield* machineWith(base, key).status(luis)).session_running)

        // A code reaches the login that waits for it on the other node.
        const ana = yield* addAccount(person, bankId, "ana")
        yield* person.scrape(ana)
        for (const stream of streams) yield* stream.wait("assistance.requested", ana)
        const { other: elsewhere } = yield* whereItLives(nodes, ana)
        yield* machineWith(elsewhere.base, key).submitCode(ana, yield* codeFor(bank, "ana"))
        for (const stream of streams) yield* stream.wait("scrape.succeeded", ana)

        // A killed node's session goes on at the other one.
        const { other, owner } = yield* whereItLives(nodes, luis)
        const stream = yield* openStream(other.base, person.token)
        yield* end(owner, "SIGKILL")
        yield* stream.wait("session.stopped", luis)
        yield* stream.wait("session.started", luis)
        yield* until("the notice of the lost node", said(other), (text) => text.includes(`"notice":"node_lost"`))

        // A rolling restart hands over what was asked for.
        const next = yield* startNode(home)
        const { jobId } = yield* personWith(other.base, person.token).scrape(luis)
        assert.strictEqual((yield* end(other, "SIGTERM")).code, 0)
        yield* until("the job's end", (yield* jobStatus)(jobId), (status) => status === "done")
        yield* until(
          "the session on the last node",
          machineWith(next.base, key).status(luis),
          (status) => status.session_running
        )
        assert.strictEqual(yield* attemptsAt(bank, "luis"), 1, "the open session should have been resumed")
        assert.strictEqual(yield* sessionsAtOnce(bank, "luis"), 1)

        // Those who don't belong to it are refused.
        const env = yield* nodeEnvironment
        const [stranger, loner] = yield* Effect.promise(() =>
          Promise.all([
            run(["serve"], { env: { ...env, API_KEY_PEPPER: "another pepper than the one that the nodes have" } })
              .ended,
            run(["serve"], { env: { ...env, CLUSTER: "single" } }).ended
          ])
        )
        assert.include(stranger.stderr, "API_KEY_PEPPER is another than the one that")
        assert.include(loner.stderr, "another counterfoil is using this database")
        assert.deepStrictEqual([stranger.code, loner.code], [1, 1])
        assert.strictEqual((yield* end(next, "SIGTERM")).code, 0)
      }).pipe(Effect.provide(TestDatabase.layer)),
    patience
  )
})

const isAboutSessions = (type: string) => type.startsWith("session.")

describe.runIf(process.env["VERIFY"] !== undefined)("a node that froze", () => {
  it.live(
    "has lost its accounts when it wakes up: it closes their sessions, tells nothing and logs in nowhere",
    () =>
      Effect.gen(function* () {
        const home = yield* temporaryHome
        const bank = yield* startBank(home)
        const start = startNode(home, { CLUSTER_LEASE: "5 seconds" })
        const nodes = yield* Effect.all([start, start], { concurrency: 2 })
        const { bankId, person } = yield* populate(nodes[0].base, bank.url)
        const streams = yield* Effect.forEach(nodes, ({ base }) => openStream(base, person.token))
        const luis = yield* addAccount(person, bankId, "luis")
        const { other, owner } = yield* whereItLives(nodes, luis)
        const stream = streams[nodes.indexOf(other)] ?? streams[0]
        yield* stream.wait("session.started", luis)

        process.kill(owner.command.pid, "SIGSTOP")
        yield* stream.wait("session.started", luis, stream.messages.length)
        process.kill(owner.command.pid, "SIGCONT")
        yield* until("the end of its session", said(owner), (text) => text.includes(`"message":"session ended"`))
        yield* stream.wait("scrape.succeeded", luis, stream.messages.length)

        const told = stream.messages.map(({ type }) => type).filter(isAboutSessions)
        const inTurn = told.map((_, index) => (index % 2 === 0 ? "session.started" : "session.stopped"))
        assert.deepStrictEqual(told, inTurn)
        assert.strictEqual(yield* attemptsAt(bank, "luis"), 1)
        assert.strictEqual(yield* sessionsAtOnce(bank, "luis"), 1)
      }).pipe(Effect.provide(TestDatabase.layer)),
    patience
  )
})

const Entries = Schema.Array(Schema.Struct({ event: Schema.String }))

/** How many sessions were open at the bank at a time, of all its customers. */
const mostAtOnce = (bank: Bank) =>
  Effect.map(call(`${bank.url}/control/journal`, 200, Entries), (entries) => {
    const changes = entries.map(({ event }) => (event === "session-opened" ? 1 : event === "session-closed" ? -1 : 0))
    let open = 0
    return Math.max(...changes.map((change) => (open += change)))
  })

const addReader = Effect.fnUntraced(function* (bank: Bank, person: Person, bankId: string, customer: string) {
  const body = { id: customer, password: "right-password-1", history: "ordinary" }
  yield* call(`${bank.url}/control/customers`, 201, Schema.Json, { method: "POST", body })
  const { id } = yield* person.createAccount(bankId, customer)
  const oneShot = { session_type: "one-shot", login_mode: "simple" }
  yield* person.configure(id, settingsFor(nobody, { username: customer, password: body.password }, oneShot))
  return id
})

const slowDown = (bank: Bank, customer: string, slowMs: number) =>
  call(`${bank.url}/control/customers/${customer}/switches`, 200, Schema.Json, { method: "PATCH", body: { slowMs } })

describe.runIf(process.env["VERIFY"] !== undefined)("nodes that read at one bank", () => {
  it.live(
    "are no more at it together than one alone may be, and go on when the one that is there is killed",
    () =>
      Effect.gen(function* () {
        const home = yield* temporaryHome
        const bank = yield* startBank(home)
        const start = startNode(home, { BANK_CONCURRENCY: "1" })
        const nodes = yield* Effect.all([start, start], { concurrency: 2 })
        const { bankId, person } = yield* populate(nodes[0].base, bank.url)
        const stream = yield* openStream(nodes[0].base, person.token)
        const customers = Array.from({ length: 8 }, (_, nth) => `reader-${nth}`)
        const accounts = yield* Effect.forEach(customers, (customer) => addReader(bank, person, bankId, customer))
        for (const id of accounts) yield* stream.wait("scrape.succeeded", id)
        for (const id of accounts) yield* stream.wait("session.stopped", id)
        assert.strictEqual(yield* mostAtOnce(bank), 1)
        for (const node of nodes) assert.include(yield* said(node), '"message":"opening a session"')

        const [first = "", second = ""] = accounts
        yield* slowDown(bank, "reader-0", 3_000)
        yield* person.scrape(first)
        const { other, owner } = yield* whereItLives(nodes, first)
        const opened = Effect.sync(() => linesOf(owner, "opening a session", first).length)
        yield* until("the slow session", opened, (count) => count === 2)
        const left = yield* openStream(other.base, person.token)
        yield* end(owner, "SIGKILL")
        yield* slowDown(bank, "reader-0", 0)
        yield* personWith(other.base, person.token).scrape(second)
        yield* left.wait("scrape.succeeded", second)
        yield* left.wait("scrape.succeeded", first)
      }).pipe(Effect.provide(TestDatabase.layer)),
    patience
  )
})
