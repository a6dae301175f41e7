/** Asks for a scrape now, and answers the bank's question for a code as a person would on the dashboard. */
import { Conflict } from "@counterfoil/api"
import { Effect, Schedule } from "effect"
import { bank, firstAccount, logIn, run } from "./here.ts"

const often = Schedule.spaced("200 millis")

const program = Effect.gen(function* () {
  const client = yield* logIn
  const account = yield* firstAccount(client)
  const params = { accountId: account.id }
  const { jobId } = yield* client.accounts.scrape({ params })
  console.log(`Scrape ${jobId === "" ? "" : "queued"}`)

  const question = yield* client.otp
    .pending({ params })
    .pipe(Effect.repeat({ schedule: often, until: (pending) => pending !== null }))
  console.log(`A code is asked for (${question?.descriptor.purpose ?? "no purpose given"})`)

  yield* client.otp.submit({ params, payload: { code: bank.oneTimeCode } })
  const again = yield* Effect.flip(client.otp.submit({ params, payload: { code: bank.oneTimeCode } }))
  console.log(again instanceof Conflict ? `A second code is refused: ${again.error}` : again)

  yield* client.accounts
    .state({ params })
    .pipe(Effect.repeat({ schedule: often, until: ({ state }) => state === "idle" }))
  const [latest] = yield* client.accounts.activity(account.id, { limit: 1 })
  console.log(`Done${latest === undefined ? "" : `; lately: ${latest.message}`}`)
})

await run(program)
