/** Reads what a script or a file hands over as a statement, in pieces: there may be tens of thousands of rows. */
import { Result, Schema, SchemaIssue } from "effect"
import { ScrapedMovement, Statement } from "../Movement.ts"
import type { Steps } from "../steps.ts"

/** All but the rows, whose number is looked at before any of them. */
const Frame = Schema.Struct({
  ...Statement.fields,
  movements: Schema.Array(Schema.Unknown).check(Schema.isMaxLength(50_000))
})
const decodeFrame = Schema.decodeUnknownResult(Frame)
const decodeRow = Schema.decodeUnknownResult(ScrapedMovement)

/** As `Schema.decodeUnknownResult(Statement)`, but that a fault of the rest is told before one of a row. */
export function* decodingStatement(json: unknown): Steps<Result.Result<Statement, Schema.SchemaError>> {
  const frame = decodeFrame(json)
  if (Result.isFailure(frame)) return Result.fail(frame.failure)
  const movements: Array<ScrapedMovement> = []
  for (const [index, each] of frame.success.movements.entries()) {
    const row = decodeRow(each)
    if (Result.isFailure(row)) {
      const place = new SchemaIssue.Pointer(["movements", index], row.failure.issue)
      return Result.fail(new Schema.SchemaError(place))
    }
    movements.push(row.success)
    yield
  }
  return Result.succeed({ ...frame.success, movements })
}
