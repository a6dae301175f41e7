/** A read that an owner wants to hear of in their activity: asked for, with news, the first one, or the first after failures. */
import { Effect } from "effect"
import type { ActorState } from "../accounts/ActorRows.ts"
import { ActivityLog } from "../events/ActivityLog.ts"

interface Read {
  readonly accountId: string
  readonly before: ActorState | null
  readonly scrapeId: string
  readonly wasAskedFor: boolean
  readonly coverage: { readonly from: string; readonly to: string }
  readonly inserted: number
}

const newMovements = (count: number): string =>
  count === 0 ? "nothing new" : count === 1 ? "1 new movement" : `${count} new movements`

/** In the commit of the read; `before`: the account before it. Other reads, every few minutes, are in the list of scrapes. */
export const makeTellOfRead = Effect.gen(function* () {
  const activity = yield* ActivityLog
  return Effect.fnUntraced(function* ({ accountId, before, coverage, inserted, scrapeId, wasAskedFor }: Read) {
    const recovers = before !== null && before.failureKind !== null
    const isFirst = before?.lastCompleteScrapeAt === null
    if (inserted === 0 && !wasAskedFor && !recovers && !isFirst) return
    const again = recovers ? "The account is read again" : "The account was read"
    yield* activity.add({
      accountId,
      kind: "scrape.read",
      message: `${again}, from ${coverage.from} to ${coverage.to}: ${newMovements(inserted)}`,
      data: { scrape_id: scrapeId, movements_new: inserted, from: coverage.from, to: coverage.to, again: recovers }
    })
  })
})
