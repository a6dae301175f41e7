import { describeSchema } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"

layer(TestDatabase.layer)("sql/schema.sql", (it) => {
  it.effect("is what the migrations make (npm run update-goldens writes it)", () =>
    Effect.gen(function* () {
      const header =
        "-- What the migrations make, for reading. Written by `npm run update-goldens`; not run by anything.\n\n"

      const schema = yield* describeSchema

      yield* Effect.promise(() => expect(header + schema).toMatchFileSnapshot("../../../sql/schema.sql"))
    })
  )
})
