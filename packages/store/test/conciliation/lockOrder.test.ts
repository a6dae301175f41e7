/**
 * Who holds a row and who only refers to it. A choice refers to its account and to whoever chose; if that had to wait for those who
 * hold the rows, and they for what the choice holds, Postgres would end one of the two after a second.
 */
import {
  AccountRepository,
  Accounts,
  deleteUser,
  Movements,
  Settlement,
  Transactor,
  UserRepository
} from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { AccountsLayer, newAccount } from "../enrolment.ts"
import {
  enrolled,
  match,
  movementId,
  order,
  poll,
  requestId,
  type Row,
  scrape,
  ServicesWithOutbox,
  shopOrders
} from "../matchingWorld.ts"
import { untilDoneOrWaiting } from "../waiting.ts"

/** Runs the choice of a payment while a transaction holds what is given; whether it was done before that ended. */
const choiceWhile = Effect.fnUntraced(function* (
  holding: (world: Effect.Success<ReturnType<typeof enrolled>>) => Effect.Effect<unknown, unknown, never>
) {
  const world = yield* enrolled("reconcile")
  const { accountId, epoch, user } = world
  const settlement = yield* Settlement
  const { transact } = yield* Transactor
  shopOrders.pending = [order("L-1", "80.00", "Jonas Weber")]
  yield* poll(accountId)
  yield* scrape(accountId, epoch, [{ amount: "81.00", description: "TRF DE PETRA LANG" }])
  const choice = { movementIds: [yield* movementId(accountId, "81.00")], furtherRequestIds: [] }
  const isHeld = yield* Deferred.make<void>()
  const choose = settlement.resolve(user, yield* requestId(accountId, "L-1"), choice)
  const choosing = yield* Effect.forkChild(Effect.andThen(Deferred.await(isHeld), choose))
  const isDone = yield* transact(
    Effect.gen(function* () {
      yield* holding(world)
      yield* Deferred.succeed(isHeld, undefined)
      yield* untilDoneOrWaiting(choosing)
      return choosing.pollUnsafe() !== undefined
    })
  )
  yield* Fiber.join(choosing)
  return isDone
})

layer(ServicesWithOutbox, { excludeTestServices: true })("the choice of a payment", (it) => {
  it.effect("doesn't wait for the scrape that is being taken in", () =>
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      assert.isTrue(yield* choiceWhile(({ accountId, epoch }) => accounts.fence(accountId, epoch)))
    })
  )

  it.effect("doesn't wait for its person's change of the operation mode", () =>
    Effect.gen(function* () {
      const users = yield* UserRepository
      assert.isTrue(yield* choiceWhile(({ user }) => users.setOperationMode(user.id, "passthrough")))
    })
  )
})

layer(ServicesWithOutbox, { excludeTestServices: true })("undoing a match", (it) => {
  it.effect("doesn't wait for a pass that is doing what its payment's scrape brought, and waits for the turn", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      const sql = yield* SqlClient.SqlClient
      const { transact } = yield* Transactor
      shopOrders.pending = [order("L-2", "82.00", "Jonas Weber")]
      yield* poll(accountId)
      yield* match(
        accountId,
        (yield* scrape(accountId, epoch, [{ amount: "82.00", description: "TRF DE WEBER JONAS" }])).scrapeId
      )
      const undo = (yield* Settlement).unmatch(user, yield* requestId(accountId, "L-2"))
      const isHeld = yield* Deferred.make<void>()
      const undoing = yield* Effect.forkChild(Effect.andThen(Deferred.await(isHeld), undo))
      const isDone = yield* transact(
        Effect.gen(function* () {
          yield* sql`delete from account_work where account_id = ${accountId}`
          yield* Deferred.succeed(isHeld, undefined)
          yield* untilDoneOrWaiting(undoing)
          return undoing.pollUnsafe() !== undefined
        })
      )
      yield* Fiber.join(undoing)
      assert.isTrue(isDone)
    })
  )
})

layer(ServicesWithOutbox, { excludeTestServices: true })("letting an order wait whose match was undone", (it) => {
  it.effect("doesn't wait for the scrape that is being taken in, which may wait for the order", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      const accounts = yield* AccountRepository
      const settlement = yield* Settlement
      const { transact } = yield* Transactor
      shopOrders.pending = [order("L-4", "85.00", "Jonas Weber")]
      yield* poll(accountId)
      const rows = [{ amount: "85.00", description: "TRF DE WEBER JONAS" }]
      yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)
      const request = yield* requestId(accountId, "L-4")
      yield* settlement.unmatch(user, request)
      const isHeld = yield* Deferred.make<void>()
      const leaving = yield* Effect.forkChild(Effect.andThen(Deferred.await(isHeld), settlement.leave(user, request)))
      const isDone = yield* transact(
        Effect.gen(function* () {
          yield* accounts.fence(accountId, epoch)
          yield* Deferred.succeed(isHeld, undefined)
          yield* untilDoneOrWaiting(leaving)
          return leaving.pollUnsafe() !== undefined
        })
      )
      yield* Fiber.join(leaving)
      assert.isTrue(isDone)
    })
  )
})

