/**
 * The server as `npm start` runs it, but for one thing: it kills itself (SIGKILL) at the failpoint that stands in the file
 * that COUNTERFOIL_FAILPOINT names, such as `intake.before-commit:2` (the second time that it is reached), followed by `@`
 * and an account's id if only that account's actor counts. Of several servers the first that gets there takes the file. After
 * a last `!` it doesn't die: it writes its process's number into the file in `.reached`, and waits for one in `.go`. After
 * a last `~` it stands still (SIGSTOP), having written its process's number into the file in `.frozen`.
 *
 * COUNTERFOIL_CLOCK names a file with the milliseconds by which its clock is wrong.
 */
import { type FailpointName, Failpoints } from "@counterfoil/core"
import { Effect, References } from "effect"
import { readFileSync, unlinkSync, writeFileSync } from "node:fs"
import { setTimeout as delay } from "node:timers/promises"
import { runInForeground } from "../../apps/counterfoil/src/inForeground.ts"
import { serve } from "../../apps/counterfoil/src/serve.ts"

const dieHere = Effect.andThen(
  Effect.sync(() => void process.kill(process.pid, "SIGKILL")),
  Effect.never
)

const freezeHere = (file: string) =>
  Effect.sync(() => {
    writeFileSync(`${file}.frozen`, String(process.pid))
    process.kill(process.pid, "SIGSTOP")
  })

const longestWaitMs = 10_000

const goOnIn = (file: string): boolean => {
  try {
    unlinkSync(`${file}.go`)
    return true
  } catch {
    return false
  }
}

/** A person does something now. By real timers: the clock may be wrong. */
const waitHere = (file: string) =>
  Effect.promise(async () => {
    writeFileSync(`${file}.reached`, String(process.pid))
    for (let waited = 0; waited < longestWaitMs && !goOnIn(file); waited += 50) await delay(50)
  })

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
      const [where = "", accountId] = order.replace(/[!~]$/, "").split("@")
      const [name = "", times = "1"] = where.split(":")
      if (order === "" || reached !== name) return
      const annotations = yield* References.CurrentLogAnnotations
      if (accountId !== undefined && annotations["accountId"] !== accountId) return
      if (counted.order !== order) counted = { order, left: Number(times) }
      counted.left -= 1
      if (counted.left > 0 || !take(file)) return
      yield* order.endsWith("!") ? waitHere(file) : order.endsWith("~") ? freezeHere(file) : dieHere
    })
  }
}

/** What the file says, looked at often; the machine's own clock stays as it is. */
const wrongClock = (file: string) => {
  const right = Date.now
  let offset = 0
  Date.now = () => right() + offset
  setInterval(() => {
    offset = Number(orderIn(file)) || 0
  }, 100).unref()
}

wrongClock(process.env["COUNTERFOIL_CLOCK"] ?? "")
runInForeground(Effect.provideService(serve, Failpoints, armed(process.env["COUNTERFOIL_FAILPOINT"] ?? "")))
