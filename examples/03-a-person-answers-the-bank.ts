/** Asks for a scrape now, and answers the bank's question for a code as a person would on the dashboard. */
import { Conflict } from "@counterfoil/api"
import { Effect, Schedule } from "effect"
import { firstAccount, logIn, oneTimeCode, run } from "./here.ts"

const often = Schedule.spaced("200 millis")

const program = Effect.gen(function* () {
  const client = yield* logIn
  const account = yield* firstAccount(client)
  const params = { accountId: account.id }
  yield* client.accounts.scrape({ params })
  console.log("Scrape queued")

  const question = yield* client.otp
    .pending({ params })
    .pipe(Effect.repeat({ schedule: often, until: (pending) => pending !== null }))
  console.log(`A code is asked for (${question?.descriptor.purpose ?? "no purpose given"})`)

  const code = yield* oneTimeCode
  yield* client.otp.submit({ params, payload: { code } })
  const again = yield* Effect.flip(client.otp.submit({ params, payload: { code } }))
  console.log(again instanceof Conflict ? `A second code is refused: ${again.error}` : again)

  yield* client.accounts
    .state({ params })
    .pipe(Effect.repeat({ schedule: often, until: ({ state }) => state === "idle" }))
  const [latest] = yield* client.accounts.activity(account.id, { limit: 1 })
  console.log(`Done${latest === undefined ? "" : `; lately: ${latest.message}`}`)
})

await run(program)
