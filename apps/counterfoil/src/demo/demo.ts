/** `npm run demo`: the main job on real parts, each in a process of its own, told step by step. */
import { configFromEnv, findBrowser, startAfresh } from "@counterfoil/runtime"
import { Cause, Console, Effect, Exit } from "effect"
import * as Path from "node:path"
import type { Stage } from "./cast.ts"
import { startChild } from "./Child.ts"
import { makeNarrator, type Narrator } from "./Narrator.ts"
import { bankAt, shopAt } from "./Neighbours.ts"
import { owner } from "./Person.ts"
import { tellStory } from "./story.ts"
import { luisPassword } from "./world.ts"

const home = Path.resolve(process.env["COUNTERFOIL_DEMO_HOME"] ?? ".counterfoil/demo")

/** Everything is on this machine, so loopback is allowed; and nobody wants to wait for minutes. */
const environment = {
  HOST: "127.0.0.1",
  PORT: process.env["PORT"] ?? "0",
  COUNTERFOIL_HOME: home,
  EGRESS_ALLOW: "127.0.0.0/8",
  BANK_EGRESS_ALLOW: "127.0.0.0/8",
  MONITOR_INTERVAL: "1 second",
  ORDERS_INTERVAL: "2 seconds",
  ASSISTED_HOURS: "00:00-24:00",
  OTP_SUBMISSIONS_PER_MINUTE: "20",
  LOG_FORMAT: "json"
}

/** All of the story needs a browser: without one it would fail late and darkly. Answers where it is. */
const prepare = Effect.gen(function* () {
  const browser = yield* findBrowser(yield* configFromEnv)
  yield* startAfresh(home)
  return browser.path
})

/** A bank, a shop and a server that run already, as they do in containers of their own. */
export interface Elsewhere {
  readonly server: string
  readonly bank: string
  readonly shop: string
}

/** What there is to see, each with the address to click on. */
const placesOf = ({ bank, base, shop }: Stage, isElsewhere: boolean) =>
  [
    ["the shop's orders and webhooks", `${shop.url}/`],
    ["the bank's SMS inbox", `${bank.url}/sms`],
    [`the bank (luis, ${luisPassword})`, `${bank.url}/login`],
    ["Counterfoil's dashboard", `${base}/app/`],
    ["the reference of its API", `${base}/docs`],
    ...(isElsewhere ? [] : [["logs and journals", home]])
  ].map(([what = "", where]) => `  ${what.padEnd(34)} ${where}`)

const showStage = Effect.fnUntraced(function* (stage: Stage, isElsewhere: boolean) {
  yield* stage.narrator.say("Open these in a browser and watch it happen:")
  yield* Effect.forEach(placesOf(stage, isElsewhere), stage.narrator.say)
  return stage
})

const stageElsewhere = ({ bank, server, shop }: Elsewhere, narrator: Narrator) =>
  showStage({ base: server, bank: bankAt(bank), shop: shopAt(shop), narrator }, true)

const setStage = Effect.fnUntraced(function* (narrator: Narrator, chromiumPath: string) {
  const log = (name: string) => Path.join(home, `${name}.log`)
  const [bankUrl, shopUrl, base] = yield* narrator.step(
    "three processes start: a demo bank, a demo shop, and Counterfoil with its Postgres and Chromium",
    Effect.all(
      [
        startChild({
          name: "demo bank",
          program: "apps/demo-bank/src/main.ts",
          args: ["--port", "0", "--journal", Path.join(home, "bank.jsonl")],
          logFile: log("bank")
        }),
        startChild({
          name: "demo shop",
          program: "apps/demo-shop/src/main.ts",
          args: ["--port", "0", "--journal", Path.join(home, "shop.jsonl")],
          logFile: log("shop")
        }),
        startChild({
          name: "server",
          program: "apps/counterfoil/src/main.ts",
          args: ["serve"],
          env: { ...environment, CHROMIUM_PATH: chromiumPath },
          logFile: log("counterfoil")
        })
      ],
      { concurrency: 3 }
    )
  )
  return yield* showStage({ base, bank: bankAt(bankUrl), shop: shopAt(shopUrl), narrator }, false)
})

const stayUp = (stage: Stage, isElsewhere: boolean) =>
  Console.log(
    [
      "",
      "Everything stays up until Ctrl-C. Where to look:",
      ...placesOf(stage, isElsewhere),
      "To ask the API as the shop's owner:",
      `  TOKEN=$(curl -s ${stage.base}/auth/login -H 'content-type: application/json' -d '${JSON.stringify(owner)}' | cut -d'"' -f4)`,
      `  curl -s ${stage.base}/conciliation -H "authorization: Bearer $TOKEN"`,
      `  COUNTERFOIL_URL=${stage.base} COUNTERFOIL_EMAIL=${owner.email} npm run example -- 05`,
      "",
      `Open the dashboard: ${stage.base}/app/`,
      `Log in as ${owner.email} with the password: ${owner.password}`
    ].join("\n")
  ).pipe(Effect.andThen(Effect.never))

/** Broken off, the story was not told: nobody may take that for a success. */
const brokenOff = Effect.sync(() => {
  process.exitCode = 130
})

/** What sets the stage, once it is certain that the story can be told to its end. */
const opening = (elsewhere: Elsewhere | undefined) =>
  elsewhere === undefined
    ? Effect.map(prepare, (path) => (narrator: Narrator) => setStage(narrator, path))
    : Effect.succeed((narrator: Narrator) => stageElsewhere(elsewhere, narrator))

export interface DemoOptions {
  /** End when the story is told. */
  readonly exit: boolean
  /** None: three processes are started for the story, and end with it. */
  readonly elsewhere?: Elsewhere | undefined
}

/** Fails the process (exit code 1) if any step did not happen. */
export const demo = ({ elsewhere, exit }: DemoOptions) =>
  Effect.scoped(
    Effect.gen(function* () {
      const open = yield* opening(elsewhere)
      const narrator = yield* makeNarrator
      const told = yield* Effect.gen(function* () {
        const stage = yield* open(narrator)
        yield* tellStory(stage)
        return stage
      }).pipe(
        Effect.onInterrupt(() => brokenOff),
        Effect.exit
      )
      const { failed, steps } = yield* narrator.finish
      if (Exit.isFailure(told) && failed === 0) yield* narrator.say(`between the steps: ${Cause.pretty(told.cause)}`)
      const faults = Exit.isFailure(told) ? Math.max(failed, 1) : failed
      yield* Console.log(`demo: done, ${steps} steps, ${faults} failed`)
      if (faults > 0) {
        yield* Effect.sync(() => {
          process.exitCode = 1
        })
        return
      }
      if (!exit && Exit.isSuccess(told)) return yield* stayUp(told.value, elsewhere !== undefined)
    })
  )
