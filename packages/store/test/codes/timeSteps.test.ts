/** Which login may be answered with the code of a time step. */
import { CodeRepository } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { loginIdOf, seedAccount } from "../seed.ts"

const begins = DateTime.makeUnsafe("2026-11-20T09:00:00Z")
const at = (steps: number) => DateTime.add(begins, { seconds: 30 * steps })

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer), { excludeTestServices: true })("a time step", (it) => {
  it.effect("is one account's, also of those that share its login, which have the same authenticator", () =>
    Effect.gen(function* () {
      const { saveTotp, useStep } = yield* CodeRepository
      const sql = yield* SqlClient.SqlClient
      const first = yield* seedAccount()
      const mate = yield* seedAccount(first.userId, first.bankId)
      const other = yield* seedAccount(first.userId, first.bankId)
      yield* sql`update accounts set login_id = ${yield* loginIdOf(first.id)} where id = ${mate.id}`
      for (const { id } of [first, mate, other]) yield* saveTotp(id, { cell: new Uint8Array([1]), addedAt: begins })

      assert.isTrue(yield* useStep(first.id, at(0), at(1)))
      assert.isFalse(yield* useStep(first.id, at(0), at(1)))
      assert.isFalse(yield* useStep(mate.id, at(0), at(1)))
      assert.isTrue(yield* useStep(other.id, at(0), at(1)))
      assert.isTrue(yield* useStep(mate.id, at(1), at(2)))
      assert.isFalse(yield* useStep(first.id, at(1), at(2)))
      assert.isTrue(yield* useStep(first.id, at(2), at(3)))
    })
  )

  it.effect("that was used while the clock was ahead keeps no login waiting once the clock is right", () =>
    Effect.gen(function* () {
      const { saveTotp, useStep } = yield* CodeRepository
      const sql = yield* SqlClient.SqlClient
      const first = yield* seedAccount()
      const mate = yield* seedAccount(first.userId, first.bankId)
      yield* sql`update accounts set login_id = ${yield* loginIdOf(first.id)} where id = ${mate.id}`
      for (const { id } of [first, mate]) yield* saveTotp(id, { cell: new Uint8Array([1]), addedAt: begins })
      const aDay = 2 * 60 * 24

      assert.isTrue(yield* useStep(first.id, at(aDay), at(aDay + 1)))
      assert.isTrue(yield* useStep(mate.id, at(0), at(1)))
      assert.isFalse(yield* useStep(first.id, at(0), at(1)))
      assert.isTrue(yield* useStep(first.id, at(1), at(2)))
    })
  )
})
