/** What became of the pending orders: counts, the matched ones, and why one was matched; sends its webhook once more. */
import { Effect } from "effect"
import { logIn, run } from "./here.ts"

const program = Effect.gen(function* () {
  const client = yield* logIn
  const counts = yield* client.conciliation.summary()
  console.log(`${counts.matched} matched, ${counts.ambiguous} ambiguous, ${counts.pending} pending`)

  const [order] = yield* client.conciliation.list({ status: "matched", limit: 1 })
  if (order === undefined) return console.log("None is matched yet")

  const { attempts, match } = yield* client.conciliation.get({ params: { requestId: order.id } })
  console.log(`Order ${order.external_id} over ${order.amount} ${order.currency}: paid by ${match?.sender_name}`)
  for (const { attempt_number, reason, result } of attempts) console.log(`  ${attempt_number}. ${result}: ${reason}`)

  const why = yield* client.conciliation.explanation({ params: { requestId: order.id } })
  for (const { evidence, role, score } of why?.candidates ?? []) {
    console.log(`  ${role} with ${score} bits: ${evidence.map(({ bits, kind }) => `${kind} ${bits}`).join(", ")}`)
  }

  const { queued } = yield* client.conciliation.notify({ params: { requestId: order.id } })
  console.log(`Its webhook is sent once more: ${queued}`)
})

await run(program)
