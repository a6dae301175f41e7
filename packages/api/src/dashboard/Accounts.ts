/** Enrolled bank accounts: what they are, their settings, and what may be asked of them. */
import { isUuid } from "@counterfoil/domain"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, NotFound } from "../errors.ts"
import { before, body, Id, limit, pathId, withMessage, Timestamp, TimestampOrNull } from "../fields.ts"
import { AccountOverview } from "./AccountOverview.ts"
import { Assistance } from "./Otp.ts"
import { Settings, SettingsWrite } from "./Settings.ts"

const accountFields = {
  id: Id,
  bank: Schema.String.annotate({ description: "The bank's code" }),
  name: Schema.String,
  status: Schema.Literals(["active", "paused"])
}

export const Account = Schema.Struct(accountFields).annotate({ identifier: "Account" })

export const AccountListItem = Schema.Struct({
  ...accountFields,
  scrapeBlockedAt: TimestampOrNull.annotate({
    description: "Since when scraping is stopped by a fatal failure"
  }),
  scrapeBlockedReason: Schema.NullOr(Schema.String)
}).annotate({ identifier: "AccountListItem" })

const bothMissing = "bankId and name are required"

export const NewAccount = body(
  {
    bankId: withMessage(
      Schema.String.check(
        Schema.makeFilter((id: string) => id === "" || isUuid(id), { message: "bankId must be a UUID" }),
        Schema.isMinLength(1)
      ),
      bothMissing
    ).annotateKey({ description: "A UUID, the bank's id" }),
    name: withMessage(Schema.NonEmptyString, bothMissing),
    fingerprint: Schema.optionalKey(withMessage(Schema.String, "fingerprint must be a text")).annotateKey({
      description:
        "That of `GET /banks/:bankId`: refused (409) if the bank or its script asks for something else meanwhile; absent: what is asked for now is agreed to (extension)"
    })
  },
  bothMissing
)

export const AccountChange = body({ name: withMessage(Schema.NonEmptyString, "name is required") }, "name is required")

export const Confirmation = body(
  { confirmation_name: withMessage(Schema.NonEmptyString, "confirmation_name is required") },
  "confirmation_name is required"
)

export const QueuedJob = Schema.Struct({ jobId: Id })

export const WebhookSecret = Schema.Struct({
  secret: Schema.NullOr(Schema.String).annotate({ description: "`whsec_…`; null before the first settings" })
})

export const AccountState = Schema.Struct({
  account_id: Id,
  status: Schema.Literals(["active", "paused"]),
  state: Schema.String.annotate({ description: "idle, opening, awaiting-otp, reading, monitoring, closing" }),
  session_running: Schema.Boolean,
  pending_assistance: Schema.NullOr(Assistance),
  next_run_at: TimestampOrNull,
  scrape_blocked_at: TimestampOrNull,
  scrape_blocked_reason: Schema.NullOr(Schema.String)
}).annotate({ identifier: "AccountState" })

export const ActivityEntry = Schema.Struct({
  id: Schema.String.annotate({ description: "Grows with time; the cursor of `before`" }),
  occurred_at: Timestamp,
  kind: Schema.String.annotate({ description: "A stable word, such as scrape.read: docs/api.md has all of them" }),
  message: Schema.String.annotate({ description: "In English, for reading" }),
  data: Schema.Record(Schema.String, Schema.Json).annotate({
    description:
      "What varies in the message, by kind: with both it can be said in another language. said and purpose are a script's own words: quote them"
  })
}).annotate({ identifier: "ActivityEntry" })

const evidenceFields = {
  id: Id,
  kind: Schema.String.annotate({ description: "The failure's kind, as in `scrape.failed` and `login.failed`" }),
  occurred_at: Timestamp,
  expires_at: Timestamp.annotate({ description: "Seven days later; then it is deleted" })
}
export const EvidenceEntry = Schema.Struct(evidenceFields).annotate({ identifier: "EvidenceEntry" })
export const Evidence = Schema.Struct({
  ...evidenceFields,
  url: Schema.String.annotate({ description: "The address of the bank's page, without secrets" }),
  outline: Schema.String.annotate({
    description: "Roles and names of what was on the page, one per line; the values of fields are left out"
  }),
  screenshot: Schema.String.annotate({ description: "A PNG in base64; fields and secrets are covered" })
}).annotate({ identifier: "Evidence" })

const params = { accountId: pathId("Account") }
const summary = (text: string, description?: string) =>
  OpenApi.annotations(description === undefined ? { summary: text } : { summary: text, description })

