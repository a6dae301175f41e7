import { DateTime, Effect, Schema } from "effect"
import { currentTrace, type IntakeRows } from "@counterfoil/core"
import {
  externalIdOf,
  isFromStatement,
  type KnownMovement,
  type MovementOrigin,
  MovementStatus,
  statementFormats,
  type StatementRow
} from "@counterfoil/domain"
import { PgClient } from "@effect/sql-pg"
import {
  inPieces,
  Instant,
  InstantOrNull,
  Minor,
  rowAs,
  rowsAs,
  rowsMadeOf,
  run,
  storableJson,
  storableText,
  touched,
  writtenInPieces
} from "../rows.ts"
import { payersOf } from "../conciliation/payerRows.ts"
import { release } from "./heldRows.ts"
import { openStatuses } from "../requestStatuses.ts"

const currencies = rowsAs(Schema.Struct({ currency: Schema.String }))
const ids = rowsAs(Schema.Struct({ id: Schema.String }))
const bookedRows = rowsAs(Schema.Struct({ id: Schema.String, day: Schema.String }))
const oldest = rowAs(Schema.Struct({ at: InstantOrNull }))

const KnownRow = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  occurrence: Schema.Int,
  amountMinor: Minor,
  currency: Schema.String,
  bookedDate: Schema.String,
  status: MovementStatus,
  description: Schema.String,
  counterparty: Schema.NullOr(Schema.String),
  counterpartyAccount: Schema.NullOr(Schema.String),
  senderName: Schema.String,
  valueDate: Schema.NullOr(Schema.String),
  receivedAt: Instant,
  bankId: Schema.NullOr(Schema.String),
  balanceMinor: Schema.NullOr(Minor),
  missedScrapes: Schema.Int,
  removed: Schema.Boolean,
  reversed: Schema.Boolean,
  heldFor: Schema.Array(Schema.String),
  origin: Schema.Literals(["page", "statement", ...statementFormats])
})
const knownRows = rowsMadeOf(KnownRow, (row): KnownMovement => ({
  id: row.id,
  key: row.key,
  occurrence: row.occurrence,
  amountMinor: row.amountMinor,
  currency: row.currency,
  bookedDate: row.bookedDate,
  status: row.status,
  description: row.description,
  counterparty: row.counterparty ?? undefined,
  counterpartyAccount: row.counterpartyAccount ?? undefined,
  senderName: row.senderName,
  valueDate: row.valueDate ?? undefined,
  receivedAt: DateTime.toEpochMillis(row.receivedAt),
  bankId: row.bankId ?? undefined,
  balanceMinor: row.balanceMinor ?? undefined,
  missedScrapes: row.missedScrapes,
  removed: row.removed,
  reversed: row.reversed,
  heldFor: row.heldFor,
  origin: row.origin
}))

const dueRows = rowsAs(
  Schema.Struct({
    id: Schema.String,
    amountMinor: Minor,
    currency: Schema.String,
    senderName: Schema.String,
    receivedAt: Instant
  })
)

/** A row of a statement as JSON for `json_to_recordset`: one statement however many rows. As `jsonb` it takes Postgres a tenth longer. */
const json = (row: StatementRow, occurrence: number) => ({
  external_id: storableText(externalIdOf({ ...row, occurrence })),
  identity_key: row.key,
  occurrence,
  amount_minor: row.amountMinor.toString(),
  currency: row.currency,
  sender_name: storableText(row.senderName),
  description: storableText(row.description),
  counterparty: row.counterparty === undefined ? null : storableText(row.counterparty),
  counterparty_account: row.counterpartyAccount === undefined ? null : storableText(row.counterpartyAccount),
  bank_movement_id: row.bankId === undefined ? null : storableText(row.bankId),
  booked_date: row.bookedDate,
  value_date: row.valueDate ?? null,
  balance_minor: row.balanceMinor?.toString() ?? null,
  status: row.status,
  books_on: row.booksOn ?? null,
  received_at: new Date(row.receivedAt).toISOString()
})

