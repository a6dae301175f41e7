/** A store of movements in memory, for the tests: takes scrapes in as the real one does. */
import { Result } from "effect"
import {
  addDays,
  readStatement,
  reconcileScrape,
  type KnownMovement,
  type MovementOrigin,
  type Reconciliation,
  type RowRules,
  type ScrapedMovement,
  type Statement,
  type StatementRow
} from "@counterfoil/domain"

export const rules: RowRules = { zone: "Europe/Madrid", uniqueIds: false }

export const row = (facts: Partial<ScrapedMovement> = {}): ScrapedMovement => ({
  date: "2026-11-20",
  amount: "120.00",
  currency: "EUR",
  description: "TRANSFERENCIA DE MARIA GARCIA LOPEZ",
  ...facts
})

export const statement = (
  movements: ReadonlyArray<ScrapedMovement>,
  coverage: Partial<Statement["coverage"]> = {}
): Statement => ({ movements, coverage: { from: "2026-11-13", to: "2026-11-20", complete: true, ...coverage } })

export const read = (from: Statement, accountRules: RowRules = rules, today = "2026-11-20") =>
  readStatement(from, { accountId: "account-1", rules: accountRules, today, knownCurrencies: [] })

export const rowsOf = (from: Statement, accountRules?: RowRules, today?: string): ReadonlyArray<StatementRow> =>
  Result.getOrThrow(read(from, accountRules, today))

const stored = (id: string, from: StatementRow, occurrence: number, origin: MovementOrigin): KnownMovement => ({
  id,
  key: from.key,
  occurrence,
  amountMinor: from.amountMinor,
  currency: from.currency,
  bookedDate: from.bookedDate,
  status: from.status,
  description: from.description,
  counterparty: from.counterparty,
  counterpartyAccount: from.counterpartyAccount,
  senderName: from.senderName,
  valueDate: from.valueDate,
  receivedAt: from.receivedAt,
  bankId: from.bankId,
  balanceMinor: from.balanceMinor,
  missedScrapes: 0,
  removed: false,
  reversed: false,
  heldFor: [],
  origin
})

export interface Ledger {
  readonly movements: ReadonlyArray<KnownMovement>
  /** What the last scrape did. */
  readonly last: Reconciliation | undefined
}

export const emptyLedger: Ledger = { movements: [], last: undefined }

export const taken = (
  ledger: Ledger,
  from: Statement,
  accountRules?: RowRules,
  today?: string,
  origin: MovementOrigin = "page"
): Ledger => {
  const rows = rowsOf(from, accountRules, today)
  const known = ledger.movements
  const last = reconcileScrape({ known, rows, coverage: from.coverage, origin })
  const updates = new Map(last.updates.map((update) => [update.id, update]))
  const vanished = new Map(last.vanished.map((missing) => [missing.id, missing]))
  const seen = new Set([...last.unchanged, ...updates.keys()])
  const kept = known.map((one): KnownMovement => {
    const update = updates.get(one.id)
    const missing = vanished.get(one.id)
    const current =
      update === undefined ? one : { ...stored(one.id, update.row, update.occurrence, origin), heldFor: one.heldFor }
    return {
      ...current,
      ...missing,
      ...(seen.has(one.id) ? { missedScrapes: 0, removed: false } : {}),
      ...(last.released.includes(one.id) ? { heldFor: [] } : {})
    }
  })
  const added = last.inserts.map(({ row: each, occurrence, heldFor }, index) => ({
    ...stored(`m${String(known.length + index).padStart(4, "0")}`, each, occurrence, origin),
    heldFor
  }))
  return { movements: [...kept, ...added], last }
}

/** What a statement means to what is known, without taking it in. */
export const reconciled = (
  { movements: known }: Ledger,
  from: Statement,
  accountRules?: RowRules,
  rest: { readonly late?: boolean; readonly reachesBack?: boolean; readonly shownBack?: number } = {}
): Reconciliation => reconcileScrape({ known, rows: rowsOf(from, accountRules), coverage: from.coverage, ...rest })

/** Takes scrapes one after the other. */
export const afterScrapes = (...scrapes: ReadonlyArray<Statement>): Ledger =>
  scrapes.reduce((ledger, each) => taken(ledger, each), emptyLedger)

export const day = (offset: number): string => addDays("2026-11-20", offset)
