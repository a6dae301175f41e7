/** What the account's movements say of rows that a script would have to open. */
import { compileVolatile, recalling, type ScrapedMovement } from "@counterfoil/domain"
import { Effect, Result } from "effect"
import { cooperatively } from "../cooperatively.ts"
import type { ScriptManifest } from "../scripts/ScriptManifest.ts"
import { MovementRepository } from "./MovementRepository.ts"

export const makeRecall = Effect.map(MovementRepository, (repository) =>
  Effect.fn("MovementIntake.recall")(function* (
    accountId: string,
    { volatileText = [], zone }: Pick<ScriptManifest, "zone" | "volatileText">,
    rows: ReadonlyArray<ScrapedMovement>
  ) {
    const days = rows.map(({ date }) => date).sort()
    const [first, last] = [days[0], days.at(-1)]
    const volatile = compileVolatile(volatileText)
    if (first === undefined || last === undefined || Result.isFailure(volatile)) return rows.map(() => null)
    const known = yield* repository.known(accountId, first, last, [])
    return yield* cooperatively(recalling({ rows, known, volatile: volatile.success, zone }))
  })
)
