/** An account's rows, and the orders that wait for it, in memory: the ports that its actor reads and writes. */
import { DateTime, Effect, Layer } from "effect"
import { AccountRepository } from "../../src/accounts/AccountRepository.ts"
import { type ActorAgenda, StaleActor } from "../../src/accounts/ActorRows.ts"
import { DueAccounts } from "../../src/accounts/DueAccounts.ts"
import { Conciliator } from "../../src/conciliation/Conciliator.ts"
import { DatabaseUnavailable } from "../../src/DatabaseUnavailable.ts"
import { OrderPoller } from "../../src/orders/OrderPoller.ts"
import { Transactor } from "../../src/Transactor.ts"

export const accountId = "account"
const bankOrigin = "https://bank.example"

type Row = Omit<ActorAgenda, "now" | "epoch" | "wakes" | "jobQueued">

const never = DateTime.makeUnsafe("9999-01-01T00:00:00Z")

/** Enrolled, agreed to, and due at once. */
const dueRow: Row = {
  accountId,
  userId: "ana",
  bankId: "bank-id",
  bank: "demo",
  bankName: "Demo Bank",
  bankOrigins: [bankOrigin],
  bankPausedUntil: null,
  name: "Shop",
  status: "active",
  blockedReason: null,
  operationMode: "reconcile",
  loginId: "login",
  loginGrant: 0,
  nextRunAt: null,
  failureKind: null,
  failureCount: 0,
  lastCompleteScrapeAt: null,
  highWater: null,
  watchedFrom: null,
  shownBack: null,
  hasSettings: true,
  sessionType: "one-shot",
  loginMode: "simple",
  lostCycles: 0,
  heldBackUntil: null,
  credentialsVersion: 1,
  scriptId: "script",
  consent: { creator: null, origins: [bankOrigin], requests: [] },
  bankCreator: null,
  scriptOrigins: [],
  scriptRequests: [],
  scriptPasswordFields: null,
  zone: "Europe/Madrid",
  askFrom: null,
  askTo: null,
  askZone: null,
  snoozedUntil: null,
  askedEnoughUntil: null,
  workQueued: false,
  workAt: null,
  pollAt: null,
  unattempted: false,
  oldestOpenAt: null,
  leaveAt: null,
  holderAsked: false
}

/** An account that the schedule wants nothing of. */
export const notDue = { nextRunAt: never }

export const accountRows = (given: Partial<Row> = {}) => {
  const row = { ...dueRow, ...given }
  const state = {
    row,
    epoch: 0n,
    wakes: 0n,
    databaseIsAway: false,
    /** What taking the account over waits for. */
    activating: Effect.void,
    /** What happens just before the account comes to rest. */
    atRest: () => {},
    /** Ids of scrapes that were asked for, and their answers. */
    jobs: new Array<string>(),
    running: new Array<string>(),
    answers: new Array<string>(),
    /** Milliseconds from then on, each time that the account came to rest. */
    rests: new Array<{ readonly afterMs: number | null; readonly because: string }>(),
    polledAt: new Array<number>(),
    /** Accounts of the login that are due, and those whose read somebody waits for. */
    mates: 0,
    askedMates: 0,
    poll: Effect.succeed({ ok: true, appeared: new Array<string>(), corrected: new Array<string>(), lookIds: [] })
  }
  /** Whatever asks the database finds it away, or goes on. */
  const asked = <A, E, R>(answer: () => Effect.Effect<A, E, R>) =>
    Effect.suspend(() =>
      state.databaseIsAway
        ? Effect.die(new DatabaseUnavailable({ message: "away", outcome: "undone", cause: null }))
        : answer()
    )
  const does = (change: () => void) => asked(() => Effect.sync(change))
  const agenda = asked(() =>
    Effect.map(DateTime.now, (now): ActorAgenda => ({
      ...state.row,
      now,
      epoch: state.epoch,
      wakes: state.wakes,
      jobQueued: state.jobs.length > 0
    }))
  )
  /** From now; null: not by itself. */
  const later = (delayMs: number | null) =>
    Effect.map(DateTime.now, (now) => (delayMs === null ? never : DateTime.add(now, { milliseconds: delayMs })))
  const set = (change: Partial<Row>) => {
    state.row = { ...state.row, ...change }
    state.wakes += 1n
  }
  const layer = Layer.mergeAll(
    Layer.mock(Transactor, { transact: (effect) => asked(() => effect) }),
    Layer.mock(AccountRepository, {
      activateActor: () =>
        asked(() =>
          Effect.map(state.activating, () => {
            state.epoch += 1n
            return {
              epoch: state.epoch,
              left: { sessionId: null, assistanceId: null, lostCycles: state.row.lostCycles }
            }
          })
        ),
      agenda: () => agenda,
      fence: (id, epoch) =>
        asked(() => (epoch === state.epoch ? Effect.void : Effect.fail(new StaleActor({ accountId: id })))),
      beginCycle: () => does(() => undefined),
      endCycle: () => does(() => undefined),
      holdBack: () => Effect.succeed(null),
      stillHolds: () => does(() => set({ holderAsked: false })),
      schedule: (_, { delayMs, failureCount, failureKind }) =>
        asked(() => Effect.map(later(delayMs), (nextRunAt) => set({ nextRunAt, failureCount, failureKind }))),
      block: (_, blockedReason) => does(() => set({ blockedReason })),
      blockMates: () => Effect.succeed([]),
      restActor: (_, seen, { afterMs, because }) =>
        asked(() =>
          Effect.sync(() => {
            state.atRest()
            const rests = seen.wakes === state.wakes
            if (rests) state.rests.push({ afterMs, because })
            return { rests, before: null }
          })
        ),
      forgetActor: () => Effect.void
    }),
    Layer.mock(DueAccounts, {
      takeJob: () =>
        asked(() =>
          Effect.sync(() => {
            const id = state.jobs.shift()
            if (id === undefined) return null
            state.running.push(id)
            return { id }
          })
        ),
      finishJob: (id, status, reason) =>
        does(() => {
          state.running = state.running.filter((running) => running !== id)
          state.answers.push(`${id} ${status}${reason === null ? "" : `: ${reason}`}`)
        }),
      requeueJobs: (_, ids) =>
        does(() => {
          state.running = state.running.filter((id) => !ids.includes(id))
          state.jobs.unshift(...ids)
        }),
      callMates: (_, withinMs) => Effect.sync(() => state.askedMates + (withinMs === null ? 0 : state.mates)),
      wake: () => Effect.void,
      work: () => Effect.succeed([]),
      unattempted: () => Effect.succeed([])
    }),
    Layer.mock(OrderPoller, {
      poll: () =>
        Effect.flatMap(DateTime.now, (now) => {
          state.polledAt.push(now.epochMilliseconds)
          return state.poll
        })
    }),
    Layer.mock(Conciliator, { pass: () => Effect.succeed({ attempts: 0, matched: 0, ambiguous: 0 }) })
  )
  return { state, layer, set }
}
