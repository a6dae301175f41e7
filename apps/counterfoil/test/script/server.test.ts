import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { scriptsOf } from "../../src/script/Server.ts"

it.effect("without a token the commands say where it comes from and how to give it", () =>
  Effect.gen(function* () {
    const { message } = yield* Effect.flip(scriptsOf({ url: "http://127.0.0.1:9", token: "" }, "my-bank"))

    for (const hint of ["/auth/login", "COUNTERFOIL_TOKEN", "--token"]) assert.include(message, hint)
  })
)
