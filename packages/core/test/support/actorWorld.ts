/** One account's actor between ports in memory: what the bank and the browser do is the test's, and what they saw is a list. */
import { assert } from "@effect/vitest"
import { Duration, Effect, type Fiber, Layer, Redacted, Result, type Schema } from "effect"
import { Entity, ShardingConfig } from "effect/cluster"
import { TestClock } from "effect/testing"
import { AccountPolicy, type AccountPolicyShape, defaultAccountPolicy } from "../../src/accounts/AccountPolicy.ts"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { FreezeWatch } from "../../src/accounts/FreezeWatch.ts"
import { accountActorLayer } from "../../src/actor/AccountActor.ts"
import { AccountEntity } from "../../src/actor/AccountEntity.ts"
import { AwakeActors } from "../../src/actor/AwakeActors.ts"
import { ScriptRegistry } from "../../src/catalogue/ScriptRegistry.ts"
import { ActivityLog } from "../../src/events/ActivityLog.ts"
import { EventLog } from "../../src/events/EventLog.ts"
import { MovementIntake } from "../../src/movements/MovementIntake.ts"
import { Outbox } from "../../src/outbox/Outbox.ts"
import { PageFault } from "../../src/scripts/PageCall.ts"
import type { RunnableScript } from "../../src/scripts/Script.ts"
import { ScriptRepository } from "../../src/scripts/ScriptRepository.ts"
import { type ScriptFault, type ScriptPhase, ScriptRunner } from "../../src/scripts/ScriptRunner.ts"
import { Vault } from "../../src/security/Vault.ts"
import { BankBrowser, type BankPage } from "../../src/sessions/BankBrowser.ts"
import { BankPermits } from "../../src/sessions/BankPermits.ts"
import { KeptEvidence } from "../../src/sessions/KeptEvidence.ts"
import { SessionGate } from "../../src/sessions/SessionGate.ts"
import { SessionRepository } from "../../src/sessions/SessionRepository.ts"
import { accountId, accountRows } from "./accountRows.ts"
import { plainSettings } from "./plainSettings.ts"

type Manifest = RunnableScript["manifest"]

const scriptWith = (phases: Manifest["phases"], sessionTypes: Manifest["sessionTypes"]): RunnableScript => ({
  id: "script",
  bankId: "bank-id",
  version: "1.0.0",
  bundle: "",
  manifest: {
    bank: "demo",
    version: "1.0.0",
    sdk: 1,
    flow: "extract_transactions",
    origins: [],
    zone: "Europe/Madrid",
    dates: "dmy",
    sessionTypes,
    uniqueIds: true,
    phases
  }
})

const closed = new PageFault({ code: "PageClosed", message: "there is no page here" })
const page: BankPage = {
  call: () => Effect.fail(closed),
  putSecret: () => Effect.void,
  scrub: (text) => text,
  storageState: Effect.succeed(Redacted.make("{}")),
  beginRun: Effect.void,
  enterPhase: () => Effect.void,
  takeRefused: Effect.succeed([]),
  awaitsAnswer: Effect.succeed(false),
  evidence: Effect.fail(closed),
  picture: () => Effect.fail(closed),
  gone: Effect.never
}

const button = { page: 0, steps: [{ method: "getByRole", arg: "button" }] }
const sending = [
  { verb: "locator.fill", args: { ...button, value: { secret: "password" } } },
  { verb: "locator.click", args: button }
]

type Phase = Effect.Effect<Schema.Json, ScriptFault>

/** What the script's phases end with; each may be set. */
const bankThatWorks = (): Record<ScriptPhase, Phase> => ({
  login: Effect.succeed("authenticated"),
  resume: Effect.succeed(false),
  extract: Effect.succeed({}),
  keepAlive: Effect.succeed(true),
  logout: Effect.succeed(null)
})

