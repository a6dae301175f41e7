/** What people, machines, the bank, time and faults do to an account: on the model, and on the service. */
import { Accounts, Users } from "@counterfoil/core"
import { type FailureKind } from "@counterfoil/domain"
import { Effect, Redacted } from "effect"
import fc from "fast-check"
import { assert } from "vitest"
import {
  type AccountModel,
  askForScrape,
  cancelCode,
  closeSession,
  giveCode,
  holdsBack,
  loseLogin,
  newModel,
  pause,
  rest,
  startAgain,
  stateOf
} from "./AccountModel.ts"
import type { ActorWorld } from "./ActorWorld.ts"

/** The service's side of one run. */
export interface Real {
  readonly world: ActorWorld
  readonly accountId: string
  readonly customer: ReturnType<ActorWorld["bank"]["customer"]>
  passwords: number
}

type Command = fc.AsyncCommand<AccountModel, Real>

const rightCode = "424242"

const describe = (what: string, expected: unknown, seen: unknown) =>
  `after "${what}" expected ${JSON.stringify(expected)}, seen ${JSON.stringify(seen)}`

/** Waits until the service is where the model is; everything that ever happened is counted, so nothing more has. */
const agree = async (what: string, model: AccountModel, { accountId, customer, world }: Real): Promise<void> => {
  const { passwords, ...counts } = model.counts
  const expected = {
    ...counts,
    open_sessions: model.held === null ? 0 : 1,
    pending: model.awaiting === null ? 0 : 1,
    blocked: model.blocked,
    waiting: model.served + (model.queued ? 1 : 0),
    passwords,
    pages: model.held === null && model.awaiting === null ? 0 : 1,
    ...(model.deleted
      ? {}
      : {
          due: model.due,
          state: stateOf(model),
          running: model.held !== null,
          attempts: model.awaiting === null ? null : model.awaiting.attempts
        })
  }
  const look = async (): Promise<Record<string, unknown>> => {
    const status = model.deleted ? undefined : await world.command((commands) => commands.status(accountId))
    return {
      ...(await world.look(accountId)),
      passwords: customer.typed.filter((typed) => typed.startsWith("password ")).length,
      pages: world.bank.pages(accountId),
      ...(status === undefined
        ? {}
        : {
            state: status.state,
            running: status.sessionRunning,
            attempts: status.pendingAssistance?.attempts ?? null
          })
    }
  }
  await world.until(look, (seen) => {
    const agrees = Object.entries(expected).every(([name, value]) => seen[name] === value)
    return agrees ? undefined : describe(what, expected, seen)
  })
}

/** A new account whose first settings are saved, and the model of it. */
export const begin = async (world: ActorWorld) => {
  const { customer, id } = await world.account()
  const real: Real = { world, accountId: id, customer, passwords: 0 }
  const model = newModel()
  await world.save(id, customer.username, customer.password, "one-shot")
  rest(model)
  await agree("the first settings", model, real)
  return { model, real }
}

const command = (
  name: string,
  applies: (model: AccountModel) => boolean,
  onModel: (model: AccountModel) => void,
  onReal: (real: Real, before: AccountModel) => Promise<void>
): Command => ({
  check: (model) => !model.deleted && applies(model),
  run: async (model, real) => {
    const before = structuredClone(model)
    onModel(model)
    await real.world.inTime(`the end of "${name}"`, onReal(real, before))
    await agree(name, model, real)
  },
  toString: () => name
})

const always = () => true
const isAwaiting = (model: AccountModel) => model.awaiting !== null
const isQuiet = (model: AccountModel) => model.awaiting === null

const scrape = command("scrape", always, askForScrape, async ({ accountId, world }) => {
  await world.command((commands) => commands.scrape(accountId))
})

export const restart = command(
  "restart",
  always,
  (model) => {
    model.blocked = null
    model.grants += 1
    model.due = true
    askForScrape(model)
  },
  async ({ accountId, world }) => {
    await world.command((commands) => commands.restart(accountId))
  }
)

const pauseAccount = command("pause", always, pause, ({ accountId, world }) =>
  world.command((commands) => commands.pause(accountId))
)

const resume = command(
  "resume",
  always,
  (model) => {
    model.paused = false
    rest(model)
  },
  ({ accountId, world }) => world.command((commands) => commands.resume(accountId))
)

const time = command(
  "an interval passes",
  isQuiet,
  (model) => {
    model.due = true
    rest(model)
  },
  async ({ accountId, world }) => {
    await world.query("update accounts set next_run_at = now() - interval '1 second' where id = $1", [accountId])
    await world.query("update account_due set due_at = now(), wakes = wakes + 1 where account_id = $1", [accountId])
  }
)

const submit = (right: boolean) =>
  command(
    `a ${right ? "right" : "wrong"} code`,
    isAwaiting,
    (model) => giveCode(model, right),
    ({ accountId, world }) =>
      world.command((commands) => commands.submitOtp(accountId, Redacted.make(right ? rightCode : "111111")))
  )

