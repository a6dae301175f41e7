/** What a scrape or an uploaded statement brought, taken out as a whole by a person, and in again. */
import { Effect } from "effect"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { makeTellOfDue } from "./ingest.ts"
import { MovementRepository, type ScrapeRecord } from "./MovementRepository.ts"

/** Whoever asks for it. */
export interface Person {
  readonly id: string
  readonly email: string
}

export interface TakenOut {
  readonly excluded: number
  /** These pay an order: it has to be unmatched first. */
  readonly kept: number
}

const movements = (count: number): string => `${count} ${count === 1 ? "movement" : "movements"}`

export const makeTakenOut = Effect.gen(function* () {
  const activity = yield* ActivityLog
  const due = yield* DueAccounts
  const outbox = yield* Outbox
  const queries = yield* MovementRepository
  const tellOfDue = yield* makeTellOfDue

  /** The caller holds the account's turn to match, and its row. The same of the next. */
  const exclude = Effect.fnUntraced(function* (by: Person, { accountId, id }: ScrapeRecord) {
    const brought = yield* queries.broughtBy(accountId, id)
    const out = brought.filter(({ isPaying }) => !isPaying).map((movement) => movement.id)
    const taken: TakenOut = { excluded: out.length, kept: brought.length - out.length }
    if (out.length === 0) return taken
    yield* due.matchAgain(accountId, out)
    // What has not left yet stays here. Before the movements: whoever notes that one was told holds its message.
    yield* outbox.cancel({ movementIds: out })
    yield* queries.excludeTogether(id, out)
    const rest = taken.kept === 0 ? "" : `. ${taken.kept} more pay orders and stay`
    yield* activity.add({
      accountId,
      kind: "scrape.excluded",
      message: `${by.email} took out the ${movements(taken.excluded)} that a statement had brought${rest}`,
      data: {
        scrape_id: id,
        movements_excluded: taken.excluded,
        movements_kept: taken.kept,
        user_id: by.id,
        by: by.email
      }
    })
    return taken
  })

  const include = Effect.fnUntraced(function* (by: Person, { accountId, id }: ScrapeRecord) {
    const back = yield* queries.includeTogether(accountId, id)
    if (back.length === 0) return 0
    // Before their messages: whoever takes movements in adds work before these, too.
    yield* due.matchAgain(accountId, back)
    for (const movementId of yield* queries.heldBack(back)) yield* outbox.replay({ movementId })
    yield* tellOfDue(accountId)
    yield* activity.add({
      accountId,
      kind: "scrape.included",
      message: `${by.email} took the ${movements(back.length)} of a statement in again`,
      data: { scrape_id: id, movements_included: back.length, user_id: by.id, by: by.email }
    })
    return back.length
  })

  return { exclude, include }
})
