import { StatementReader } from "@counterfoil/core"
import { IsolatedStatementReader } from "@counterfoil/sandbox"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"

const read = (content: string) =>
  Effect.flatMap(StatementReader, (reader) =>
    reader.read({ content, currency: "EUR", dates: "dmy", today: "2026-11-21" })
  )

layer(IsolatedStatementReader.layer, { excludeTestServices: true })("a statement file in the isolate", (it) => {
  it.effect("is read, ten thousand movements at once", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 10_000 }, (_, n) => `18/11/2026;TRF DE ANA ${n};${n},50`)
      const { format, statement } = yield* read(["Fecha;Concepto;Importe", ...rows].join("\n"))

      assert.strictEqual(format, "csv")
      assert.strictEqual(Array.from(Object(statement).movements).length, 10_000)
    })
  )

  it.effect("fails with one sentence when it is wrong, or more than an answer may hold", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 45_000 }, (_, n) => `18/11/2026;TRF DE ANA MARIA LOPEZ ${n};${n},50`)
      const wrong = yield* Effect.flip(read("Fecha;Importe\n18/11/2026;x"))
      const long = yield* Effect.flip(read(["Fecha;Concepto;Importe", ...rows].join("\n")))

      assert.match(wrong.message, /^Line 2: "x" is not an amount/)
      assert.strictEqual(long.message, "The file takes too much to be read; a shorter period may do")
    })
  )
})
