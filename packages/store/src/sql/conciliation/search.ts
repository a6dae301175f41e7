/**
 * Finds the rows of a search, each page by an index: either the first rows of several index ranges, which are in the list's
 * order already, are merged; or the few rows that have the words or the amount are sorted.
 */
import type { MovementFilter, RequestFilter, SearchFilter } from "@counterfoil/core"
import { requestStatuses } from "@counterfoil/domain"
import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { movement, request, type Searched, unpaid, waysBy } from "./ways.ts"

/** Looked up for one movement after the other, in the order of the list: as a join it could be turned round, and all be read. */
const paysAnOrder = "coalesce((select true from matches x where x.movement_id = m.id and x.active limit 1), false)"
/** Few, and found by an index of their own. */
const isHeld = "m.held_for <> '{}' and m.excluded_at is null and m.removed_at is null"
const isFree = "m.excluded_at is null and m.reversed_at is null and m.removed_at is null"

/** Whether a movement could pay this request: booked, there, not taken out, and no other request's. */
export const canPay = (movement: string, request: string): string =>
  `${movement}.status = 'booked' and ${movement}.excluded_at is null and ${movement}.removed_at is null
    and ${movement}.reversed_at is null and not exists (select from matches x
      where x.movement_id = ${movement}.id and x.active and x.request_id <> ${request})`

/** Separated by a person, and neither settled nor left since; a request that has expired waits for nobody. */
const separatedAndWaiting =
  "r.separated_at is not null and r.status in ('pending', 'processing', 'ambiguous', 'not_found', 'failed', 'cancelled')"

/** Separated by a person, or by the bank: of one that is matched it says since when what pays it is booked back. */
export const apartAndWaiting = "r.separated_at is not null and r.status <> 'expired'"

/** Separated by a person and not matched again, with a word by a person on it or without one. */
export const takenBack = "(r.separated_at is not null or r.left_at is not null) and r.status <> 'matched'"

/** Closed by a person: nobody waits for it, whatever its shop lists. A match makes it one like others again. */
export const closed = "r.left_at is not null and r.left_as = 'closed' and r.status <> 'matched'"

/** Of the others, what matching leaves to a person. */
const leftToPeople = ["ambiguous", "failed"] as const
const isNotClosed = "r.left_as is distinct from 'closed'"
const isLeftToPeople = `(r.status in ('${leftToPeople.join("', '")}') and ${isNotClosed})`

/** What is counted as such in one place is in every other. */
export const needingPerson = `${isLeftToPeople} or (${apartAndWaiting})`

/** How many of the newest orders are looked through for words before these are looked up in all. */
export const lookedThrough = 200

/** The offset keeps it a look-up per credit, in their order: as a join it was turned round, now and then, and read all movements. */
const eachUnpaid =
  "unpaid_credits u cross join lateral (select m.* from movements m where m.id = u.movement_id offset 0) m"