const taken = {
  scrapeId: "scrape",
  inserted: 0,
  updated: 0,
  held: 0,
  inOtherWords: [],
  complete: true,
  coversMore: false
}

interface Given {
  readonly rows?: Parameters<typeof accountRows>[0]
  readonly policy?: Partial<AccountPolicyShape>
  readonly sessionType?: "one-shot" | "persistent"
  /** Whether the script finds a session again. (Default: yes) */
  readonly resumes?: boolean
  /** What the script says of itself. (Default: both) */
  readonly sessionTypes?: Manifest["sessionTypes"]
  /** (Default: one) */
  readonly password?: string
  /** Its login types the password and sends it. (Default: nothing that a host knows of) */
  readonly sendsPassword?: boolean
  /** Whether the bank has not answered, or with an error of its server, whenever that is asked. (Default: no) */
  readonly awaitsAnswer?: boolean
  /** Whether its sessions may be handed on. (Default: no) */
  readonly sharesSession?: boolean
  /** Happens before movements are taken in. (Default: nothing) */
  readonly beforeIntake?: Effect.Effect<void>
}

export const actorWorld = ({
  awaitsAnswer = false,
  beforeIntake = Effect.void,
  password = "secret",
  policy = {},
  resumes = true,
  rows: row = {},
  sendsPassword = false,
  sharesSession = false,
  sessionType = "one-shot",
  sessionTypes = ["one-shot", "persistent"]
}: Given = {}) => {
  const phaseNames = ["login", ...(resumes ? (["resume"] as const) : []), "extract", "logout"] as const
  const plain = scriptWith(phaseNames, sessionTypes)
  const script = sharesSession ? { ...plain, manifest: { ...plain.manifest, sharesSession: true as const } } : plain
  const rows = accountRows({ ...row, sessionType })
  const phases = bankThatWorks()
  /** What bank and browser saw, in order. */
  const seen: Array<string> = []
  const see = (what: string) => Effect.sync(() => void seen.push(what))
  const told: Array<string> = []
  /** What the account's activity says. */
  const said: Array<string> = []
  /** The values of its entries. */
  const values: Array<unknown> = []
  /** When the runs began that a script's report counts. */
  const runs: Array<number> = []
  /** Times that the browser's state was kept. */
  const kept = { states: 0 }
  const ports = Layer.mergeAll(
    rows.layer,
    Layer.mock(Accounts, {
      findSettings: () => Effect.succeed({ ...plainSettings, sessionType }),
      credentials: () =>
        Effect.sync(() => ({
          version: rows.state.row.credentialsVersion ?? 0,
          username: Redacted.make("ana"),
          password: Redacted.make(password)
        }))
    }),
    Layer.mock(ScriptRegistry, { active: () => Effect.succeed(script) }),
    Layer.mock(ScriptRepository, {
      beginShadow: () => Effect.succeed(null),
      addRun: ({ startedAt }) => Effect.sync(() => runs.push(startedAt.epochMilliseconds) > 0)
    }),
    Layer.mock(SessionRepository, {
      browserState: () => Effect.succeed(null),
      browserStateOfLogin: () => Effect.succeed(null),
      saveBrowserState: (_, { leaveInMs }) =>
        Effect.andThen(
          Effect.sync(() => void (kept.states += 1)),
          leaveInMs === null ? Effect.void : see("handed on")
        ),
      left: () => Effect.void,
      forgetBrowserState: () => Effect.void,
      begin: () => Effect.as(see("session began"), { isNew: true, left: [] }),
      end: (_, reason) => Effect.as(see(`session ended: ${reason}`), true),
      beginLogin: ({ loginGrant }) => Effect.map(see(`login, grant ${loginGrant}`), Result.succeed),
      finishLogin: (_, outcome) => see(`login ${outcome}`),
      finishUnanswered: () => Effect.succeed({ again: true }),
      rejections: () => Effect.succeed([])
    }),
    Layer.mock(BankBrowser, {
      open: () =>
        Effect.as(
          Effect.acquireRelease(see("page opened"), () => see("page closed")),
          { ...page, awaitsAnswer: Effect.succeed(awaitsAnswer) }
        )
    }),
    Layer.mock(ScriptRunner, {
      start: ({ host }) =>
        Effect.succeed({
          manifest: script.manifest,
          invoke: (phase) =>
            Effect.andThen(
              phase !== "login" ? see(phase) : sendsPassword ? Effect.forEach(sending, host) : Effect.void,
              Effect.suspend(() => phases[phase])
            )
        })
    }),
    Layer.mock(MovementIntake, {
      readBackTo: () => Effect.succeed("2026-11-01"),
      take: () => Effect.andThen(beforeIntake, Effect.as(see("taken in"), taken))
    }),
    Layer.mock(Vault, { encrypt: () => Effect.succeed(new Uint8Array()) }),
    Layer.mock(EventLog, { append: ({ type }) => Effect.sync(() => void told.push(type)) }),
    Layer.mock(ActivityLog, {
      add: ({ data, kind, message }) =>
        Effect.sync(() => {
          told.push(kind)
          said.push(message)
          values.push(data)
        })
    }),
    Layer.mock(Outbox, {}),
    Layer.mock(KeptEvidence, { keep: () => Effect.void }),
    Layer.mock(FreezeWatch, { count: Effect.succeed(0), lostTouch: Effect.void }),
    AwakeActors.layer
  )
  const gate = Layer.provide(SessionGate.layer, [
    Layer.succeed(AccountPolicy, { ...defaultAccountPolicy, ...policy }),
    Layer.succeed(BankPermits, null)
  ])
  const layer = Layer.mergeAll(ports, gate, ShardingConfig.layerDefaults).pipe(
    Layer.provideMerge(Layer.succeed(AccountPolicy, { ...defaultAccountPolicy, ...policy }))
  )
  return { rows, phases, seen, told, said, values, runs, kept, layer }
}
export type ActorWorld = ReturnType<typeof actorWorld>

