/** Of which days movements have to be known beside a statement: what takes something back is looked for furthest away. */
import { addDays } from "../LocalDate.ts"
import type { Coverage } from "../Movement.ts"
import { reversalDays } from "./reversal.ts"

export const knownFrom = (coverage: Pick<Coverage, "from">): string => addDays(coverage.from, -reversalDays)
/** `lastDay`: of the statement's days and rows. */
export const knownTo = (lastDay: string): string => addDays(lastDay, reversalDays)
