/**
 * What an account's activity tells of: each kind with the values that its sentence is made of, so that a page can say it in
 * its reader's language. The sentences themselves stand where the entries are written.
 */
import type { Swallowed } from "./codes/channel.ts"
import type { FailureKind } from "./failure.ts"

type Nothing = Readonly<Record<never, never>>

/** Why no session may run, as a word. */
export const impedimentCodes = [
  "deleted",
  "blocked",
  "paused",
  "no_settings",
  "no_credentials",
  "no_script",
  "consent"
] as const
export type ImpedimentCode = (typeof impedimentCodes)[number]

type Failed = {
  readonly kind: FailureKind
  readonly phase: "login" | "scrape"
  readonly blocked: boolean
  /** The script's own words, where it said what is wrong: they are quoted. */
  readonly said: string | null
  /** The account of the same login that it happened to; null: this one. */
  readonly account_name: string | null
  /** When its owner is asked again; null: nothing depends on their answer. */
  readonly asks_again_at: string | null
  readonly detail?: string
}

type OfOrder = {
  readonly request_id: string
  readonly external_id: string
  readonly movement_id: string | null
  readonly movement_ids: ReadonlyArray<string>
  readonly user_id: string
  /** Who did it: an e-mail address. */
  readonly by: string
}

/** How a code, an approval or an answer came, or that it didn't. */
type OfCode = {
  readonly phase: "login"
  /** Absent: a one-time code. */
  readonly type?: "approval" | "question" | "picture"
  readonly page: string
  readonly outcome: string
  readonly asked_at: string
  readonly channel?: string
  readonly after_seconds?: number
  readonly via?: string
  /** The script's own words. */
  readonly purpose?: string
}

export type ActivityData = {
  readonly "account.renamed": { readonly name: string; readonly before: string }
  readonly "account.restarted": { readonly account_name: string | null }
  readonly "code.mailbox_added": { readonly host: string; readonly senders: ReadonlyArray<string> }
  readonly "code.mailbox_failed": { readonly refused: boolean }
  readonly "code.mailbox_removed": Nothing
  readonly "code.message_ignored": {
    readonly reason: Swallowed
    readonly channel: string
    readonly sender: string | null
  }
  readonly "code.refused": { readonly phase: string; readonly page: string }
  readonly "code.totp_added": Nothing
  readonly "code.totp_removed": Nothing
  readonly "code.unanswered": OfCode
  readonly "code.used": OfCode
  readonly "consent.given": Nothing
  readonly "endpoint.disabled": Nothing
  readonly "endpoint.paused": Nothing
  readonly "endpoint.resumed": Nothing
  readonly "login.failed": Failed
  readonly "login.waits": { readonly because: string; readonly until: string }
  readonly "movements.removed": {
    /** It is no longer shown (also where this is absent), or booked back. */
    readonly how?: "not_shown" | "reversed"
    readonly count: number
    readonly movement_ids: ReadonlyArray<string>
    readonly external_ids: ReadonlyArray<string>
    /** Those that are still matched to what is gone. */
    readonly orders: ReadonlyArray<string>
  }
  readonly "notify.nothing_to_send":
    | { readonly request_id: string; readonly external_id: string; readonly status: string }
    /** `because` of what; absent: nowhere to send it. */
    | { readonly movement_id: string; readonly because?: "excluded" }
  /** `reason`: what was wrong with it, one of `orderFaultCodes`. */
  readonly "orders.item_skipped": {
    readonly index: number
    readonly external_id: string | null
    readonly reason: string
    /** The field, where the reason may be that of several. */
    readonly field: string | null
  }
  /** `reason`: why there was no answer, as of a delivery's attempt; null: there was one, or it is from before it was kept. */
  readonly "orders.poll_failed": { readonly http_status: number | null; readonly reason: string | null }
  readonly "orders.poll_recovered": { readonly failures: number }
  readonly "payer.forgotten": OfOrder | { readonly payer_id: string; readonly user_id: string; readonly by: string }
  readonly "request.failed": { readonly request_id: string; readonly external_id: string; readonly times: number }
  readonly "request.left": OfOrder & { readonly as: "waiting" | "closed" }
  readonly "request.refused": { readonly phase: string; readonly method: string; readonly page: string }
  readonly "request.reopened": OfOrder
  /** `orders`: how many the payment pays in all. */
  readonly "request.resolved": OfOrder & { readonly orders: number }
  readonly "request.unmatched": OfOrder
  readonly "scrape.accepted": {
    readonly scrape_id: string
    readonly movements_new: number
    readonly user_id: string
    readonly by: string
  }
  readonly "scrape.excluded": {
    readonly scrape_id: string
    readonly movements_excluded: number
    readonly movements_kept: number
    readonly user_id: string
    readonly by: string
  }
  readonly "scrape.failed": Failed
  readonly "scrape.gap": { readonly from: string; readonly to: string }
  readonly "scrape.included": {
    readonly scrape_id: string
    readonly movements_included: number
    readonly user_id: string
    readonly by: string
  }
  /** Null but where its rows are another account's of the same login. */
  readonly "scrape.quarantined": {
    readonly scrape_id: string
    readonly account_id: string | null
    readonly account_name: string | null
  }
  readonly "scrape.read": {
    readonly scrape_id: string
    readonly movements_new: number
    readonly from: string
    readonly to: string
    /** The first one after failures. */
    readonly again: boolean
  }
  readonly "scrape.rows_not_taken": {
    readonly rows: number
    readonly since: string
    readonly currencies: ReadonlyArray<string>
  }
  readonly "scrape.skipped": { readonly job_id: string; readonly reason: string; readonly because: ImpedimentCode }
  readonly "script.changed": ScriptChange
  readonly "session.held_back": { readonly until: string; readonly lost: number }
  /** It may stay open at the bank. `said`: as of a failure. */
  readonly "session.not_left": Pick<Failed, "kind" | "said">
  readonly "settings.same_bank_account": { readonly account_id: string; readonly account_name: string }
  readonly "shadow.agreed": Nothing
  readonly "shadow.ran": {
    readonly script_id: string
    readonly version: string
    readonly outcome: string
    readonly movementsBefore: number
    readonly movementsAfter: number
    readonly identitiesChanged: number
    readonly signsChanged: number
  }
  readonly "shadow.withdrawn": Nothing
  readonly "statement.uploaded": {
    readonly scrape_id: string
    readonly format: string
    /** Null: whoever sent it named none. */
    readonly file_name: string | null
    readonly rows: number
    readonly movements_new: number
    readonly movements_held: number
    /** Of those that it shows and a person has taken out before. */
    readonly movements_excluded: number
    readonly first_day: string
    readonly last_day: string
    readonly recognised_by_amount: ReadonlyArray<string>
    readonly user_id: string
    readonly by: string
  }
}

