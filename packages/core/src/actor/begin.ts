/** The beginning of a cycle: once all waiting is over, one transaction under the account's lock reads all that the cycle needs. */
import { Clock, Duration, Effect, Ref } from "effect"
import { type AccountStamp, nextRead } from "@counterfoil/domain"
import { AccountPolicy, type AccountPolicyShape } from "../accounts/AccountPolicy.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"
import type { ActorAgenda } from "../accounts/ActorRows.ts"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { failpoint } from "../Failpoint.ts"
import { ScriptRegistry } from "../catalogue/ScriptRegistry.ts"
import type { SessionContext } from "../sessions/BankSession.ts"
import type { WithoutPermit } from "../fairSemaphore.ts"
import type { Awake } from "./Awake.ts"
import { factsOf } from "./facts.ts"
import type { RunnableScript } from "../scripts/Script.ts"

export interface Begun {
  readonly context: SessionContext
  readonly script: RunnableScript
  /** The account's row as it was when the cycle began: compared with the row at its end, it shows what changed meanwhile. */
  readonly stamp: AccountStamp
  /** Ids of the jobs that the cycle answers. */
  readonly served: Ref.Ref<ReadonlyArray<string>>
  /** Whether the cycle's end is written already; a failure is written in the same commit as the end. */
  readonly ended: Ref.Ref<boolean>
  /** When it began, to measure how long it takes. */
  readonly beganAt: number
}

/** A session stays open where the account's settings want it and the script, as it says, can use one that was left open. */
export const sessionTypeOf = ({ context, script }: Pick<Begun, "context" | "script">): "one-shot" | "persistent" =>
  script.manifest.sessionTypes.includes("persistent") ? context.settings.sessionType : "one-shot"

export const stampOf = (agenda: ActorAgenda): AccountStamp => ({
  loginGrant: agenda.loginGrant,
  credentialsVersion: agenda.credentialsVersion ?? 0,
  scriptId: agenda.scriptId,
  failureKind: agenda.failureKind,
  failureCount: agenda.failureCount
})

export const deadlinesOf = (policy: AccountPolicyShape): SessionContext["deadlines"] => ({
  login: Duration.sum(policy.loginTimeout, policy.otpTimeout),
  read: policy.readTimeout,
  logout: policy.logoutTimeout,
  answer: policy.shutdownGrace,
  rest: policy.loginRest
})

/** Takes the job that waits, if one does. */
export const serveWaiting = Effect.fnUntraced(function* (awake: Awake, served: Begun["served"]) {
  const due = yield* DueAccounts
  const job = yield* awake.fence.during(due.takeJob(awake.accountId))
  if (job === null) return
  yield* Ref.update(served, (ids) => [...ids, job.id])
  yield* failpoint("job.taken")
})

/** Null: nothing is to be read any more. Otherwise a cycle is under way, and has to be ended. */
export const begin = Effect.fn("AccountActor.begin")(function* (
  awake: Awake,
  loginId: string,
  withoutPermit: WithoutPermit
) {
  const { accountId, fence, broker } = awake
  const accountRows = yield* AccountRepository
  const accounts = yield* Accounts
  const policy = yield* AccountPolicy
  const scripts = yield* ScriptRegistry
  const sessionOpen = (yield* Ref.get(awake.held)) !== null

  const read = Effect.gen(function* () {
    const state = yield* accountRows.agenda(accountId, Duration.toMillis(policy.ordersInterval))
    // The account has joined another login since: it has to wait for that one's turn.
    if (state?.loginId !== loginId) return null
    const facts = factsOf(state, policy)
    if (facts.impediment !== null || nextRead(facts, sessionOpen).at > facts.now) return null
    const settings = yield* accounts.findSettings(accountId)
    const credentials = yield* accounts.credentials(accountId)
    const script = yield* scripts.active(state.bankId)
    // Another version has become active since the agenda was read, whose requests nobody has compared with the owner's consent.
    if (script?.id !== state.scriptId) return null
    if (settings === null || credentials === null || script === null) return null
    yield* accountRows.beginCycle(accountId)
    return { state, settings, credentials, script }
  })
  yield* Ref.set(awake.told, null)
  const ready = yield* fence.during(read)
  if (ready === null) return null
  const { script, ...rest } = ready
  const context: SessionContext = {
    ...rest,
    fence,
    broker,
    withoutPermit,
    deadlines: deadlinesOf(policy)
  }
  const stamp = { ...stampOf(ready.state), scriptId: script.id, credentialsVersion: ready.credentials.version }
  const served = yield* Ref.make<ReadonlyArray<string>>([])
  const begun: Begun = {
    context,
    script,
    stamp,
    served,
    ended: yield* Ref.make(false),
    beganAt: yield* Clock.currentTimeMillis
  }
  return begun
})
