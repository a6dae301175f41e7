/** An OFX file as a person downloads it: of one account, and whole. */
import { type OfxReading, readOfx } from "../movements/ofx.ts"
import type { Statement } from "../movements/Statement.ts"
import { Retryable } from "../errors.ts"
import { assemble, type StatementPart } from "./assemble.ts"
import { standingOn } from "./movementLines.ts"
import { linesIn, problem, readEach, StatementProblem } from "./problem.ts"

/** Before its movements, the other sides of which have numbers too. */
const accountOf = (text: string): string | undefined =>
  /<(?:BANK|CC)ACCTFROM>[\s\S]*?<ACCTID>([^<\r\n]*)/i.exec(text.split(/<STMTTRN>/i, 1)[0] ?? "")?.[1]?.trim()

/** When the bank's server answered, `20261121093000[1:CET]`; what isn't such a time says nothing. */
const madeOn = (text: string): string | undefined => {
  const [, year, month, dayOfMonth] = /<DTSERVER>\s*(\d{4})(\d\d)(\d\d)/i.exec(text) ?? []
  return year === undefined ? undefined : `${year}-${month}-${dayOfMonth}`
}

export const ofxParts = (text: string, options: { readonly today: string }): ReadonlyArray<StatementPart> => {
  const statements = text.match(/<(?:CC)?STMTRS>/gi)?.length ?? 0
  if (statements > 1) throw new StatementProblem(`The file has ${statements} statements: upload those of one account`)
  if (!/<\/OFX>\s*$/i.test(text)) throw new StatementProblem("The file ends before </OFX>: it is cut off")
  const { coverage, movements } = readOfx(text, { since: options.today, today: options.today }, linesOf(text))
  const says = /<DTSTART>/i.test(text) && /<DTEND>/i.test(text)
  return [
    {
      line: 1,
      account: accountOf(text),
      movements: movements.toReversed(),
      ...(says ? { from: coverage.from, to: coverage.to, madeOn: madeOn(text) } : {})
    }
  ]
}

export const ofxFile = (text: string, options: { readonly today: string }): Statement =>
  assemble(ofxParts(text, options))

/** What can't be read is told with its line. */
const linesOf = (text: string): OfxReading => {
  const lineAt = linesIn(text)
  return {
    at: (place, read) => {
      try {
        return read()
      } catch (error) {
        if (error instanceof Retryable || error instanceof RangeError) throw problem(lineAt(place), error.message)
        throw error
      }
    },
    found: (place, movement) => standingOn(lineAt(place), movement),
    each: readEach
  }
}