/** What became of a bank, or of its active script. */
export type ScriptChange =
  | { readonly change: "promoted"; readonly version: string }
  | { readonly change: "renamed"; readonly name: string; readonly before: string }
  | { readonly change: "origins"; readonly origins: ReadonlyArray<string> }

export type ActivityKind = keyof ActivityData

type WithData = {
  readonly [Kind in ActivityKind]: {
    readonly kind: Kind
    /** For who reads English; everything in it that varies is in `data` too. */
    readonly message: string
    readonly data: ActivityData[Kind]
  }
}

/** One entry, as it is written. */
export type NewActivity = WithData[ActivityKind]

/** Each is in the dictionaries of the dashboard. */
const kinds: Readonly<Record<ActivityKind, true>> = {
  "account.renamed": true,
  "account.restarted": true,
  "code.mailbox_added": true,
  "code.mailbox_failed": true,
  "code.mailbox_removed": true,
  "code.message_ignored": true,
  "code.refused": true,
  "code.totp_added": true,
  "code.totp_removed": true,
  "code.unanswered": true,
  "code.used": true,
  "consent.given": true,
  "endpoint.disabled": true,
  "endpoint.paused": true,
  "endpoint.resumed": true,
  "login.failed": true,
  "login.waits": true,
  "movements.removed": true,
  "notify.nothing_to_send": true,
  "orders.item_skipped": true,
  "orders.poll_failed": true,
  "orders.poll_recovered": true,
  "payer.forgotten": true,
  "request.failed": true,
  "request.left": true,
  "request.refused": true,
  "request.reopened": true,
  "request.resolved": true,
  "request.unmatched": true,
  "scrape.accepted": true,
  "scrape.excluded": true,
  "scrape.failed": true,
  "scrape.gap": true,
  "scrape.included": true,
  "scrape.quarantined": true,
  "scrape.read": true,
  "scrape.rows_not_taken": true,
  "scrape.skipped": true,
  "script.changed": true,
  "session.held_back": true,
  "session.not_left": true,
  "settings.same_bank_account": true,
  "shadow.agreed": true,
  "shadow.ran": true,
  "shadow.withdrawn": true,
  "statement.uploaded": true
}
export const activityKinds: ReadonlyArray<string> = Object.keys(kinds)
