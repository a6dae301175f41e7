import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { call, until } from "../src/demo/Client.ts"
import type { Bank } from "../src/demo/Neighbours.ts"
import { machineWith, type Person } from "../src/demo/Person.ts"
import { openStream } from "../src/demo/Stream.ts"
import { temporaryHome } from "./support/Command.ts"
import { eventsOf } from "./support/events.ts"
import { survivors } from "@counterfoil/testing/processes"
import { addAccount, freePort, populate, startBank, startServer, type Server } from "./support/Scene.ts"

const patience = 300_000

const State = Schema.Struct({ state: Schema.String })

const setting = Effect.gen(function* () {
  const home = yield* temporaryHome
  const PORT = yield* freePort
  const bank = yield* startBank(home)
  const start = (env = {}) => startServer(home, { PORT, ...env })
  return { home, bank, start }
})

const slowDown = (bank: Bank, customer: string, slowMs: number) =>
  call(`${bank.url}/control/customers/${customer}/switches`, 200, Schema.Json, { method: "PATCH", body: { slowMs } })

const attemptsAt = (bank: Bank, customer: string) =>
  Effect.map(bank.journal(customer), (entries) => entries.filter(({ event }) => event === "login-attempt").length)

/** The bank has the password and hasn't answered yet. */
const untilSubmitted = (bank: Bank, customer: string) =>
  until("a login attempt", attemptsAt(bank, customer), (count) => count > 0)

const untilState = (person: Person, accountId: string, wanted: string) =>
  until(wanted, person.ask(`/accounts/${accountId}/state`, 200, State), ({ state }) => state === wanted)

/** Ends the server, and sees that browser, isolates and Postgres end with it. */
const stop = ({ command }: Server, signal: NodeJS.Signals) =>
  Effect.promise(async () => {
    const children = command.children()
    const ended = await command.stop(signal)
    assert.deepStrictEqual(await survivors(children, 20_000), [])
    if (signal !== "SIGKILL") assert.strictEqual(ended.code, 0, ended.stderr)
    return ended
  })

/** Either it reads with the session that is there, or it asks for another code. */
const isEnd = (type: string) => type === "scrape.succeeded" || type === "assistance.requested"

describe.runIf(process.env["VERIFY"] !== undefined)("a server that is stopped in the middle of its sessions", () => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGKILL"] as const) {
    it.live(
      `goes on with them by itself after ${signal}`,
      () =>
        Effect.gen(function* () {
          const { bank, home, start } = yield* setting
          const first = yield* start()
          const { bankId, person } = yield* populate(first.base, bank.url)
          const stream = yield* openStream(first.base, person.token)
          const luis = yield* addAccount(person, bankId, "luis")
          yield* stream.wait("scrape.succeeded", luis)
          const ana = yield* addAccount(person, bankId, "ana")
          yield* person.scrape(ana)
          yield* stream.wait("assistance.requested", ana)
          yield* stop(first, signal)

          const second = yield* start()
          const again = yield* openStream(second.base, person.token)
          yield* again.wait("scrape.succeeded", luis)
          assert.strictEqual(yield* attemptsAt(bank, "luis"), 1, "the open session should have been resumed")
          yield* untilState(person, ana, "awaiting-otp")
          assert.strictEqual(yield* attemptsAt(bank, "ana"), 2, "the scrape that was asked for should run again")
          const told = yield* eventsOf(home, luis)
          assert.deepStrictEqual(told.slice(0, 1), ["session.started"])
          assert.lengthOf(
            told.filter((type) => type === "session.stopped"),
            1
          )
          const asked = (yield* eventsOf(home, ana)).filter((type) => type.startsWith("assistance."))
          assert.deepStrictEqual(asked, ["assistance.requested", "assistance.cancelled", "assistance.requested"])
          yield* stop(second, "SIGTERM")
        }),
      patience
    )
  }

  it.live(
    "never sends credentials again whose answer a kill kept from it",
    () =>
      Effect.gen(function* () {
        const { bank, start } = yield* setting
        const first = yield* start()
        const { bankId, person } = yield* populate(first.base, bank.url)
        yield* slowDown(bank, "luis", 4_000)
        const luis = yield* addAccount(person, bankId, "luis")
        yield* untilSubmitted(bank, "luis")
        yield* stop(first, "SIGKILL")
        yield* slowDown(bank, "luis", 0)

        yield* start()
        const account = yield* until(
          "the block",
          person.account(luis),
          (found) => found?.scrapeBlockedAt !== null && found !== undefined
        )
        assert.include(account?.scrapeBlockedReason ?? "", "Whether the bank took the last login is not known")
        yield* person.scrape(luis)
        assert.strictEqual(yield* attemptsAt(bank, "luis"), 1)
      }),
    patience
  )

  it.live(
    "hears a login's answer before it stops, and uses that session after the next start",
    () =>
      Effect.gen(function* () {
        const { bank, start } = yield* setting
        const first = yield* start()
        const { bankId, person } = yield* populate(first.base, bank.url)
        yield* slowDown(bank, "luis", 2_000)
        const luis = yield* addAccount(person, bankId, "luis")
        yield* untilSubmitted(bank, "luis")
        yield* stop(first, "SIGTERM")
        yield* slowDown(bank, "luis", 0)

        yield* start()
        yield* untilState(person, luis, "monitoring")
        assert.strictEqual(yield* attemptsAt(bank, "luis"), 1)
      }),
    patience
  )

  it.live(
    "hears the answer to a code before it stops, and uses that session after the next start",
    () =>
      Effect.gen(function* () {
        const { bank, start } = yield* setting
        const first = yield* start()
        const { bankId, person } = yield* populate(first.base, bank.url)
        const machine = machineWith(first.base, yield* person.createKey("codes"))
        const stream = yield* openStream(first.base, person.token)
        const ana = yield* addAccount(person, bankId, "ana")
        yield* stream.wait("assistance.requested", ana)
        const code = yield* until("a code", bank.latestCode("ana"), (sent) => sent !== null)
        yield* slowDown(bank, "ana", 2_000)
        yield* machine.submitCode(ana, code ?? "")
        yield* stop(first, "SIGTERM")
        yield* slowDown(bank, "ana", 0)

        const second = yield* start()
        const again = yield* openStream(second.base, person.token)
        yield* until(
          "a read of the session that was there",
          Effect.sync(() => again.messages.find(({ type }) => isEnd(type))?.type),
          (type) => type !== undefined
        )
        assert.strictEqual(yield* attemptsAt(bank, "ana"), 1)
        yield* again.wait("scrape.succeeded", ana)
      }),
    patience
  )

  it.live(
    "waits for a bank no longer than SHUTDOWN_GRACE",
    () =>
      Effect.gen(function* () {
        const { bank, start } = yield* setting
        const first = yield* start({ SHUTDOWN_GRACE: "1 second" })
        const { bankId, person } = yield* populate(first.base, bank.url)
        yield* slowDown(bank, "luis", 10_000)
        yield* addAccount(person, bankId, "luis")
        yield* untilSubmitted(bank, "luis")
        const { millis } = yield* stop(first, "SIGTERM")
        assert.isAbove(millis, 900)
        assert.isBelow(millis, 8_000)
      }),
    patience
  )
})
