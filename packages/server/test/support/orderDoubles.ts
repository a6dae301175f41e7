/** Doubles of the services about orders: what is known of them, settling them by hand, what was taught of their payers. */
import {
  AccountNotFound,
  CannotSettle,
  ConciliationRequests,
  MovementNotFound,
  PayerNotFound,
  Rehearsal,
  RequestNotFound,
  Settlement,
  TaughtPayers,
  UnknownCursor
} from "@counterfoil/core"
import { Effect, Layer } from "effect"
import { at, type World } from "./World.ts"

export const orderDoubles = (world: World) =>
  Layer.mergeAll(requests(world), settlement(world), rehearsal(world), taughtPayers)

const none = { pending: 0, processing: 0, matched: 0, ambiguous: 0, not_found: 0, expired: 0, cancelled: 0, failed: 0 }

const requests = (world: World) => {
  const owned = (userId: string) =>
    [...world.requests.values()].filter(({ accountId }) => world.accounts.get(accountId)?.userId === userId)
  const get = Effect.fnUntraced(function* (userId: string, requestId: string) {
    const request = owned(userId).find(({ id }) => id === requestId)
    return request ?? (yield* new RequestNotFound())
  })
  return Layer.succeed(ConciliationRequests, {
    list: Effect.fnUntraced(function* (userId, { before, limit, offset, status }) {
      world.asked.push(`requests ${limit} ${offset} ${status ?? "any"}`)
      if (before !== undefined && owned(userId).every(({ id }) => id !== before)) return yield* new UnknownCursor()
      const all = owned(userId).filter((request) => status === undefined || request.status === status)
      return all.slice(offset, offset + limit)
    }),
    get,
    explanation: (userId, requestId) => Effect.as(get(userId, requestId), null),
    summary: (userId) =>
      Effect.sync(() => {
        const count = (status: string) => owned(userId).filter((request) => request.status === status).length
        return {
          pending: count("pending"),
          processing: count("processing"),
          matched: count("matched"),
          ambiguous: count("ambiguous"),
          not_found: count("not_found"),
          expired: count("expired"),
          cancelled: count("cancelled"),
          failed: count("failed"),
          needsPerson: count("ambiguous") + count("failed"),
          needsPersonOf: { ...none, ambiguous: count("ambiguous"), failed: count("failed") },
          takenBack: 0,
          closedOf: none
        }
      }),
    notify: (userId, requestId) => Effect.asVoid(get(userId, requestId))
  })
}

const settlement = (world: World) => {
  const owned = (userId: string, requestId: string) => {
    const request = world.requests.get(requestId)
    const mine = request !== undefined && world.accounts.get(request.accountId)?.userId === userId
    return mine ? Effect.succeed(request) : Effect.fail(new RequestNotFound())
  }
  return Layer.succeed(Settlement, {
    resolve: Effect.fnUntraced(function* ({ id }, requestId, { movementIds: [movementId = ""] }) {
      const request = yield* owned(id, requestId)
      const movement = world.movements.get(movementId)
      if (movement?.accountId !== request.accountId) return yield* new MovementNotFound()
      if (request.status === "processing") return yield* new CannotSettle({ message: "The order is processing" })
      world.requests.set(requestId, { ...request, status: "matched" })
    }),
    unmatch: Effect.fnUntraced(function* ({ id }, requestId) {
      const request = yield* owned(id, requestId)
      if (request.status !== "matched") return yield* new CannotSettle({ message: `The order is ${request.status}` })
      world.requests.set(requestId, { ...request, status: "pending" })
    }),
    leave: ({ id }, requestId) => Effect.asVoid(owned(id, requestId)),
    reopen: ({ id }, requestId) => Effect.asVoid(owned(id, requestId)),
    forget: ({ id }, requestId) => Effect.asVoid(owned(id, requestId))
  })
}

/** One name, taught of no account in particular. */
const taughtPayer = {
  id: "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b77",
  name: "Jonas Weber",
  senderName: "PETRA LANG",
  account: "DE89370400440532013000",
  confirmed: true,
  taughtAt: at("2026-11-20T09:30:00Z")
}
const taughtPayers = Layer.succeed(TaughtPayers, {
  list: () => Effect.succeed([taughtPayer]),
  forget: (_by, _accountId, id) => (id === taughtPayer.id ? Effect.void : Effect.fail(new PayerNotFound()))
})

/** Nothing would change. */
const rehearsal = (world: World) =>
  Layer.succeed(Rehearsal, {
    rehearse: Effect.fnUntraced(function* (userId, { accountId, preset }) {
      if (accountId !== undefined && world.accounts.get(accountId)?.userId !== userId)
        return yield* new AccountNotFound()
      const counts = {
        orders: 0,
        matchedNow: 0,
        matchedRehearsed: 0,
        same: 0,
        different: 0,
        lost: 0,
        gained: 0,
        ambiguousNow: 0,
        ambiguousRehearsed: 0,
        againstPerson: 0
      }
      return { preset, presetInForce: "default" as const, ruleset: "2", movements: 0, counts, changes: [] }
    })
  })