export class AccountsGroup extends HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.get("list", "/accounts", { success: Schema.Array(AccountListItem) }).annotateMerge(
      summary("List accounts")
    ),
    HttpApiEndpoint.get("overview", "/accounts/overview", { success: Schema.Array(AccountOverview) }).annotateMerge(
      summary("All accounts with what each does, waits for and suffers from, at one look (extension)")
    ),
    HttpApiEndpoint.post("create", "/accounts", {
      payload: NewAccount,
      success: Account.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, NotFound, Conflict]
    }).annotateMerge(
      summary(
        "Enrol an account",
        "Its owner agrees by it to what the bank and its active script ask for, as `GET /banks/:bankId` shows it."
      )
    ),
    HttpApiEndpoint.get("get", "/accounts/:accountId", { params, success: Account, error: NotFound }).annotateMerge(
      summary("Read an account")
    ),
    HttpApiEndpoint.patch("rename", "/accounts/:accountId", {
      params,
      payload: AccountChange,
      success: Account,
      error: [BadRequest, NotFound]
    }).annotateMerge(summary("Rename an account (extension)", "Deletion asks for the name that the account has then.")),
    HttpApiEndpoint.delete("remove", "/accounts/:accountId", {
      params,
      payload: Confirmation,
      success: HttpApiSchema.NoContent,
      error: [BadRequest, NotFound]
    }).annotateMerge(summary("Delete an account", "confirmation_name repeats the account's current name.")),
    HttpApiEndpoint.get("settings", "/accounts/:accountId/config", {
      params,
      success: Schema.NullOr(Settings),
      error: NotFound
    }).annotateMerge(summary("Read the settings, or null when none are saved")),
    HttpApiEndpoint.put("saveSettings", "/accounts/:accountId/config", {
      params,
      payload: SettingsWrite,
      success: Settings,
      error: [BadRequest, NotFound]
    }).annotateMerge(summary("Replace the settings")),
    HttpApiEndpoint.post("scrape", "/accounts/:accountId/scrape", {
      params,
      success: QueuedJob.pipe(HttpApiSchema.status(202)),
      error: NotFound
    }).annotateMerge(summary("Log in to the bank now")),
    HttpApiEndpoint.post("restart", "/accounts/:accountId/restart", {
      params,
      success: QueuedJob.pipe(HttpApiSchema.status(202)),
      error: NotFound
    }).annotateMerge(
      summary("Lift the block and scrape now", "Allows exactly one more login with what is saved then.")
    ),
    HttpApiEndpoint.post("pause", "/accounts/:accountId/pause", {
      params,
      success: Account,
      error: NotFound
    }).annotateMerge(summary("Stop scraping until resumed (extension)")),
    HttpApiEndpoint.post("resume", "/accounts/:accountId/resume", {
      params,
      success: Account,
      error: NotFound
    }).annotateMerge(summary("Scrape again (extension)")),
    HttpApiEndpoint.get("webhookSecret", "/accounts/:accountId/webhook-secret", {
      params,
      success: WebhookSecret,
      error: NotFound
    }).annotateMerge(summary("The secret that signs webhooks (extension)")),
    HttpApiEndpoint.post("rotateWebhookSecret", "/accounts/:accountId/webhook-secret/rotate", {
      params,
      success: Schema.Struct({ secret: Schema.String }),
      error: [BadRequest, NotFound]
    }).annotateMerge(summary("Rotate the webhook secret (extension)", "The earlier one signs too for 72 hours.")),
    HttpApiEndpoint.get("activity", "/accounts/:accountId/activity", {
      params,
      query: { limit: limit(50, 200), before: before("an entry") },
      success: Schema.Array(ActivityEntry),
      error: [BadRequest, NotFound]
    }).annotateMerge(summary("What happened to the account, newest first (extension)")),
    HttpApiEndpoint.get("evidence", "/accounts/:accountId/evidence", {
      params,
      success: Schema.Array(EvidenceEntry),
      error: NotFound
    }).annotateMerge(summary("What was kept of failures, newest first (extension)")),
    HttpApiEndpoint.get("evidenceOf", "/accounts/:accountId/evidence/:evidenceId", {
      params: { ...params, evidenceId: pathId("Evidence") },
      success: Evidence,
      error: NotFound
    }).annotateMerge(
      summary(
        "The bank's page at a failure (extension)",
        "A picture with every field covered, and an outline without values."
      )
    ),
    HttpApiEndpoint.get("state", "/accounts/:accountId/state", {
      params,
      success: AccountState,
      error: NotFound
    }).annotateMerge(summary("What the account does at the moment (extension)"))
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Accounts",
      description: "Enrolled bank accounts: what they are, their settings, and what may be asked of them."
    })
  ) {}
