/** `movements.known`: what the service knows already of rows that a script would have to open one by one. */
import { type RecalledMovement, ScrapedMovement } from "@counterfoil/domain"
import { Effect, Schema } from "effect"
import type { HostAnswer } from "../scripts/ScriptRunner.ts"

export type RecallRows = (rows: ReadonlyArray<ScrapedMovement>) => Effect.Effect<ReadonlyArray<RecalledMovement | null>>

const mostRows = 500

const decodeRows = Schema.decodeUnknownEffect(
  Schema.Struct({ rows: Schema.Array(ScrapedMovement).check(Schema.isMaxLength(mostRows)) })
)

/** All that is known of the days between is read: of one day it is little. */
const isOneDay = (rows: ReadonlyArray<ScrapedMovement>): boolean => rows.every(({ date }) => date === rows[0]?.date)

const invalid = (message: string): HostAnswer => ({
  err: { code: "InvalidCall", message: `movements.known: ${message}` }
})

/** Beside the page, where a secret is taken out of the same text, a stored one would tell it: such a row isn't known. */
const unlessTelling =
  (scrub: (text: string) => string) =>
  (known: RecalledMovement | null): RecalledMovement | null => {
    const tells = Object.values(known ?? {}).some((text) => scrub(text) !== text)
    return tells ? null : known
  }

export const answerKnown = (
  args: Schema.Json,
  recall: RecallRows,
  scrub: (text: string) => string
): Effect.Effect<HostAnswer> =>
  decodeRows(args).pipe(
    Effect.matchEffect({
      onFailure: ({ message }) => Effect.succeed(invalid(message)),
      onSuccess: ({ rows }) =>
        isOneDay(rows)
          ? Effect.map(recall(rows), (known): HostAnswer => ({ ok: known.map(unlessTelling(scrub)) }))
          : Effect.succeed(invalid("the rows must be of one day"))
    })
  )
