/** `movements.known`: what the service knows already of rows that a script would have to open one by one. */
import { type RecalledMovement, ScrapedMovement } from "@counterfoil/domain"
import { Effect, Schema } from "effect"
import type { HostAnswer } from "../scripts/ScriptRunner.ts"

export type RecallRows = (rows: ReadonlyArray<ScrapedMovement>) => Effect.Effect<ReadonlyArray<RecalledMovement | null>>

/** A script asks for one day at a time. */
const mostRows = 500

const decodeRows = Schema.decodeUnknownEffect(
  Schema.Struct({ rows: Schema.Array(ScrapedMovement).check(Schema.isMaxLength(mostRows)) })
)

/** Beside the page, where a secret is taken out of the same text, a stored one would tell it: such a row isn't known. */
const unlessTelling =
  (scrub: (text: string) => string) =>
  (known: RecalledMovement | null): RecalledMovement | null => {
    const text = JSON.stringify(known)
    return scrub(text) === text ? known : null
  }

export const answerKnown = (
  args: Schema.Json,
  recall: RecallRows,
  scrub: (text: string) => string
): Effect.Effect<HostAnswer> =>
  decodeRows(args).pipe(
    Effect.matchEffect({
      onFailure: ({ message }): Effect.Effect<HostAnswer> =>
        Effect.succeed({ err: { code: "InvalidCall", message: `movements.known: ${message}` } }),
      onSuccess: ({ rows }) =>
        Effect.map(recall(rows), (known): HostAnswer => ({ ok: known.map(unlessTelling(scrub)) }))
    })
  )