/** Waits until something holds that no time is needed for. */
export const until = Effect.fnUntraced(function* (holds: () => boolean, what: string) {
  for (let turns = 0; turns < 2_000; turns++) {
    if (holds()) return
    yield* Effect.yieldNow
  }
  assert.fail(`still waiting: ${what}`)
})

/** Everybody goes on as far as they can without time. */
export const settle = TestClock.adjust(Duration.zero).pipe(
  Effect.andThen(Effect.yieldNow),
  Effect.repeat({ times: 40 })
)

/** Attends to the account as a dispatcher would, once; the fiber ends when the account may rest. */
export const makeActor = Effect.gen(function* () {
  const client = yield* Entity.makeTestClient(AccountEntity, accountActorLayer)
  const actor = yield* client(accountId)
  const attend = Effect.forkChild(actor.Attend(), { startImmediately: true })
  return { actor, attend }
})

/** As the dispatcher does: attends whenever the account is due, however it ended before. */
export const attendAlways = Effect.fnUntraced(function* ({ rows }: ActorWorld) {
  const { actor } = yield* makeActor
  const attendOnce = Effect.gen(function* () {
    const before = rows.state.rests.length
    yield* actor.Attend()
    const rest = rows.state.rests[before]
    if (rest?.afterMs === null) return yield* Effect.never
    if (rest !== undefined) yield* Effect.sleep(Duration.millis(rest.afterMs))
  })
  return yield* Effect.forkChild(Effect.forever(attendOnce), { startImmediately: true })
})

export const isOver = (fiber: Fiber.Fiber<unknown, unknown>): boolean => fiber.pollUnsafe() !== undefined

/** Another account of another user, which holds what the actor waits for. */
export const other = (loginId = "other login", id = "other") => ({
  accountId: id,
  userId: "ben",
  loginId,
  asked: false
})