const misfit = command(
  "a code that does not fit",
  isAwaiting,
  () => undefined,
  async ({ accountId, world }) => {
    const refused = await world.command((commands) => Effect.flip(commands.submitOtp(accountId, Redacted.make("1"))))
    assert.strictEqual(refused._tag, "CodeDoesNotFit")
  }
)

const late = command(
  "a code that nobody waits for",
  isQuiet,
  () => undefined,
  async ({ accountId, world }) => {
    const refused = await world.command((commands) =>
      Effect.flip(commands.submitOtp(accountId, Redacted.make(rightCode)))
    )
    assert.strictEqual(refused._tag, "NoPendingAssistance")
  }
)

const cancel = command("cancel the code", isAwaiting, cancelCode, ({ accountId, world }) =>
  world.command((commands) => commands.cancelAssistance(accountId))
)

const credentials = (right: boolean, sessionType: "one-shot" | "persistent") =>
  command(
    `save ${right ? "right" : "wrong"} credentials, ${sessionType}`,
    isQuiet,
    (model) => {
      Object.assign(model, {
        credentials: { version: model.credentials.version + 1, right },
        sessionType
      })
      rest(model)
    },
    async (real) => {
      real.passwords += 1
      if (right) real.customer.password = `right-${real.passwords}`
      const password = right ? real.customer.password : `wrong-${real.passwords}`
      await real.world.save(real.accountId, real.customer.username, password, sessionType)
    }
  )

const bankDoes = (name: string, change: Partial<AccountModel["bank"]>, applies: typeof always = always) =>
  command(
    `the bank ${name}`,
    (model) => isQuiet(model) && applies(),
    (model) => void Object.assign(model.bank, change),
    async ({ customer }) => {
      const { asksCode, readFailure, refusal } = change
      if (refusal !== undefined) {
        if (refusal === null) delete customer.refusal
        else customer.refusal = refusal
      }
      if (readFailure !== undefined) {
        if (readFailure === null) delete customer.readFailure
        else customer.readFailure = readFailure
      }
      if (asksCode === true) customer.code = { value: rightCode, length: 6, type: "numeric" }
      if (asksCode === false) delete customer.code
      if (change.loggedOut === true) customer.loggedOut = true
    }
  )

const refusals: ReadonlyArray<FailureKind> = [
  "account_locked",
  "action_required",
  "bank_unavailable",
  "session_elsewhere"
]
const readFailures: ReadonlyArray<FailureKind> = ["bank_unavailable", "layout_changed", "browser_crashed"]

export const refusedBy = (refusal: FailureKind) => bankDoes(`answers ${refusal}`, { refusal })

const again = (how: "crash" | "stop") =>
  command(how === "crash" ? "a kill" : "a stop and a start", always, startAgain, async ({ world }) => {
    await (how === "crash" ? world.crash() : world.stop())
    await world.start()
  })

export const killedInLogin = command(
  "a kill while the bank judges the password",
  (model) => isQuiet(model) && !model.paused && model.blocked === null && model.held === null && !holdsBack(model),
  (model) => {
    loseLogin(model)
    model.queued = true
    startAgain(model)
  },
  async ({ accountId, customer, world }) => {
    const hold = world.bank.hold(customer.username, "login")
    await world.command((commands) => commands.scrape(accountId))
    await hold.reached()
    await world.crash()
    hold.open()
    await world.start()
  }
)

const mode = (to: "reconcile" | "passthrough") =>
  command(
    `the mode is ${to}`,
    always,
    () => undefined,
    ({ world }) => world.run(Effect.flatMap(Users, (users) => users.setOperationMode(world.userId, to)))
  )

export const remove = command(
  "delete the account",
  always,
  (model) => {
    closeSession(model)
    model.awaiting = null
    model.deleted = true
  },
  ({ accountId, world }) =>
    world.run(
      Effect.gen(function* () {
        yield* (yield* Accounts).remove(world.userId, accountId, "Main")
      })
    )
)

const often = (weight: number, ...arbitraries: ReadonlyArray<Command>) =>
  arbitraries.map((value) => ({ weight, arbitrary: fc.constant(value) }))

/** One command, the frequent ones more often. */
export const anyCommand = fc.oneof(
  ...often(6, scrape, submit(true)),
  ...often(3, restart, time, submit(false), pauseAccount, resume, bankDoes("asks for codes", { asksCode: true })),
  ...often(3, credentials(true, "one-shot"), credentials(true, "persistent"), again("crash")),
  ...often(2, cancel, misfit, late, again("stop"), credentials(false, "one-shot"), killedInLogin),
  ...often(2, bankDoes("asks for no codes", { asksCode: false }), bankDoes("ends sessions", { loggedOut: true })),
  ...often(2, bankDoes("lets everybody in", { refusal: null }), bankDoes("shows everything", { readFailure: null })),
  ...refusals.flatMap((refusal) => often(1, refusedBy(refusal))),
  ...readFailures.flatMap((readFailure) => often(1, bankDoes(`ends reads with ${readFailure}`, { readFailure }))),
  ...often(1, mode("reconcile"), mode("passthrough"), remove)
)
