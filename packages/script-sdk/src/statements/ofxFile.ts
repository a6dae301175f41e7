/** An OFX file as a person downloads it: of one account, and whole. */
import { ofx } from "../movements/ofx.ts"
import type { Statement } from "../movements/Statement.ts"
import { Retryable } from "../errors.ts"
import { assemble } from "./assemble.ts"
import { StatementProblem } from "./problem.ts"

export const ofxFile = (text: string, options: { readonly today: string }): Statement => {
  const statements = text.match(/<(?:CC)?STMTRS>/gi)?.length ?? 0
  if (statements > 1) throw new StatementProblem(`The file has ${statements} statements: upload those of one account`)
  if (!/<\/OFX>\s*$/i.test(text)) throw new StatementProblem("The file ends before </OFX>: it is cut off")
  try {
    const { coverage, movements } = ofx(text, { since: options.today, today: options.today })
    const says = /<DTSTART>/i.test(text) && /<DTEND>/i.test(text)
    return assemble([
      { line: 1, movements: movements.toReversed(), ...(says ? { from: coverage.from, to: coverage.to } : {}) }
    ])
  } catch (error) {
    if (error instanceof Retryable || error instanceof RangeError) throw new StatementProblem(error.message)
    throw error
  }
}
