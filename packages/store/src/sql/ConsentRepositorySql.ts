import { PgClient } from "@effect/sql-pg"
import { ConsentRepository, ConsentTerms } from "@counterfoil/core"
import { DateTime, Effect, Layer, Schema } from "effect"
import { rowAs, rowsAs, run, storableText } from "./rows.ts"

const terms = rowAs(Schema.Struct({ terms: Schema.NullOr(ConsentTerms) }))
const Row = Schema.Struct({
  accountId: Schema.String,
  userId: Schema.String,
  bankId: Schema.String,
  agreed: Schema.NullOr(ConsentTerms)
})
const creator = rowAs(Schema.Struct({ name: Schema.NullOr(Schema.String), isAdministrator: Schema.Boolean }))
const consent = rowAs(Row)
const consents = rowsAs(Row)

export const ConsentRepositorySql: Layer.Layer<ConsentRepository, never, PgClient.PgClient> = Layer.effect(
  ConsentRepository,
  Effect.map(PgClient.PgClient, (sql) => {
    const columns = sql.literal(`id as "accountId", user_id as "userId", bank_id as "bankId", consent as agreed`)
    return ConsentRepository.of({
      terms: (bankId) =>
        Effect.map(terms(sql`select bank_terms(${bankId}::uuid) as terms`), (row) => row?.terms ?? null),
      creator: (userId) =>
        creator(sql`select name, is_administrator as "isAdministrator" from users where id = ${userId}`),
      ofAccount: (accountId) =>
        consent(sql`select ${columns} from accounts where id = ${accountId} and deleted_at is null`),
      ofBank: (bankId) =>
        consents(sql`select ${columns} from accounts where bank_id = ${bankId} and deleted_at is null order by id`),
      save: (accountIds, agreed) =>
        run(sql`update accounts set consent = ${sql.json(agreed)} where id = any (${accountIds}::uuid[])`),
      tell: Effect.fnUntraced(function* (accountIds, { kind, message }) {
        const now = DateTime.toDateUtc(yield* DateTime.now)
        yield* run(sql`insert into activity (account_id, occurred_at, kind, message)
          select id, ${now}::timestamptz, ${kind}, ${storableText(message)} from unnest(${accountIds}::uuid[]) id`)
      })
    })
  })
)
