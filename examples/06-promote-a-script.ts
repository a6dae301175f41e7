/** Lists a bank's scripts and makes the newest one that is in review the active one. */
import { Effect } from "effect"
import { bank, logIn, run } from "./here.ts"

const program = Effect.gen(function* () {
  const client = yield* logIn
  const banks = yield* client.banks.list()
  const found = banks.find(({ code }) => code === bank.code)
  if (found === undefined) return console.log(`There is no bank ${bank.code}`)

  const { scripts } = yield* client.banks.get({ params: { bankId: found.id } })
  for (const { status, version } of scripts) console.log(`${version} is ${status}`)

  const waiting = scripts.find(({ status }) => status === "review")
  if (waiting === undefined) return console.log("None waits for review")
  yield* client.scripts.promote({ params: { scriptId: waiting.id } })
  const { status, version } = yield* client.scripts.get({ params: { scriptId: waiting.id } })
  console.log(`From the next scrape on, ${version} is ${status}`)
})

await run(program)