export const searchOf = (sql: SqlClient.SqlClient) => {
  const text = sql.literal
  const none = text("")
  const { hasAmount, hasWords, oneAsAmount, waysOf } = waysBy(sql)

  const within = (searched: Searched, { amount, from, to }: SearchFilter) =>
    sql`${from === undefined ? none : sql`and ${text(searched.time)} >= ${DateTime.toDateUtc(from)}`}
      ${to === undefined ? none : sql`and ${text(searched.time)} < ${DateTime.toDateUtc(to)}`}
      ${amount === undefined ? none : sql`and ${hasAmount(searched, amount)}`}`

  /** The heads of each way's rows, which come in the order of the list. */
  const eachWay = (heads: ReadonlyArray<Statement.Fragment>) =>
    heads.map((head) => sql`(${head})`).reduce((before, next) => sql`${before} union all ${next}`)

  /** Compared by the database: a JavaScript date has lost the microseconds. */
  const after = ({ id, time }: Searched, table: string, before: string | undefined) =>
    before === undefined
      ? none
      : sql`and (${text(time)}, ${text(id)}) < (select ${text(time.slice(2))}, id from ${text(table)} where id = ${before})`

  /**
   * Each kind as a condition of its own that names it outright: where an account has none of a kind (many banks list credits
   * only), the planner knows that from its statistics, and doesn't look for them through all of the account's movements.
   */
  const kindsOf = ({ direction, pays, sent }: MovementFilter) => {
    if (direction === undefined && sent === undefined && pays === undefined) return [none]
    // Money that went out pays no order.
    const ofBoth = pays === undefined ? [true, false] : [true]
    const settled = text(pays === undefined ? "" : pays ? `and ${paysAnOrder}` : `and ${isFree} and not ${paysAnOrder}`)
    const incoming = direction === undefined ? ofBoth : ofBoth.filter((isIn) => isIn === (direction === "in"))
    const untold = sent === undefined ? [true, false] : [!sent]
    const kinds = incoming.flatMap((isIn) =>
      untold.map(
        (isUntold) =>
          sql`and ${text(`(m.amount_minor > 0) is ${isIn} and (m.notified_at is null) is ${isUntold}`)} ${settled}`
      )
    )
    return kinds.length === 0 ? [text("and false")] : kinds
  }

  /**
   * What pays nothing has a table of its own. Where movements are told and nothing is matched, that are nearly all credits,
   * and what has not been told is found by its kind.
   */
  const runsOf = (userId: string, filter: MovementFilter) => {
    const { direction, pays, sent } = filter
    if (filter.isHeld === true) {
      const ofHeld = text(`and ${isHeld}`)
      return { byKind: kindsOf(filter).map((kind) => sql`${ofHeld} ${kind}`), ofUnpaid: [] }
    }
    if (pays !== false || direction === "out" || sent === true) return { byKind: kindsOf(filter), ofUnpaid: [] }
    const ofUnpaid = sql`and u.account_id = a.id and ${text(`${isFree} and not ${paysAnOrder}`)}`
    if (sent === undefined) return { byKind: [], ofUnpaid: [ofUnpaid] }
    const tells = sql`(select operation_mode from users where id = ${userId}) is not distinct from 'passthrough'`
    return {
      byKind: kindsOf(filter).map((kind) => sql`${kind} and ${tells}`),
      ofUnpaid: [sql`${ofUnpaid} and m.notified_at is null and not ${tells}`]
    }
  }

  const movements = (userId: string, filter: MovementFilter): Statement.Fragment => {
    const { accountId, before, limit } = filter
    const rowsOf = (searched: Searched, from: string, conditions: ReadonlyArray<Statement.Fragment>) =>
      conditions.flatMap((condition) =>
        waysOf(searched, text("a.id"), filter).map(
          (way) => sql`select m.* from ${text(from)}
            where m.account_id = a.id and (m.removed_at is null or m.queued_at is not null) ${condition}
              ${within(searched, filter)} ${way} ${after(searched, "movements", before)}
            order by ${text(`${searched.time} desc, ${searched.id} desc`)} limit ${limit}`
        )
      )
    const { byKind, ofUnpaid } = runsOf(userId, filter)
    const heads = [...rowsOf(movement, "movements m", byKind), ...rowsOf(unpaid, eachUnpaid, ofUnpaid)]
    return sql`select m.*, a.name as account_name, b.code as bank
      from accounts a join banks b on b.id = a.bank_id cross join lateral (${eachWay(heads)}) m
      where a.user_id = ${userId} and a.deleted_at is null ${accountId === undefined ? none : sql`and a.id = ${accountId}`}
      order by m.received_at desc, m.id desc limit ${limit}`
  }

  const requests = (userId: string, filter: RequestFilter): Statement.Fragment => {
    const {
      accountId,
      amount,
      before,
      id,
      isClosed,
      isDecided = false,
      isSeparated = false,
      limit,
      needsPerson,
      statuses,
      words
    } = filter
    const isSearched = words !== undefined || amount !== undefined || id !== undefined
    // Separated ones are few, and have indexes of their own.
    const isOfFew = isSeparated || isDecided || isClosed === true
    const inRuns =
      !isSearched && !isOfFew && (statuses !== undefined || accountId !== undefined || needsPerson !== undefined)
    // The offset keeps the account's look-up a look-up per request: a join could be turned round, and then the requests would
    // no longer come out of their index in order.
    const found = (ofUser: boolean, condition: Statement.Fragment, way: Statement.Fragment) =>
      sql`select r.*, a.name as account_name, a.bank from conciliation_requests r
      join lateral (select a.name, b.code as bank from accounts a join banks b on b.id = a.bank_id
        where a.id = r.account_id and a.user_id = ${userId} and a.deleted_at is null offset 0) a on true
      where ${ofUser ? sql`r.user_id = ${userId}` : text("true")}
        ${accountId === undefined ? none : sql`and r.account_id = ${accountId}`}
        ${id === undefined ? none : sql`and r.id = ${id}`} ${condition}
        ${isClosed === undefined ? none : text(isClosed ? `and ${closed}` : `and (${closed}) is not true`)}
        ${within(request, filter)} ${way} ${after(request, "conciliation_requests", before)}`
    const newest = sql`order by r.created_at desc, r.id desc limit ${limit}`
    // What has the words is found first, and then sorted: the planner would look through all orders for a word that few have.
    const rowsOf = (ofUser: boolean, condition: Statement.Fragment) =>
      eachWay(
        waysOf(request, sql`${userId}::uuid`, filter).map((way) =>
          words === undefined
            ? sql`${found(ofUser, condition, way)} ${newest}`
            : sql`select r.* from (${found(ofUser, condition, way)} offset 0) r ${newest}`
        )
      )
    const ofStatuses = statuses === undefined ? none : sql`and r.status = any(${statuses}::text[])`
    const ofPeople = {
      some: text(`and (${needingPerson})`),
      others: text(`and not ${isLeftToPeople} and not (${apartAndWaiting})`)
    }
    const inPerson = sql`${needsPerson === undefined ? none : ofPeople[needsPerson ? "some" : "others"]}
      ${isSeparated ? text(`and ${separatedAndWaiting}`) : none}
      ${isDecided ? text(`and ${takenBack} and (${separatedAndWaiting}) is not true`) : none}`
    // Those that need a person are of two statuses here: what is asked of the status is said by it.
    const ofRun = needsPerson === undefined ? none : needsPerson ? text(`and ${isNotClosed}`) : ofPeople.others
    const run = (of: ReadonlyArray<string>) =>
      sql`select r.* from unnest(${of}::text[]) s (status)
        cross join lateral (${rowsOf(accountId === undefined, sql`and r.status = s.status ${ofRun}`)}) r`
    const source = !inRuns
      ? sql`(${rowsOf(true, sql`${ofStatuses} ${inPerson}`)}) r`
      : needsPerson
        ? sql`(${run(leftToPeople.filter((status) => statuses?.includes(status) ?? true))} union all
            (${rowsOf(true, sql`and ${text(apartAndWaiting)} and r.status <> all(${leftToPeople}::text[]) ${ofStatuses}`)})) r`
        : sql`(${run(statuses ?? requestStatuses)}) r`
    const page = sql`select r.* from ${source} ${newest}`
    const isOfAll = !isOfFew && statuses === undefined && accountId === undefined && needsPerson === undefined
    const { asAmounts = [] } = filter
    if (words === undefined || asAmounts.some(({ others }) => others === undefined) || !isOfAll) return page
    const owner = sql`${userId}::uuid`
    const fits = asAmounts.reduce(
      (before, one) => sql`${before} or ${oneAsAmount(request, one, owner).is}`,
      hasWords(request, words, owner)
    )
    // A word that very many have fills a page from the newest ones, and need not be looked up.
    return sql`with lately as materialized (
        select r.* from (${found(true, none, none)} order by r.created_at desc, r.id desc limit ${lookedThrough}) r
        where ${fits} ${newest})
      (select r.* from lately r where (select count(*) from lately) >= ${limit} ${newest})
      union all (select r.* from (${page}) r where (select count(*) from lately) < ${limit})`
  }

  return { movements, requests }
}