layer(ServicesWithOutbox, { excludeTestServices: true })("taking a movement out", (it) => {
  it.effect("takes its message before it, as whoever notes that it was told", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("passthrough")
      const sql = yield* SqlClient.SqlClient
      const movements = yield* Movements
      const { transact } = yield* Transactor
      yield* scrape(accountId, epoch, [{ amount: "80.00", description: "TRF DE PETRA LANG" }])
      const movement = yield* movementId(accountId, "80.00")
      const isHeld = yield* Deferred.make<void>()
      const taking = yield* Effect.forkChild(
        Effect.andThen(Deferred.await(isHeld), movements.exclude(accountId, movement))
      )
      const free = yield* transact(
        Effect.gen(function* () {
          yield* sql`select from outbox where movement_id = ${movement} for update`
          yield* Deferred.succeed(isHeld, undefined)
          yield* untilDoneOrWaiting(taking)
          return yield* sql`select from movements where id = ${movement} for no key update skip locked`
        })
      )
      yield* Fiber.join(taking)

      assert.lengthOf(free, 1)
      assert.deepStrictEqual(yield* sql`select status from outbox where movement_id = ${movement}`, [
        { status: "cancelled" }
      ])
    })
  )
})

layer(ServicesWithOutbox, { excludeTestServices: true })("taking movements in", (it) => {
  /** Whether the payment of a matched order is free while a scrape waits for that order. */
  const isPaymentFree = Effect.fnUntraced(function* (paid: Row, then: ReadonlyArray<Row>) {
    const { accountId, epoch } = yield* enrolled("reconcile")
    const sql = yield* SqlClient.SqlClient
    const { transact } = yield* Transactor
    shopOrders.pending = [order("L-3", paid.amount, "Jonas Weber")]
    yield* poll(accountId)
    yield* match(accountId, (yield* scrape(accountId, epoch, [paid])).scrapeId)
    const request = yield* requestId(accountId, "L-3")
    const movement = yield* movementId(accountId, paid.amount)
    const isHeld = yield* Deferred.make<void>()
    const taking = yield* Effect.forkChild(Effect.andThen(Deferred.await(isHeld), scrape(accountId, epoch, then)))
    const free = yield* transact(
      Effect.gen(function* () {
        yield* sql`select from conciliation_requests where id = ${request} and status = 'matched' for update`
        yield* Deferred.succeed(isHeld, undefined)
        yield* untilDoneOrWaiting(taking)
        return yield* sql`select from movements where id = ${movement} for update skip locked`
      })
    )
    yield* Fiber.join(taking)
    return free.length === 1
  })

  it.effect("takes the order of a payment that is booked back before that, as a person's choice does", () =>
    Effect.gen(function* () {
      const paid = { amount: "83.00", description: "TRF DE WEBER JONAS" }
      const back = { amount: "-83.00", description: "DEVOLUCION TRF WEBER JONAS" }
      assert.isTrue(yield* isPaymentFree(paid, [paid, back]))
    })
  )

  it.effect("takes the order of a payment that names its payer otherwise before that, as an undo does", () =>
    Effect.gen(function* () {
      const paid = { amount: "84.00", description: "TRF DE WEBER JONAS" }
      assert.isTrue(yield* isPaymentFree(paid, [{ ...paid, description: "TRF DE WEBER JONAS MARTIN" }]))
    })
  )
})

layer(AccountsLayer, { excludeTestServices: true })("the deletion of a user", (it) => {
  it.effect("takes an account before its messages, as the saving of its settings does", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* AccountRepository
      const { transact } = yield* Transactor
      const { account, user } = yield* newAccount()
      yield* sql`insert into outbox (id, message_id, account_id, lane, event, body, sequence, status, due_at, created_at)
        values (gen_random_uuid(), 'msg', ${account.id}, 'result', 'matched', '', 1, 'pending', now(), now())`
      const isHeld = yield* Deferred.make<void>()
      const deleting = yield* Effect.forkChild(Effect.andThen(Deferred.await(isHeld), deleteUser(user.email, true)))
      const messages = yield* transact(
        Effect.gen(function* () {
          yield* accounts.lock(account.id)
          yield* Deferred.succeed(isHeld, undefined)
          yield* untilDoneOrWaiting(deleting)
          return yield* sql`select from outbox where account_id = ${account.id} for update skip locked`
        })
      )
      yield* Fiber.join(deleting)

      assert.lengthOf(messages, 1)
      assert.isNull(yield* (yield* Accounts).find(account.id))
    })
  )
})
