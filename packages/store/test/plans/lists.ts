/** Every list that the API pages through, as its repository really asks for it. */
import { ActivityLog, MovementRepository, ConciliationRepository } from "@counterfoil/core"
import { Effect } from "effect"
import type { RequestStatus } from "@counterfoil/domain"
import { SqlClient } from "effect/sql"
import { busyAccount, owner } from "./fill.ts"

interface Page {
  readonly limit: number
  readonly offset: number
  readonly before?: string
}

interface Repositories {
  readonly movements: MovementRepository["Service"]
  readonly requests: ConciliationRepository["Service"]
  readonly activity: ActivityLog["Service"]
}

export interface PagedList {
  readonly name: string
  /** Where it is read in full; only there the number of rows grows. */
  readonly table: string
  /** The index that gives its rows in order. Of two, either will do. */
  readonly indexes: ReadonlyArray<string>
  readonly limit: number
  /** Picks the row to page on from. */
  readonly inOrder: string
  /** None: the list has no offset. */
  readonly deep?: number
  readonly list: (repositories: Repositories, page: Page) => Effect.Effect<unknown>
}

const newestFirst = "conciliation_requests_newest_first"
const byStatus = "conciliation_requests_by_status"

const requests = (status?: RequestStatus): PagedList => ({
  name: status === undefined ? "GET /conciliation" : `GET /conciliation?status=${status}`,
  table: "conciliation_requests",
  // Nearly all are matched: then the newest ones are the newest matched ones.
  indexes: status === undefined ? [newestFirst] : status === "matched" ? [newestFirst, byStatus] : [byStatus],
  limit: 50,
  inOrder: `conciliation_requests where user_id = '${owner}' ${status === undefined ? "" : `and status = '${status}'`}
    order by created_at desc, id desc`,
  ...(status === undefined ? { deep: 20_000 } : {}),
  list: (repositories, page) =>
    repositories.requests.listRequests(owner, { ...page, ...(status === undefined ? {} : { status }) })
})

export const pagedLists: ReadonlyArray<PagedList> = [
  {
    name: "GET /accounts/:accountId/movements",
    table: "movements",
    indexes: ["movements_newest_first"],
    limit: 100,
    inOrder: `movements where account_id = '${busyAccount}' and removed_at is null order by received_at desc, id desc`,
    deep: 100_000,
    list: ({ movements }, page) => movements.list(busyAccount, page)
  },
  requests(),
  requests("matched"),
  requests("pending"),
  requests("ambiguous"),
  {
    name: "GET /accounts/:accountId/activity",
    table: "activity",
    indexes: ["activity_pkey"],
    limit: 50,
    inOrder: `activity where account_id = '${busyAccount}' order by id desc`,
    list: ({ activity }, { before, limit }) =>
      activity.list(busyAccount, { limit, ...(before === undefined ? {} : { before: BigInt(before) }) })
  }
]

export const repositories: Effect.Effect<
  Repositories,
  never,
  MovementRepository | ConciliationRepository | ActivityLog
> = Effect.all({ movements: MovementRepository, requests: ConciliationRepository, activity: ActivityLog })

/** The id of the row at this place of the list. */
export const cursorAt = Effect.fnUntraced(function* ({ inOrder }: PagedList, place: number) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.unsafe<{ readonly id: string }>(
    `select id::text as id from ${inOrder} offset ${place} limit 1`
  )
  return row?.id ?? ""
})
