/** The ways by which a search finds rows: words, amounts, accounts and orders, each with an index of its own. */
import type { AmountWanted, SearchFilter, WordAsAmount } from "@counterfoil/core"
import { currencyExponents } from "@counterfoil/domain"
import type { SqlClient, Statement } from "effect/sql"

/** The currencies whose amounts don't have two decimals: `{"JPY": 0, …}`. */
const exponents = JSON.stringify(Object.fromEntries(currencyExponents))

/** One way by which a search finds rows: when it does, and the conditions of its heads, no two of which find the same. */
interface Way {
  readonly is: Statement.Fragment
  readonly heads: ReadonlyArray<Statement.Fragment>
}

function wayOf(is: Statement.Fragment): Way
function wayOf(is: Statement.Fragment | undefined): Way | undefined
function wayOf(is: Statement.Fragment | undefined): Way | undefined {
  return is === undefined ? undefined : { is, heads: [is] }
}

/** So many rows' words are looked at. */
const fewOfAmount = 1_000

export interface Searched {
  readonly table: string
  /** Whose amounts lie together in their index. */
  readonly whose: string
  readonly amount: string
  readonly currency: string
  readonly time: string
  readonly id: string
  /** Finds words by their index. */
  readonly vector: string
  /** Whose words they are. */
  readonly owner: string
  /** The payer's account from behind, by its index; only movements have one. */
  readonly account?: string
  /** Whose payments are found by their order's id; only movements pay orders. */
  readonly payment?: string
}

const anyMovement: Searched = {
  table: "movements",
  whose: "x.account_id",
  amount: "abs(m.amount_minor)",
  currency: "m.currency",
  time: "m.received_at",
  id: "m.id",
  vector: `search_vector(m.account_id, m.external_id,
    m.external_id || ' ' || m.sender_name || ' ' || coalesce(m.counterparty, '') || ' ' || m.description)`,
  owner: "a.id",
  account: "account_from_behind(m.counterparty_account)"
}

export const movement: Searched = { ...anyMovement, payment: "m.id" }

/** Of those that pay no order, which are few in the accounts of who has their orders matched. */
export const unpaid: Searched = { ...anyMovement, time: "u.received_at", id: "u.movement_id" }

export const request: Searched = {
  table: "conciliation_requests",
  whose: "x.user_id",
  amount: "r.amount_minor",
  currency: "r.currency",
  time: "r.created_at",
  id: "r.id",
  vector: `search_vector(r.user_id, r.external_id,
    r.external_id || ' ' || coalesce(r.reference, '') || ' ' || r.sender_name || ' ' || coalesce(r.payers, ''))`,
  owner: "r.user_id"
}

const spellings = (id: string): ReadonlyArray<string> => [...new Set([id, id.toUpperCase(), id.toLowerCase()])]

/** So many words of a search are looked up as an order's id, each by itself. */
const mostIds = 3

/** The words as an order's id, and each word with a digit as one beside all others. */
const idsIn = (words: string): ReadonlyArray<{ readonly id: string; readonly others: string | undefined }> => {
  const each = words.trim().split(/\s+/)
  const parts = each
    .map((id, at) => ({ id, others: each.toSpliced(at, 1).join(" ") }))
    .filter(({ id, others }) => /\d/.test(id) && /[\p{L}\p{N}]/u.test(others))
  return [{ id: words.trim(), others: undefined }, ...parts.slice(0, mostIds)]
}

