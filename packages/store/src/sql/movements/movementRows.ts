import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { MovementRows } from "@counterfoil/core"
import { matchingTurn } from "../matchingTurn.ts"
import { rowAs, rowsMadeOf, rowsOfCells, run } from "../rows.ts"
import { modeOnceOwn } from "./heldRows.ts"
import { movementRecordColumns, movementRecordFields, storedCells, storedMovementsOf } from "./movementRecord.ts"

const movement = rowAs(Schema.Struct(movementRecordFields))
const ids = rowsMadeOf(Schema.Struct({ id: Schema.String }), ({ id }) => id)

export const movementRows = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal(movementRecordColumns)
  const cells = sql.literal(storedCells)

  /**
   * The first page as nearly everybody asks for it: with its length in the statement the plan is kept. Where Postgres doesn't
   * know the length it plans each time, which takes half as long as the page.
   */
  const usual = 100
  const first = sql.literal(`limit ${usual}`)

  return {
    list: (accountId, { before, limit, offset, userId }) =>
      rowsOfCells(storedMovementsOf(accountId))(sql`select ${cells} from movements m
          where account_id = ${accountId} and (removed_at is null or queued_at is not null)
            ${
              userId === undefined
                ? sql``
                : sql`and exists (select from accounts a
                    where a.id = ${accountId} and a.user_id = ${userId} and a.deleted_at is null)`
            }
            ${
              // Compared by the database: a JavaScript date has lost the microseconds.
              before === undefined
                ? sql``
                : sql`and (received_at, id) < (select received_at, id from movements where id = ${before})`
            }
          order by received_at desc, id desc ${limit === usual && offset === 0 ? first : sql`limit ${limit} offset ${offset}`}`),
    find: (accountId, movementId) =>
      movement(sql`select ${columns} from movements m where m.id = ${movementId} and m.account_id = ${accountId}`),
    lockMatching: (accountId) => matchingTurn(sql, accountId),
    setExcluded: (accountId, movementId, at) =>
      movement(sql`update movements m
          set excluded_at = ${at === null ? null : sql`coalesce(excluded_at, ${DateTime.toDateUtc(at)})`},
            ${
              // What the bank doesn't show any more is none of its own by that: its row would take the place of one that was told.
              at === null
                ? sql`held_for = case when removed_at is null then '{}' else held_for end, ${sql.literal(modeOnceOwn)}`
                : sql`held_for = held_for`
            }
          where id = ${movementId} and account_id = ${accountId} returning ${columns}`),
    heldBack: (movementIds) =>
      ids(sql`select m.id from movements m
          where m.id = any(${movementIds}::uuid[]) and m.notified_at is null
            and m.excluded_at is null and m.removed_at is null and m.reversed_at is null and 'cancelled' =
            (select status from outbox where movement_id = m.id order by created_at desc, id desc limit 1)
          order by m.received_at, m.id`),
    markTold: (movementIds) =>
      run(sql`update movements set notified_at = now() where id = any(${movementIds}::uuid[]) and notified_at is null`),
    markQueued: (movementId) =>
      run(sql`update movements set queued_at = coalesce(queued_at, now()) where id = ${movementId}`)
  } satisfies MovementRows
})
