/** Reads every movement of an account, page by page: `before` neither repeats nor skips one, though new ones arrive. */
import { DateTime, Effect, Option, Stream } from "effect"
import { firstAccount, logIn, run } from "./here.ts"

const pageSize = 2

const program = Effect.gen(function* () {
  const client = yield* logIn
  const account = yield* firstAccount(client)

  const page = Effect.fnUntraced(function* (before: string | undefined) {
    const movements = yield* client.movements.list(account.id, {
      limit: pageSize,
      ...(before === undefined ? {} : { before })
    })
    const last = movements.at(-1)
    const next = movements.length < pageSize || last === undefined ? Option.none() : Option.some(last.id)
    return [movements, next] as const
  })

  yield* Stream.paginate(undefined, page).pipe(
    Stream.runForEach(({ amount, currency, received_at, sender_name }) =>
      Effect.sync(() => console.log(DateTime.formatIsoDateUtc(received_at), amount, currency, sender_name))
    )
  )
})

await run(program)
