/** What the account's rows say, as the domain's rules want it. Pure. */
import { Duration } from "effect"
import { type AccountFacts, askPauseOf, beyondConsent, type ImpedimentCode, wantedOf } from "@counterfoil/domain"
import type { AccountPolicyShape } from "../accounts/AccountPolicy.ts"
import type { ActorAgenda } from "../accounts/ActorRows.ts"

export interface Impediment {
  readonly code: ImpedimentCode
  /** In the words of the account's activity. */
  readonly sentence: string
}

/** Why no session may run; null: one may. */
export const impedimentOf = (agenda: ActorAgenda): Impediment | null => {
  if (agenda.blockedReason !== null) {
    return { code: "blocked", sentence: `scraping is blocked: ${agenda.blockedReason}` }
  }
  if (agenda.status === "paused") return { code: "paused", sentence: "the account is paused" }
  if (!agenda.hasSettings) return { code: "no_settings", sentence: "no settings are saved" }
  if (agenda.credentialsVersion === null) return { code: "no_credentials", sentence: "no bank credentials are saved" }
  if (agenda.scriptId === null) return { code: "no_script", sentence: "the bank has no active script" }
  const missing = missingConsent(agenda)
  return missing.length === 0
    ? null
    : { code: "consent", sentence: `its owner has not agreed to this: ${missing.join("; ")}` }
}

/** What the bank's script asks for beyond what the owner agreed to. */
const missingConsent = (agenda: ActorAgenda): ReadonlyArray<string> => {
  const manifest = {
    origins: agenda.scriptOrigins ?? [],
    requests: agenda.scriptRequests ?? [],
    passwordFields: agenda.scriptPasswordFields ?? undefined
  }
  return beyondConsent(agenda.consent, wantedOf(manifest, { creator: agenda.bankCreator, origins: agenda.bankOrigins }))
}

export const lacksConsent = (agenda: ActorAgenda): boolean => missingConsent(agenda).length > 0

/** Between 0 and 1, always the same for an id: its last digits are random. */
const spreadOf = (accountId: string): number => Number.parseInt(accountId.slice(-8), 16) / 0xffff_ffff || 0

/** Owners who named hours are asked when these begin: the spread is for those who go by the installation's hours. */
const assistedOf = (agenda: ActorAgenda, policy: AccountPolicyShape): AccountFacts["assisted"] => {
  const { accountId, askFrom, askTo, askZone, askedEnoughUntil, loginMode, snoozedUntil, zone } = agenda
  if (loginMode !== "assisted" || zone === null) return null
  const own = askFrom === null || askTo === null ? null : { from: askFrom, to: askTo }
  return {
    zone: own === null ? zone : (askZone ?? zone),
    hours: own ?? policy.assistedHours,
    spread: own === null ? spreadOf(accountId) : 0,
    pause: askPauseOf(agenda.now.epochMilliseconds, {
      snoozed: snoozedUntil?.epochMilliseconds ?? null,
      askedEnough: askedEnoughUntil?.epochMilliseconds ?? null
    })
  }
}

export const factsOf = (agenda: ActorAgenda, policy: AccountPolicyShape): AccountFacts => ({
  now: agenda.now.epochMilliseconds,
  impediment: impedimentOf(agenda)?.sentence ?? null,
  jobQueued: agenda.jobQueued,
  nextRunAt: agenda.nextRunAt?.epochMilliseconds ?? null,
  bankPausedUntil: agenda.bankPausedUntil?.epochMilliseconds ?? null,
  heldBackUntil: agenda.heldBackUntil?.epochMilliseconds ?? null,
  assisted: assistedOf(agenda, policy),
  pollAt: agenda.pollAt?.epochMilliseconds ?? null,
  workQueued: agenda.workQueued,
  workAt: agenda.workAt?.epochMilliseconds ?? null,
  unattempted: agenda.unattempted,
  leaveAt: agenda.leaveAt?.epochMilliseconds ?? null,
  expiryAt:
    agenda.oldestOpenAt === null
      ? null
      : agenda.oldestOpenAt.epochMilliseconds + Duration.toMillis(policy.orderExpiry) + 1
})