const formatOf = (origin: MovementOrigin) => statementFormats.find((format) => format === origin) ?? null

const recordset = `(id uuid, external_id text, identity_key text, occurrence int, amount_minor numeric, currency text,
  sender_name text, description text, counterparty text, counterparty_account text, bank_movement_id text, booked_date date, value_date date,
  balance_minor numeric, status text, books_on date, received_at timestamptz, held_for uuid[], restored boolean, mode text)`

/** Of one account, as the database keeps it: a thousand long lists. A script may have one set aside after the other; files apart. */
const mostQuarantinedBytes = 64 * 1024 * 1024

/** Movements that tell which currencies an account has. */
const lately = 500

const takenBackRows = rowsAs(
  Schema.Struct({
    id: Schema.String,
    externalId: Schema.String,
    amountMinor: Minor,
    currency: Schema.String,
    receivedAt: Instant,
    status: MovementStatus,
    notifiedAt: InstantOrNull,
    orders: Schema.Array(Schema.String)
  })
)

export const intakeRows = Effect.map(PgClient.PgClient, (sql) => {
  /** Of a movement `m` whose account's bank has the script `v`: its day has come there. */
  const booksNow = sql.literal("m.books_on <= (now() at time zone coalesce(v.manifest ->> 'zone', 'UTC'))::date")
  /** Of those in quarantine, which hold all that was read. */
  const dropOldest = (accountId: string) =>
    run(sql`delete from scrapes where id in (
        select id from (
          select id, sum(pg_column_size(statement)) over newest as bytes, row_number() over newest as nth
          from scrapes where account_id = ${accountId} and status = 'quarantined'
          window newest as (partition by uploaded_by is null order by finished_at desc, id desc)) s
        where s.nth > 1 and s.bytes > ${mostQuarantinedBytes})`)
  return {
    watchFrom: (accountId, day) =>
      run(sql`update accounts set watched_from = ${day} where id = ${accountId} and watched_from is null`),
    currencies: (accountId) =>
      currencies(sql`select distinct currency from (
          select currency from movements where account_id = ${accountId}
          order by received_at desc, id desc limit ${lately}) latest`).pipe(
        Effect.map((rows) => rows.map(({ currency }) => currency))
      ),
    oldestOpenOrder: (accountId) =>
      // One that has expired is matched all the same with a payment of its time: at the first poll it may have expired at once.
      oldest(sql`select min(coalesce(ordered_at, first_seen_at)) as at from conciliation_requests
          where account_id = ${accountId} and (status in ${sql.literal(openStatuses)}
            or status = 'expired' and not past and coalesce(ordered_at, first_seen_at) > now() - interval '8 days')`).pipe(
        Effect.map((row) => row?.at ?? null)
      ),
    known: (accountId, from, to, keys) =>
      knownRows(sql`select id, identity_key as key, occurrence, amount_minor as "amountMinor", currency,
            booked_date as "bookedDate", status, description, counterparty, counterparty_account as "counterpartyAccount",
            sender_name as "senderName",
            value_date as "valueDate", received_at as "receivedAt", bank_movement_id as "bankId",
            balance_minor as "balanceMinor", missing_scrapes as "missedScrapes", removed_at is not null as removed,
            reversed_at is not null as reversed, held_for::text[] as "heldFor",
            case when from_statement then coalesce(statement_format, 'statement') else 'page' end as origin
          from movements where account_id = ${accountId}
            and ((booked_date >= ${from} and booked_date <= ${to}) or identity_key = any(${keys}))`),
    lockOrdersOf: (movementIds) =>
      movementIds.length === 0
        ? Effect.void
        : run(sql`select from conciliation_requests c
            where c.status = 'matched' and c.id = any(array(select x.request_id from matches x
              where x.movement_id = any(${movementIds}::uuid[]) and x.active))
            order by c.id for no key update`),
    insert: (accountId, scrapeId, origin, movements) =>
      writtenInPieces(movements, (piece) =>
        run(sql`insert into movements (id, account_id, external_id, identity_key, occurrence, amount_minor, currency,
              sender_name, description, counterparty, counterparty_account, bank_movement_id, booked_date, value_date, balance_minor, status,
              received_at, held_for, first_seen_at, first_scrape_id, last_scrape_id, mode_at_ingestion,
              from_statement, statement_format, books_on)
            select id, ${accountId}, external_id, identity_key, occurrence, amount_minor, currency, sender_name, description,
              counterparty, counterparty_account, bank_movement_id, booked_date, value_date, balance_minor, status,
              received_at, held_for,
              now(), ${scrapeId}, ${scrapeId}, mode, ${isFromStatement(origin)}, ${formatOf(origin)}, books_on
            from json_to_recordset(${JSON.stringify(
              piece.map(({ heldFor, id, mode, occurrence, row }) => ({
                ...json(row, occurrence),
                id,
                held_for: heldFor,
                mode
              }))
            )}::text::json) as r ${sql.literal(recordset)}`)
      ),
    update: (scrapeId, origin, updates) =>
      inPieces(updates, (piece) =>
        Effect.andThen(
          run(sql`update movements m set identity_key = r.identity_key, occurrence = r.occurrence,
              amount_minor = r.amount_minor, sender_name = r.sender_name, description = r.description,
              counterparty = r.counterparty, counterparty_account = r.counterparty_account, bank_movement_id = r.bank_movement_id, booked_date = r.booked_date,
              value_date = r.value_date, balance_minor = r.balance_minor, status = r.status, books_on = r.books_on, received_at = r.received_at,
              mode_at_ingestion = case when m.status = 'pending' and r.status = 'booked' then r.mode else m.mode_at_ingestion end, missing_scrapes = 0, last_scrape_id = ${scrapeId}, from_statement = ${isFromStatement(origin)}, statement_format = ${formatOf(origin)},
              removed_at = case when r.restored then null else m.removed_at end
            from json_to_recordset(${JSON.stringify(
              piece.map(({ id, mode, occurrence, restored, row }) => ({ ...json(row, occurrence), id, mode, restored }))
            )}::text::json) as r ${sql.literal(recordset)} where m.id = r.id`),
          // Orders are searched by their payers' names.
          run(sql`update conciliation_requests c set payers = ${sql.literal(payersOf("c.id"))}
              where c.status = 'matched' and c.payers is distinct from ${sql.literal(payersOf("c.id"))}
                and c.id = any(array(select x.request_id from matches x
                  where x.movement_id = any(${piece.map(({ id }) => id)}::uuid[]) and x.active))`)
        )
      ),
    // Which list showed a row last is asked of free credits (a pass begins with them) and of excluded rows (a file says how many it
    // has). To note it of all others took longer than all the rest of a scrape that shows what is known.
    markSeen: (scrapeId, ids) =>
      ids.length === 0
        ? Effect.void
        : run(sql`with seen as (select unnest(${ids}::uuid[]) as id)
            update movements m set last_scrape_id = ${scrapeId}, missing_scrapes = 0
            where m.id in (
              select s.id from seen s join unpaid_credits u on u.movement_id = s.id
              union all
              select s.id from seen s join movements n on n.id = s.id
              where n.missing_scrapes > 0 or n.excluded_at is not null)`),
    markMissing: (missing) =>
      missing.length === 0
        ? Effect.void
        : run(sql`update movements m set missing_scrapes = r.missed,
              removed_at = case when r.removed then coalesce(m.removed_at, now()) else m.removed_at end
            from jsonb_to_recordset(${sql.json(
              storableJson(
                missing.map(({ id, missedScrapes, removed, whileHeld = false }) => ({
                  id,
                  missed: missedScrapes,
                  removed,
                  held: whileHeld
                }))
              )
            )}) as r (id uuid, missed int, removed boolean, held boolean)
            where m.id = r.id and (not r.held or m.held_for <> '{}')`),
    takenBack: (ids) =>
      takenBackRows(sql`select n.id, n.external_id as "externalId", n.amount_minor as "amountMinor", n.currency,
            n.received_at as "receivedAt", n.status, n.notified_at as "notifiedAt",
            array(select r.external_id from matches m join conciliation_requests r on r.id = m.request_id
              where m.active and m.movement_id = n.id order by m.nth_order) as orders
          from movements n where n.id = any(${ids}::uuid[]) and (n.held_for = '{}' or n.queued_at is not null)
          order by n.received_at desc, n.id desc`),
    release: release(sql),
    markReversed: (ids) =>
      ids.length === 0
        ? Effect.void
        : Effect.andThen(
            run(sql`update movements set reversed_at = coalesce(reversed_at, now()) where id = any(${ids}::uuid[])`),
            // What was matched meanwhile is seen: whoever matches holds the movement, or finds it reversed.
            run(sql`update conciliation_requests c set separated_at = now(), left_at = null, left_as = null
                where c.status = 'matched' and c.id = any(array(select x.request_id from matches x
                  where x.movement_id = any(${ids}::uuid[]) and x.active))`)
          ),
    takeDue: (accountId, silent) =>
      dueRows(sql`update movements set queued_at = now(), notified_at = case when ${silent} then now() else notified_at end
          where account_id = ${accountId} and queued_at is null and mode_at_ingestion = 'passthrough'
            and status = 'booked' and amount_minor > 0 and sender_name <> '' and excluded_at is null
            and removed_at is null and reversed_at is null and held_for = '{}'
          returning id, amount_minor as "amountMinor", currency, sender_name as "senderName",
            received_at as "receivedAt"`),
    datedAhead: ids(sql`select distinct m.account_id as id from movements m join accounts a on a.id = m.account_id
          left join scripts v on v.bank_id = a.bank_id and v.status = 'active'
          where ${booksNow} and a.deleted_at is null`).pipe(Effect.map((rows) => rows.map(({ id }) => id))),
    bookDatedAhead: (accountId) =>
      bookedRows(sql`update movements m set status = 'booked', books_on = null, mode_at_ingestion = u.operation_mode
          from accounts a join users u on u.id = a.user_id left join scripts v on v.bank_id = a.bank_id and v.status = 'active'
          where m.account_id = ${accountId} and a.id = m.account_id and ${booksNow} returning m.id, m.booked_date as day`),
    saveScrape: (scrape) =>
      Effect.flatMap(currentTrace, (trace) =>
        run(sql`insert into scrapes (id, account_id, session_id, script_id, job_id, status, coverage_from, coverage_to,
            complete, rows_read, rows_new, fault, statement, finished_at, format, uploaded_by, file_account, trace)
          values (${scrape.id}, ${scrape.accountId}, ${scrape.sessionId}, ${scrape.scriptId}, ${scrape.jobId},
            ${scrape.fault === null ? "ingested" : "quarantined"}, ${scrape.coverage.from}, ${scrape.coverage.to},
            ${scrape.coverage.complete}, ${scrape.rowsRead}, ${scrape.rowsNew}, ${scrape.fault},
            ${scrape.statement === null ? null : sql.json(storableJson(scrape.statement))}, now(),
            ${scrape.upload?.format ?? null}, ${scrape.upload?.userId ?? null}, ${scrape.upload?.account ?? null}, ${trace})`)
      ).pipe(Effect.andThen(scrape.statement === null ? Effect.void : dropOldest(scrape.accountId))),
    // Nothing is written where the days are covered already, as all but the first of a day's scrapes find them.
    cover: (accountId, { from, to }) =>
      touched(sql`insert into covered_days as known (account_id, days)
          select ${accountId}::uuid, datemultirange(daterange(least(r.first, r.last), r.last, '[]'))
          from (values (${from}::date, ${to}::date)) as r (first, last) where r.first <= r.last
          on conflict (account_id) do update set days = known.days + excluded.days where not known.days @> excluded.days
          returning 1`),
    advance: (accountId, highWater, shownBack) =>
      run(sql`update accounts set high_water = ${highWater}, last_complete_scrape_at = now(),
          shown_back = greatest(shown_back, ${shownBack ?? null}::int) where id = ${accountId}`)
  } satisfies IntakeRows
})
