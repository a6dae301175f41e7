/** A bank that fails as it is told, a shop that hears of it, and a server between them: all real, each on a free port. */
import { startDemoBank } from "@counterfoil/demo-bank"
import { startDemoShop } from "@counterfoil/demo-shop"
import { Effect, Schema } from "effect"
import { publishVersion } from "../../src/demo/cast.ts"
import { call, until } from "../../src/demo/Client.ts"
import { bankAt, shopAt } from "../../src/demo/Neighbours.ts"
import { enrol as register, machineWith } from "../../src/demo/Person.ts"
import { type Message, openStream } from "../../src/demo/Stream.ts"
import { type Environment, temporaryHome } from "../support/Command.ts"
import { databaseEnvironment } from "../support/nodes.ts"
import { startServer } from "../support/Scene.ts"
import { oddBundle, oddManifest } from "./oddScript.ts"

const closing = <A extends { readonly close: () => Promise<void> }>(start: () => Promise<A>) =>
  Effect.acquireRelease(Effect.promise(start), (started) => Effect.promise(() => started.close()))

/** The demo bank's own website, and a second bank at the same address whose script misbehaves as an account's name says. */
export type BankCode = "demo-bank" | "odd-bank"

export const setStage = Effect.fnUntraced(function* (env: Environment) {
  const home = yield* temporaryHome
  const bank = bankAt((yield* closing(() => startDemoBank())).url)
  const shop = shopAt((yield* closing(() => startDemoShop())).url)
  const server = yield* startServer(home, {
    ...(yield* databaseEnvironment),
    // Nothing is read but what the row is about.
    MONITOR_INTERVAL: "1 hour",
    ...env
  })
  const person = yield* register(server.base, "owner@shop.example", "Owner", "passthrough")
  const stream = yield* openStream(server.base, person.token)
  const machine = machineWith(server.base, yield* person.createKey("codes"))
  const { id: demo } = yield* person.createBank("demo-bank", "Demo Bank", `${bank.url}/login`)
  yield* publishVersion(person, demo, "1.1.0")
  const { id: odd } = yield* person.createBank("odd-bank", "Odd Bank", `${bank.url}/login`)
  const script = yield* person.publish(odd, "1.0.0", oddManifest, oddBundle)
  yield* person.promote(script.id)
  const banks: Readonly<Record<BankCode, string>> = { "demo-bank": demo, "odd-bank": odd }
  return { bank, shop, server, person, stream, machine, banks }
})

export type Stage = Effect.Success<ReturnType<typeof setStage>>

type Body = Readonly<Record<string, Schema.Json>>

/** The bank's hand that no website shows. */
export const control = ({ bank }: Stage, method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: Body) =>
  call(`${bank.url}/control${path}`, method === "POST" ? 201 : 200, Schema.Json, {
    method,
    ...(body === undefined ? {} : { body: { ...body } })
  })

/** Somebody logs in at the bank in a browser of their own. */
export const logInByHand = ({ bank }: Stage, username: string, password: string) =>
  Effect.promise(() =>
    fetch(`${bank.url}/login`, {
      method: "POST",
      body: new URLSearchParams({ username, password }),
      redirect: "manual"
    })
  )

/** A machine that submits the code for every login that asks for one. `customerOf`: undefined while nobody knows. */
export const answerCodes = Effect.fnUntraced(function* (
  { bank, machine, stream }: Stage,
  customerOf: (accountId: string) => string | undefined
) {
  const answered = new Set<Message>()
  const answer = Effect.fnUntraced(function* (accountId: string, customer: string) {
    const code = yield* until("a code", bank.latestCode(customer), (sent) => sent !== null)
    if (code !== null) yield* machine.submitCode(accountId, code)
  })
  const look = Effect.gen(function* () {
    for (const message of stream.messages) {
      const customer = customerOf(message.accountId)
      if (message.type !== "assistance.requested" || customer === undefined || answered.has(message)) continue
      answered.add(message)
      yield* Effect.forkScoped(Effect.ignore(answer(message.accountId, customer)))
    }
  })
  yield* look.pipe(Effect.andThen(Effect.sleep("100 millis")), Effect.forever, Effect.forkScoped)
})
