/** What the account's rows say, as the domain's rules want it. Pure. */
import { Duration } from "effect"
import type { AccountFacts } from "@counterfoil/domain"
import type { AccountPolicyShape } from "../accounts/AccountPolicy.ts"
import type { ActorAgenda } from "../accounts/ActorRepository.ts"

/** Why no session may run, in the words of the account's activity; null: one may. */
export const impedimentOf = (agenda: ActorAgenda): string | null => {
  if (agenda.blockedReason !== null) return `scraping is blocked: ${agenda.blockedReason}`
  if (agenda.status === "paused") return "the account is paused"
  if (!agenda.hasSettings) return "no settings are saved"
  if (agenda.credentialsVersion === null) return "no bank credentials are saved"
  return agenda.scriptId === null ? "the bank has no active script" : null
}

/** Between 0 and 1, always the same for an id: its digits are as good as chance. */
const spreadOf = (accountId: string): number => Number.parseInt(accountId.slice(-8), 16) / 0xffff_ffff || 0

export const factsOf = (agenda: ActorAgenda, policy: AccountPolicyShape): AccountFacts => ({
  now: agenda.now.epochMilliseconds,
  impediment: impedimentOf(agenda),
  jobQueued: agenda.jobQueued,
  nextRunAt: agenda.nextRunAt?.epochMilliseconds ?? null,
  bankPausedUntil: agenda.bankPausedUntil?.epochMilliseconds ?? null,
  heldBackUntil: agenda.heldBackUntil?.epochMilliseconds ?? null,
  assisted:
    agenda.loginMode === "assisted" && agenda.zone !== null
      ? { zone: agenda.zone, hours: policy.assistedHours, spread: spreadOf(agenda.accountId) }
      : null,
  pollAt: agenda.pollAt?.epochMilliseconds ?? null,
  workQueued: agenda.workQueued,
  unattempted: agenda.unattempted,
  expiryAt:
    agenda.oldestOpenAt === null
      ? null
      : agenda.oldestOpenAt.epochMilliseconds + Duration.toMillis(policy.orderExpiry) + 1
})
