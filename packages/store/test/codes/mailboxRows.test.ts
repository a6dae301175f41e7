/** What is found out of a mailbox holds for that one, not for the one that its owner has saved meanwhile. */
import { CodeRepository } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { seedAccount } from "../seed.ts"

const [first, second] = ["2026-11-20T09:00:00.123Z", "2026-11-20T09:00:00.124Z"].map((at) => DateTime.makeUnsafe(at))
const rules = { senders: ["codes@bank.test"], subject: null, pattern: null, tokenPrint: null }

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer), { excludeTestServices: true })("a mailbox", (it) => {
  it.effect("that was saved anew isn't refused by whoever still opens the one before", () =>
    Effect.gen(function* () {
      assert(first !== undefined && second !== undefined)
      const { findMailbox, noteMailbox, saveMailbox } = yield* CodeRepository
      const { id } = yield* seedAccount()
      yield* saveMailbox(id, { ...rules, config: new Uint8Array([1]), addedAt: first })
      yield* noteMailbox(id, first, { fault: "refused", refused: true })
      assert.deepInclude(yield* findMailbox(id), { config: Buffer.from([1]), fault: "refused", refused: true })

      yield* saveMailbox(id, { ...rules, config: new Uint8Array([3]), addedAt: second })
      yield* noteMailbox(id, first, { fault: "refused", refused: true })
      assert.deepInclude(yield* findMailbox(id), { config: Buffer.from([3]), fault: null, refused: false })
    })
  )
})
