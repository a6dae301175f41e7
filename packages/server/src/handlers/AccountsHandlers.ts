import { Api, BadRequest, CurrentUser } from "@counterfoil/api"
import {
  type Account,
  AccountCommands,
  type AccountOverview,
  Accounts,
  ActivityLog,
  Demo,
  type EvidenceEntry,
  KeptEvidence,
  type OrdersFailing,
  tellSameBankAccount,
  WebhookTester
} from "@counterfoil/core"
import { Effect, Option, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import {
  accountNotFound,
  badRequest,
  bankNotFound,
  bankRetired,
  conflict,
  consentChanged,
  notFound,
  pathUuid
} from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"
import { presentSettings, readSettings } from "./settings.ts"

export const AccountsHandlers = HttpApiBuilder.group(
  Api,
  "accounts",
  Effect.fnUntraced(function* (handlers) {
    const accounts = yield* Accounts
    const demo = yield* Demo
    const commands = yield* AccountCommands
    const activity = yield* ActivityLog
    const kept = yield* KeptEvidence
    const tester = yield* WebhookTester
    const own = yield* ownAccount
    const tellSame = (account: Account) =>
      tellSameBankAccount(account).pipe(
        Effect.provideService(Accounts, accounts),
        Effect.provideService(ActivityLog, activity)
      )

    return handlers.handleAll({
      list: () =>
        Effect.flatMap(CurrentUser, (user) => accounts.list(user.id)).pipe(Effect.map((all) => all.map(presentListed))),

      overview: () =>
        Effect.flatMap(CurrentUser, (user) => commands.overview(user.id)).pipe(
          Effect.map((all) => all.map(presentOverview))
        ),

      create: Effect.fnUntraced(
        function* ({ payload: { bankId, fingerprint, name } }) {
          const user = yield* CurrentUser
          const account = yield* accounts.create(user.id, { bankId: bankId.toLowerCase(), name, fingerprint })
          return present(account)
        },
        Effect.catchTags({
          BankNotFound: bankNotFound,
          BankRetired: bankRetired,
          ConsentChanged: consentChanged,
          InvalidInput: badRequest,
          QuotaReached: conflict
        })
      ),

      get: ({ params }) => Effect.map(own(params.accountId), present),

      rename: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { id } = yield* own(params.accountId)
          yield* commands.rename(id, payload.name)
          return present(yield* own(id))
        },
        Effect.catchTags({ AccountNotFound: accountNotFound, InvalidInput: badRequest })
      ),

      remove: Effect.fnUntraced(
        function* ({ params, payload }) {
          const account = yield* own(params.accountId)
          yield* accounts.remove(account.userId, account.id, payload.confirmation_name)
        },
        Effect.catchTags({
          AccountNotFound: accountNotFound,
          ConfirmationMismatch: () =>
            Effect.fail(new BadRequest({ error: "confirmation_name does not match the account name" }))
        })
      ),

      settings: Effect.fnUntraced(
        function* ({ params }) {
          const { id, userId } = yield* own(params.accountId)
          const settings = yield* accounts.settings(userId, id)
          if (settings === null) return null
          return presentSettings(settings, {
            same: yield* accounts.sameBankAccount(userId, id),
            warnings: yield* tester.warnings(settings, { lookUp: false })
          })
        },
        Effect.catchTag("AccountNotFound", accountNotFound)
      ),

      saveSettings: Effect.fnUntraced(
        function* ({ params, payload }) {
          const account = yield* own(params.accountId)
          const settings = yield* accounts.saveSettings(account.userId, account.id, yield* readSettings(payload))
          yield* demo.follow(account.userId, account.bank, settings.loginMode)
          return presentSettings(settings, {
            same: yield* tellSame(account),
            warnings: yield* tester.warnings(settings, { lookUp: true })
          })
        },
        Effect.catchTags({ AccountNotFound: accountNotFound, InvalidInput: badRequest })
      ),

      scrape: ({ params }) =>
        Effect.flatMap(own(params.accountId), ({ id }) => commands.scrape(id)).pipe(
          Effect.catchTag("AccountNotFound", accountNotFound)
        ),

      restart: ({ params }) =>
        Effect.flatMap(own(params.accountId), ({ id }) => commands.restart(id)).pipe(
          Effect.catchTag("AccountNotFound", accountNotFound)
        ),

      pause: ({ params }) =>
        Effect.tap(own(params.accountId), ({ id }) => commands.pause(id)).pipe(
          Effect.andThen(own(params.accountId)),
          Effect.map(present),
          Effect.catchTag("AccountNotFound", accountNotFound)
        ),

      resume: ({ params }) =>
        Effect.tap(own(params.accountId), ({ id }) => commands.resume(id)).pipe(
          Effect.andThen(own(params.accountId)),
          Effect.map(present),
          Effect.catchTag("AccountNotFound", accountNotFound)
        ),

      webhookSecret: Effect.fnUntraced(
        function* ({ params }) {
          const { id, userId } = yield* own(params.accountId)
          const secret = yield* accounts.webhookSecret(userId, id)
          return { secret: secret === null ? null : Redacted.value(secret) }
        },
        Effect.catchTag("AccountNotFound", accountNotFound)
      ),

      rotateWebhookSecret: Effect.fnUntraced(
        function* ({ params }) {
          const { id, userId } = yield* own(params.accountId)
          return { secret: Redacted.value(yield* accounts.rotateWebhookSecret(userId, id)) }
        },
        Effect.catchTags({ AccountNotFound: accountNotFound, InvalidInput: badRequest })
      ),

      activity: Effect.fnUntraced(function* ({ params, query: { before, limit } }) {
        const { id } = yield* own(params.accountId)
        const entries = yield* activity.list(id, { limit, ...(yield* cursor(before)) })
        return entries.map((entry) => ({
          id: String(entry.id),
          occurred_at: entry.occurredAt,
          kind: entry.kind,
          message: entry.message,
          data: entry.data
        }))
      }),

      evidence: Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* own(params.accountId)
        return (yield* kept.list(id)).map(presentEvidence)
      }),

      evidenceOf: Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* own(params.accountId)
        const found = yield* kept.read(id, yield* pathUuid(params.evidenceId, notFound))
        if (Option.isNone(found)) return yield* notFound()
        const { outline, screenshot, url } = found.value
        return { ...presentEvidence(found.value), url, outline, screenshot }
      }),

      state: Effect.fnUntraced(function* ({ params }) {
        const account = yield* own(params.accountId)
        const status = yield* commands.status(account.id)
        const nextRunAt = yield* commands.nextRunAt(account.id, status.sessionRunning)
        return {
          account_id: account.id,
          status: account.status,
          state: status.state,
          session_running: status.sessionRunning,
          pending_assistance: status.pendingAssistance,
          next_run_at: nextRunAt,
          scrape_blocked_at: account.scrapeBlockedAt,
          scrape_blocked_reason: account.scrapeBlockedReason
        }
      })
    })
  })
)

