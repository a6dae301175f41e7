/** A demo bank and a server on it, with an account whose login wants a code and one whose session stays open. */
import { freePort as findPort } from "@counterfoil/testing/freePort"
import { Effect, type Scope } from "effect"
import { join } from "node:path"
import { publishVersion, settingsFor } from "../../src/demo/cast.ts"
import { startChild } from "../../src/demo/Child.ts"
import { bankAt, shopAt } from "../../src/demo/Neighbours.ts"
import { enrol, type Person } from "../../src/demo/Person.ts"
import { anaPassword, luisPassword } from "../../src/demo/world.ts"
import { type Environment, type Running, running } from "./Command.ts"

const onThisMachine = (home: string): Environment => ({
  COUNTERFOIL_HOME: home,
  EGRESS_ALLOW: "127.0.0.0/8",
  BANK_EGRESS_ALLOW: "127.0.0.0/8",
  MONITOR_INTERVAL: "1 second",
  // Tests of several files share few cores: a session would wait for those of other tests.
  SESSION_NICENESS: "0",
  ORDERS_INTERVAL: "2 seconds",
  ASSISTED_HOURS: "00:00-24:00",
  LOG_FORMAT: "json"
})

/** A server keeps its address over its restarts when it is given one. */
export const freePort = Effect.map(Effect.promise(findPort), String)

export const startBank = (home: string, more: ReadonlyArray<string> = []) =>
  Effect.map(
    startChild({
      name: "demo bank",
      program: "apps/demo-bank/src/main.ts",
      args: ["--port", "0", "--journal", join(home, "bank.jsonl"), ...more],
      logFile: join(home, "bank.log")
    }),
    bankAt
  )

export interface Server {
  readonly command: Running
  readonly base: string
}

export const startServer = (home: string, env: Environment = {}): Effect.Effect<Server, never, Scope.Scope> =>
  Effect.gen(function* () {
    const command = yield* running(["serve"], { env: { ...onThisMachine(home), ...env } })
    return { command, base: yield* Effect.promise(() => command.listening) }
  })

const nobody = shopAt("http://127.0.0.1:9")

/** An account of `customer`; its first scrape begins at once. */
export const addAccount = (person: Person, bankId: string, customer: "ana" | "luis") =>
  Effect.gen(function* () {
    const { id } = yield* person.createAccount(bankId, `${customer}'s account`)
    const [password, more] =
      customer === "ana"
        ? ([anaPassword, { session_type: "one-shot", login_mode: "assisted" }] as const)
        : ([luisPassword, { session_type: "persistent", login_mode: "simple" }] as const)
    yield* person.configure(id, settingsFor(nobody, { username: customer, password }, more))
    return id
  })

/** A user and a bank with its script. */
export const populate = (base: string, bankUrl: string) =>
  Effect.gen(function* () {
    const person = yield* enrol(base, "owner@shop.example", "Owner", "passthrough")
    const bank = yield* person.createBank("demo-bank", "Demo Bank", `${bankUrl}/login`)
    yield* publishVersion(person, bank.id, "1.0.0")
    return { person, bankId: bank.id }
  })
