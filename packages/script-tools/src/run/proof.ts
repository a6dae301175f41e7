/** What a server's statement gate would say of what was read, and whether anything proves that nothing is missing. */
import type { ScriptManifest } from "@counterfoil/core"
import { readStatement, Statement } from "@counterfoil/domain"
import { Option, Result, Schema } from "effect"
import type { RehearsalResult } from "./rehearse.ts"

export interface Proof {
  /** Why a server would set the statement aside whole; empty: it would take it in. */
  readonly held: ReadonlyArray<string>
  /** Whether the bank's own counts, or the balances beside its rows, are there and prove the list whole. */
  readonly isProven: boolean
}

const decode = Schema.decodeUnknownOption(Statement)

/** A page whose rows are all pending has no count at most banks, and nothing is lost for good with one of them. */
const hasCounts = ({ movements, pages = [], stated }: Statement): boolean => {
  if (stated !== undefined) return true
  let first = 0
  const counted = pages.map((page) => {
    const rows = movements.slice(first, first + page.rows)
    first += page.rows
    return page.stated !== undefined || (rows.length > 0 && rows.every(({ pending }) => pending === true))
  })
  return pages.some((page) => page.stated !== undefined) && counted.every(Boolean)
}

/** Of one row a balance proves nothing. */
const hasBalances = ({ movements }: Statement): boolean => {
  const booked = movements.filter(({ pending }) => pending !== true)
  return booked.length > 1 && booked.every(({ balance }) => balance !== undefined)
}

const saysEmpty = ({ movements, pages = [] }: Statement): boolean => movements.length === 0 && pages.length === 0

const gate = (statement: Statement, rules: ScriptManifest, today: string): ReadonlyArray<string> => {
  const context = { accountId: "rehearsal", rules, today, knownCurrencies: [] }
  const read = readStatement(statement, context)
  if (Result.isSuccess(read)) return []
  return "faults" in read.failure ? read.failure.faults : [read.failure.message]
}

/** Undefined: nothing was read. `today`: the bank's local date. */
export const proofOf = ({ manifest, statement }: RehearsalResult, today: string): Proof | undefined => {
  const read = decode(statement)
  if (statement === undefined || Option.isNone(read)) return undefined
  const held = gate(read.value, manifest, today)
  const isProven = hasCounts(read.value) || hasBalances(read.value) || saysEmpty(read.value)
  return { held, isProven: held.length === 0 && isProven }
}

/** For the author; none where there is nothing to say. */
export const printProof = (proof: Proof | undefined): ReadonlyArray<string> => {
  if (proof === undefined) return []
  if (proof.held.length > 0) return [`a server would set this statement aside whole: ${proof.held.join(" ")}`]
  return proof.isProven
    ? []
    : [
        "not proven whole: if rows were missing, nobody would see it. Give `claim` (with `pageSize`), `stated` or `balance`, " +
          'whatever the bank prints: docs/sdk/README.md, "pages and stated"'
      ]
}
