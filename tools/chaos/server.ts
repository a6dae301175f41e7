/**
 * The server as `npm start` runs it, but for one thing: it kills itself (SIGKILL) at the failpoint that stands in the file
 * that COUNTERFOIL_FAILPOINT names, such as `intake.before-commit:2` (the second time that it is reached), followed by `@`
 * and an account's id if only that account's actor counts. Of several servers the first that gets there takes the file.
 */
import { type FailpointName, Failpoints } from "@counterfoil/core"
import { Effect, References } from "effect"
import { readFileSync, unlinkSync } from "node:fs"
import { runInForeground } from "../../apps/counterfoil/src/inForeground.ts"
import { serve } from "../../apps/counterfoil/src/serve.ts"

const dieHere = Effect.andThen(
  Effect.sync(() => void process.kill(process.pid, "SIGKILL")),
  Effect.never
)

const orderIn = (file: string): string => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

/** False: another server was faster. */
const take = (file: string): boolean => {
  try {
    unlinkSync(file)
    return true
  } catch {
    return false
  }
}

const armed = (file: string) => {
  let counted = { order: "", left: 0 }
  return {
    reach: Effect.fnUntraced(function* (reached: FailpointName) {
      const order = orderIn(file)
      const [where = "", accountId] = order.split("@")
      const [name = "", times = "1"] = where.split(":")
      if (order === "" || reached !== name) return
      const annotations = yield* References.CurrentLogAnnotations
      if (accountId !== undefined && annotations["accountId"] !== accountId) return
      if (counted.order !== order) counted = { order, left: Number(times) }
      counted.left -= 1
      if (counted.left <= 0 && take(file)) return yield* dieHere
    })
  }
}

runInForeground(Effect.provideService(serve, Failpoints, armed(process.env["COUNTERFOIL_FAILPOINT"] ?? "")))
