/** A store of movements in memory that takes scrapes in as the real one does. */
import {
  type KnownMovement,
  readStatement,
  reconcileScrape,
  type RowRules,
  type ScrapedMovement,
  type StatementRow
} from "@counterfoil/domain"
import { Result } from "effect"

export interface Scrape {
  readonly rows: ReadonlyArray<ScrapedMovement>
  readonly from: string
  readonly to: string
  readonly complete: boolean
}

const stored = (id: string, row: StatementRow, occurrence: number, heldFor: ReadonlyArray<string>): KnownMovement => ({
  ...row,
  id,
  occurrence,
  missedScrapes: 0,
  removed: false,
  reversed: false,
  heldFor
})

const plainRules: RowRules = { zone: "UTC", uniqueIds: false }

/** What is known after a scrape; undefined: it was set aside. One that a person has accepted is taken in whatever it shows. */
export const takenIn = (
  known: ReadonlyArray<KnownMovement>,
  { complete, from, rows, to }: Scrape,
  rules = plainRules,
  accepted = false
): ReadonlyArray<KnownMovement> | undefined => {
  const context = { accountId: "a", rules, today: to, knownCurrencies: [] }
  // As the server does: what was set aside proves nothing of what it doesn't show.
  const coverage = { from, to, complete: complete && !accepted }
  const read = readStatement({ movements: rows, coverage }, context)
  if (Result.isFailure(read)) return undefined
  const result = reconcileScrape({ known, rows: read.success, coverage, late: accepted })
  if (result.upheaval !== undefined && !accepted) return undefined
  const updates = new Map(result.updates.map((update) => [update.id, update]))
  const vanished = new Map(result.vanished.map((missing) => [missing.id, missing]))
  const seen = new Set([...result.unchanged, ...updates.keys()])
  const kept = known.map((one): KnownMovement => {
    const update = updates.get(one.id)
    const current = update === undefined ? one : stored(one.id, update.row, update.occurrence, one.heldFor)
    const back = seen.has(one.id) ? { missedScrapes: 0, removed: false } : {}
    return {
      ...current,
      ...vanished.get(one.id),
      ...back,
      ...(result.released.includes(one.id) ? { heldFor: [] } : {})
    }
  })
  const fresh = result.inserts.map(({ heldFor, occurrence, row }, n) =>
    stored(`m${known.length + n}`, row, occurrence, heldFor)
  )
  return [...kept, ...fresh]
}
