/**
 * Seals rows from before addresses, bodies and the like were encrypted. It runs at the start, before anything reads them,
 * in batches. A batch is one transaction: after a crash each row is either as it was or sealed, and the next start goes on
 * with the rest. If several nodes start at once, one seals; the others wait for its batch and look again.
 */
import { Duration, Effect } from "effect"
import { deliveryUrls, openPrivate, sealEndpoints, sealPrivate } from "./privateCells.ts"
import { bodyPlace } from "../outbox/sealedBody.ts"
import { Transactor } from "../Transactor.ts"
import { type ReadableAttempt, type ReadableBody, type ReadableEndpoint, ReadableRows } from "./ReadableRows.ts"
import { Vault } from "../security/Vault.ts"
import { AccountRepository, type StoredSettings } from "./AccountRepository.ts"

/** Rows per transaction. */
const batch = 200

/** Another node's batch may take longer than a statement may wait for a lock. */
const betweenLooks = Duration.millis(100)

const decoder = new TextDecoder()
const nothing = new Uint8Array(0)

const seal = Effect.gen(function* () {
  const rows = yield* ReadableRows
  const repository = yield* AccountRepository
  const vault = yield* Vault
  const transactor = yield* Transactor

  const settings = Effect.fnUntraced(function* (stored: StoredSettings) {
    const opened = yield* openPrivate(vault, stored)
    yield* rows.sealSettings({ ...stored, ...(yield* sealPrivate(vault, stored, opened)) })
    yield* repository.addEndpoints(
      stored.accountId,
      yield* sealEndpoints(vault, stored.accountId, deliveryUrls(opened))
    )
  })

  const endpoint = Effect.fnUntraced(function* (found: ReadableEndpoint) {
    const [sealed] = found.erased ? [] : yield* sealEndpoints(vault, found.accountId, [found.url])
    yield* rows.sealEndpoint(found, sealed ?? null)
  })

  const attempts = Effect.fnUntraced(function* (found: ReadonlyArray<ReadableAttempt>) {
    const sealed = yield* Effect.forEach(
      found,
      Effect.fnUntraced(function* ({ accountId, erased, number, outboxId, url }) {
        if (erased) return { outboxId, number, address: "" }
        const [made] = yield* sealEndpoints(vault, accountId, [url])
        if (made !== undefined) yield* repository.addEndpoints(accountId, [made])
        return { outboxId, number, address: made?.address ?? "" }
      })
    )
    yield* rows.sealAttempts(sealed)
  })

  const bodies = Effect.fnUntraced(function* (found: ReadonlyArray<ReadableBody>) {
    const sealed = yield* Effect.forEach(
      found,
      Effect.fnUntraced(function* ({ body, erased, id, ...message }) {
        if (erased) return { id, body: nothing }
        const sealer = yield* vault.sealer(message.accountId)
        return { id, body: sealer(bodyPlace(message), decoder.decode(body)) }
      })
    )
    yield* rows.sealBodies(sealed)
  })

  /** All of one kind; answers how many. */
  const each = <A>(
    find: (limit: number) => Effect.Effect<ReadonlyArray<A>>,
    sealAll: (found: ReadonlyArray<A>) => Effect.Effect<void>
  ) =>
    Effect.gen(function* () {
      const turn = transactor.transact(
        Effect.gen(function* () {
          if (!(yield* rows.alone)) return "another seals" as const
          const found = yield* find(batch)
          if (found.length > 0) yield* sealAll(found)
          return found.length
        })
      )
      let count = 0
      for (;;) {
        const sealed = yield* turn
        if (sealed === 0) return count
        if (sealed === "another seals") yield* Effect.sleep(betweenLooks)
        else count += sealed
      }
    })

  const counts = {
    settings: yield* each(rows.findSettings, Effect.forEach(settings, { discard: true })),
    endpoints: yield* each(rows.findEndpoints, Effect.forEach(endpoint, { discard: true })),
    attempts: yield* each(rows.findAttempts, attempts),
    bodies: yield* each(rows.findBodies, bodies)
  }
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (all > 0)
    yield* Effect.logInfo("sealed what an earlier version stored in the clear").pipe(Effect.annotateLogs(counts))
  return all
})

/** Answers how many rows it sealed. */
export const sealReadableRows: Effect.Effect<number, never, ReadableRows | AccountRepository | Transactor | Vault> =
  Effect.withSpan(seal, "sealReadableRows")