export const waysBy = (sql: SqlClient.SqlClient) => {
  const text = sql.literal
  const none = text("")

  const minorsOf = (wanted: AmountWanted) => wanted.map((minor) => (minor === null ? null : String(minor)))

  const ofEitherSign = (wanted: AmountWanted) =>
    wanted.filter((minor) => minor !== null).flatMap((minor) => [String(minor), String(-minor)])

  /** By the decimals of the row's own currency. */
  const isAmount = ({ amount, currency }: Searched, wanted: AmountWanted) =>
    sql`${text(amount)} = (${minorsOf(wanted)}::numeric[])[1 + coalesce((${exponents}::jsonb ->> ${text(currency)})::int, 2)]`

  /** By the index, and then as `isAmount`. */
  const hasAmount = (searched: Searched, wanted: AmountWanted) =>
    sql`(${text(searched.amount)} = any(${minorsOf(wanted)}::numeric[]) and ${isAmount(searched, wanted)})`

  const hasWords = (searched: Searched, words: string, owner: Statement.Fragment) =>
    sql`${text(searched.vector)} @@ search_query(${owner}, ${words})`

  /**
   * Where few rows have the amount, their words are looked at; else those that have the other words are looked up: of a shop
   * with one price either could be all, and a plan knows neither how frequent a word is nor, once it is kept, an amount.
   */
  const oneAsAmount = (searched: Searched, { amount, others }: WordAsAmount, owner: Statement.Fragment): Way => {
    if (others === undefined) return wayOf(hasAmount(searched, amount))
    const hasOthers = hasWords(searched, others, owner)
    const isRare = sql`(select count(*) from (select from ${text(searched.table)} x
        where ${text(searched.whose)} = ${owner} and x.amount_minor = any(${ofEitherSign(amount)}::numeric[])
        limit ${fewOfAmount + 1}) x) <= ${fewOfAmount}`
    return {
      is: sql`(${isAmount(searched, amount)} and ${hasOthers})`,
      heads: [
        sql`${isRare} and ${hasAmount(searched, amount)} and coalesce(${hasOthers}, false)`,
        sql`not ${isRare} and ${hasOthers} and ${isAmount(searched, amount)}`
      ]
    }
  }

  /** Its end is enough: from four characters on, as banks print no more of many. */
  const hasAccount = ({ account }: Searched, words: string) => {
    const behind = [...words.toUpperCase().replace(/[^A-Z\d]/g, "")].reverse().join("")
    if (account === undefined || behind.length < 4 || behind.length > 40 || !/\d.*\d.*\d/.test(behind)) return undefined
    return sql`(m.counterparty_account is not null and ${text(account)} ~>=~ ${behind}
      and ${text(account)} ~<~ ${`${behind}~`})`
  }

  /**
   * What pays the order of this id, in capitals or not, as an array that is made once: as a join it could be looked for through
   * all movements. Each spelling is looked up as the shop may have it, for ids are kept as they came. The other words are the
   * movement's own.
   */
  const paysOrder = (searched: Searched, words: string, owner: Statement.Fragment) => {
    const { payment } = searched
    if (payment === undefined) return []
    return idsIn(words).map(({ id, others }) => {
      const pays = sql`${text(payment)} = any(array(select x.movement_id from conciliation_requests r
          join matches x on x.request_id = r.id and x.active
          where r.account_id = ${owner} and r.external_id = any(${spellings(id)}::text[])))`
      return wayOf(
        others === undefined ? pays : sql`(${pays} and coalesce(${hasWords(searched, others, owner)}, false))`
      )
    })
  }

  /** Each way by which a search may find a row, as a condition of its own with an index of its own; no row is found by two. */
  const waysOf = (searched: Searched, owner: Statement.Fragment, { asAmounts = [], words }: SearchFilter) => {
    if (words === undefined) return [none]
    const found = [
      wayOf(hasWords(searched, words, owner)),
      ...asAmounts.map((one) => oneAsAmount(searched, one, owner)),
      wayOf(hasAccount(searched, words)),
      ...paysOrder(searched, words, owner)
    ].filter((way) => way !== undefined)
    // A search text without words gives null.
    return found.flatMap(({ heads }, nth) => {
      const before = found.slice(0, nth).reduce((all, { is }) => sql`${all} and (${is}) is not true`, none)
      return heads.map((head) => sql`and ${head} ${before}`)
    })
  }

  return { hasAmount, hasWords, oneAsAmount, waysOf }
}
