/** What the service knows of rows from an earlier read: they needn't be opened again. */
import { type Json, listAnswer } from "../bridge.ts"
import { BankPageError } from "../errors.ts"
import type { TableRow } from "../locators.ts"
import type { Movement } from "./Statement.ts"

/** The service takes no more at once. */
const mostAsked = 500

export interface ListedPage {
  /** What this page brought, and what its rows say by themselves. */
  readonly listed: ReadonlyArray<{ readonly row: TableRow; readonly movement: Movement }>
  /** What the pages before it brought. */
  readonly before: ReadonlyArray<Movement>
  /** Whether there are rows beyond. */
  readonly hasMore: boolean
}

export type Remembered = Partial<Movement>

/**
 * What the service knows of each row. It is asked with all rows of a day, for of two that are alike it says nothing; so of the
 * last day of a page that another page follows only rows with a balance are taken for known.
 */
export const knownOf = async (
  { before, hasMore, listed }: ListedPage,
  { since }: { readonly since: string }
): Promise<ReadonlyArray<Remembered | undefined>> => {
  const own = listed.map(({ movement }) => movement)
  const lastDay = own.at(-1)?.date
  const known = new Map<Movement, Remembered>()
  for (const day of new Set(own.map(({ date }) => date))) {
    const ofDay = [...before, ...own].filter(({ date }) => date === day)
    if (day < since || ofDay.length > mostAsked) continue
    for (const [place, remembered] of (await askKnown(ofDay)).entries()) {
      const movement = ofDay[place]
      if (movement === undefined || remembered === undefined) continue
      const mayHaveTwin = hasMore && day === lastDay && movement.balance === undefined
      if (!mayHaveTwin) known.set(movement, remembered)
    }
  }
  return own.map((movement) => known.get(movement))
}

/** A host of before, or one that nothing is stored at, knows none. */
const askKnown = async (movements: ReadonlyArray<Movement>): Promise<ReadonlyArray<Remembered | undefined>> => {
  const rows = movements.map((movement) => Object.fromEntries(Object.entries(movement)))
  try {
    return (await listAnswer("movements.known", { rows }, "movements.known()")).map(readRemembered)
  } catch (error) {
    if (error instanceof BankPageError && (error.code === "InvalidCall" || error.code === "Failed")) return []
    throw error
  }
}

const remembering = ["time", "description", "id", "counterparty", "counterpartyAccount", "valueDate"] as const

const readRemembered = (answer: Json): Remembered | undefined => {
  if (typeof answer !== "object" || answer === null) return undefined
  const said = new Map(Object.entries(answer))
  return Object.fromEntries(remembering.flatMap((name) => (said.has(name) ? [[name, String(said.get(name))]] : [])))
}
