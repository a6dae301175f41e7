import { DateTime, Effect, Schema } from "effect"
import { PgClient } from "@effect/sql-pg"
import { type ConsentRows, ConsentTerms } from "@counterfoil/core"
import { rowAs, rowsAs, run, storableJson, storableText } from "../rows.ts"
import { fewestTimed, isAdministrator, todayUtc } from "./coarse.ts"

const terms = rowAs(Schema.Struct({ terms: Schema.NullOr(ConsentTerms) }))
const Row = Schema.Struct({
  accountId: Schema.String,
  userId: Schema.String,
  bankId: Schema.String,
  agreed: Schema.NullOr(ConsentTerms),
  isNotified: Schema.Boolean
})
const creator = rowAs(Schema.Struct({ name: Schema.NullOr(Schema.String), isAdministrator: Schema.Boolean }))
const consent = rowAs(Row)
const consents = rowsAs(Row)
const alike = rowsAs(Schema.Struct({ agreed: Schema.NullOr(ConsentTerms), accounts: Schema.Int, own: Schema.Int }))

export const consentRows = Effect.map(PgClient.PgClient, (sql) => {
  const columns = sql.literal(`id as "accountId", user_id as "userId", bank_id as "bankId", consent as agreed,
      exists (select from account_settings s where s.account_id = accounts.id and s.notification_address is not null
        and 'script_changed' = any (s.notification_events)) as "isNotified"`)
  return {
    consentTerms: (bankId) =>
      Effect.map(terms(sql`select bank_terms(${bankId}::uuid) as terms`), (row) => row?.terms ?? null),
    findCreator: (userId) =>
      creator(sql`select name, is_administrator as "isAdministrator" from users where id = ${userId}`),
    findConsent: (accountId) =>
      consent(sql`select ${columns} from accounts where id = ${accountId} and deleted_at is null`),
    listConsents: (bankId) =>
      consents(sql`select ${columns} from accounts where bank_id = ${bankId} and deleted_at is null order by id`),
    countConsents: (bankId, viewerId) =>
      alike(sql`with all_of_it as (
            select consent, created_at, user_id = ${viewerId} as own from accounts
            where bank_id = ${bankId} and deleted_at is null)
          select consent as agreed, count(*)::int as accounts, (count(*) filter (where own))::int as own
          from all_of_it
          -- Whoever asks all the time would see when somebody enrols.
          where own or created_at < ${todayUtc(sql)} or ${isAdministrator(sql, viewerId)}
            or (select count(*) filter (where not own) from all_of_it) >= ${fewestTimed}
          group by consent`),
    saveConsents: (accountIds, agreed) =>
      run(sql`update accounts set consent = ${sql.json(agreed)} where id = any (${accountIds}::uuid[])`),
    tellAccounts: Effect.fnUntraced(function* (accounts, { data, kind, message }) {
      const accountIds = accounts.map(({ accountId }) => accountId)
      const others = accounts.flatMap(({ accountId, isNotified }) => (isNotified ? [] : [accountId]))
      const now = DateTime.toDateUtc(yield* DateTime.now)
      yield* run(sql`insert into activity (account_id, occurred_at, kind, message, data)
          select id, ${now}::timestamptz, ${kind}, ${storableText(message)}, ${sql.json(storableJson(data))}::jsonb from unnest(${accountIds}::uuid[]) id`)
      yield* run(sql`select tell_further(id, 'script.changed', ${sql.json({ message: storableText(message) })}::jsonb)
          from unnest(${others}::uuid[]) id`)
    })
  } satisfies ConsentRows
})