const present = ({ bank, id, name, status }: Account) => ({ id, bank, name, status })

const presentListed = (account: Account) => ({
  ...present(account),
  scrapeBlockedAt: account.scrapeBlockedAt,
  scrapeBlockedReason: account.scrapeBlockedReason
})

const presentOverview = (account: AccountOverview) => ({
  id: account.id,
  bank: account.bank,
  bank_name: account.bankName,
  name: account.name,
  status: account.status,
  state: account.state,
  session_running: account.sessionRunning,
  pending_assistance: account.pendingAssistance,
  open_assistance: account.openAssistance,
  scrape_blocked_at: account.blockedAt,
  scrape_blocked_reason: account.blockedReason,
  block_kind: account.blockedReason?.split(":")[0] ?? null,
  impediment: account.impediment,
  impediment_code: account.impedimentCode,
  last_scrape_at: account.lastScrapeAt,
  next_run_at: account.nextRunAt,
  waits_for: account.waitsFor,
  failure_kind: account.failureKind,
  failures: account.failureCount,
  has_settings: account.hasSettings,
  session_type: account.sessionType,
  login_mode: account.loginMode,
  script_version: account.scriptVersion,
  script_session_types: account.scriptSessionTypes,
  latest_evidence_id: account.latestEvidenceId,
  code_via: account.codeVia,
  orders_failing: account.ordersFailing === null ? null : presentOrdersFailing(account.ordersFailing)
})

const presentOrdersFailing = ({ failures, httpStatus, message, reason, since }: OrdersFailing) => ({
  since,
  failures,
  message,
  http_status: httpStatus,
  reason
})

const cursor = (before: string | undefined) => {
  if (before === undefined) return Effect.succeed({})
  return /^\d{1,18}$/.test(before)
    ? Effect.succeed({ before: BigInt(before) })
    : Effect.fail(new BadRequest({ error: "before must be the id of an entry" }))
}

const presentEvidence = ({ createdAt, expiresAt, id, kind }: EvidenceEntry) => ({
  id,
  kind,
  occurred_at: createdAt,
  expires_at: expiresAt
})
