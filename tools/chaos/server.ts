/**
 * The server as `npm start` runs it, but for one thing: it kills itself (SIGKILL) at the failpoint that
 * COUNTERFOIL_FAILPOINT names, such as `intake.before-commit:2` (the second time that it is reached), followed by
 * `@` and an account's id if only that account's actor counts.
 */
import { type FailpointName, failpointNames, Failpoints } from "@counterfoil/core"
import { Effect, References } from "effect"
import { runInForeground } from "../../apps/counterfoil/src/inForeground.ts"
import { serve } from "../../apps/counterfoil/src/serve.ts"

const isFailpoint = (name: string): name is FailpointName => failpointNames.some((known) => known === name)

const dieHere = Effect.andThen(
  Effect.sync(() => void process.kill(process.pid, "SIGKILL")),
  Effect.never
)

const armed = (text: string) => {
  const [where = "", accountId] = text.split("@")
  const [name = "", times = "1"] = where.split(":")
  if (text !== "" && !isFailpoint(name)) throw new Error(`there is no failpoint ${name}`)
  let left = Number(times)
  return {
    reach: Effect.fnUntraced(function* (reached: FailpointName) {
      if (reached !== name) return
      const annotations = yield* References.CurrentLogAnnotations
      if (accountId !== undefined && annotations["accountId"] !== accountId) return
      left -= 1
      if (left === 0) return yield* dieHere
    })
  }
}

runInForeground(Effect.provideService(serve, Failpoints, armed(process.env["COUNTERFOIL_FAILPOINT"] ?? "")))
