import { type CodeRequest, openLiveSession } from "@counterfoil/script-tools"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { bundleScript } from "../../src/script/bundle.ts"
import { folderOf, newCustomer, readCode, TestBank } from "./bankVisit.ts"
import { rehearsal } from "./rehearsal.ts"

const layers = Layer.merge(TestBank.layer, rehearsal)

layer(layers, { excludeTestServices: true })("a login in dev whose codes are all wrong", (it) => {
  it.effect("asks for two, no third in vain, and ends with otp_rejected in the bank's words", () =>
    Effect.gen(function* () {
      const { url } = yield* TestBank
      const bank = yield* Effect.context<TestBank>()
      const customer = yield* newCustomer({ asksSmsCode: true })
      const asked: Array<CodeRequest> = []
      const wrong = (right: string) => Redacted.make(right.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10)))
      const { bundle } = yield* Effect.promise(() => bundleScript(folderOf("1.2.0")))
      const session = yield* openLiveSession({
        origins: [url],
        since: "2020-01-01",
        credentials: { username: Redacted.make(customer), password: Redacted.make("right-password-1") },
        code: (request) => {
          asked.push(request)
          return Effect.map(Effect.provide(readCode(customer), bank), wrong)
        },
        tell: () => undefined,
        notLeft: () => Effect.void
      })
      const { result } = yield* session.read(bundle)

      assert.lengthOf(asked, 2)
      assert.strictEqual(result.failure?.kind, "otp_rejected")
      assert.match(result.failure?.message ?? "", /^Two wrong codes/)
    }).pipe(Effect.scoped)
  )
})
