/** HTTP as the demo's people and machines speak it: plain requests, every answer decoded by a schema. */
import { Data, Effect, Schema } from "effect"

/** A step of the story did not happen; `message` says what was expected and what was seen. */
export class StepFailed extends Data.TaggedError("StepFailed")<{ readonly message: string }> {}

export const fail = (message: string): Effect.Effect<never, StepFailed> => Effect.fail(new StepFailed({ message }))

/** Fails unless it holds. */
export const expect = (holds: boolean, message: string): Effect.Effect<void, StepFailed> =>
  holds ? Effect.void : fail(message)

export interface Request {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Schema.Json
}

export interface Answer {
  readonly status: number
  readonly text: string
}

export const request = (
  url: string,
  { body, headers, method = "GET" }: Request = {}
): Effect.Effect<Answer, StepFailed> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, {
        method,
        signal,
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return { status: response.status, text: await response.text() }
    },
    catch: (cause) =>
      new StepFailed({ message: `${method} ${url}: ${cause instanceof Error ? cause.message : "failed"}` })
  }).pipe(
    Effect.timeoutOrElse({ duration: "30 seconds", orElse: () => fail(`${method} ${url} did not answer in 30 s`) })
  )

const describe = (url: string, { method = "GET" }: Request) => `${method} ${new URL(url).pathname}`

/** Sends, expects the status and decodes the JSON answer. */
export const call = <S extends Schema.ConstraintDecoder<unknown>>(
  url: string,
  status: number,
  schema: S,
  options: Request = {}
): Effect.Effect<S["Type"], StepFailed> =>
  Effect.gen(function* () {
    const answer = yield* request(url, options)
    yield* expect(
      answer.status === status,
      `${describe(url, options)} answered ${answer.status} ${answer.text.slice(0, 300)}; ${status} was expected`
    )
    return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(answer.text).pipe(
      Effect.mapError(
        (error) =>
          new StepFailed({
            message: `${describe(url, options)} answered something else than expected: ${error.message}`
          })
      )
    )
  })

/** Asks again until the answer satisfies, up to a time limit; then says what was seen last. */
export const until = <A>(
  what: string,
  ask: Effect.Effect<A, StepFailed>,
  satisfied: (answer: A) => boolean,
  seconds = 90
): Effect.Effect<A, StepFailed> => {
  let last: A | undefined
  const again: Effect.Effect<A, StepFailed> = ask.pipe(
    Effect.tap((answer) =>
      Effect.sync(() => {
        last = answer
      })
    ),
    Effect.flatMap((answer) =>
      satisfied(answer) ? Effect.succeed(answer) : Effect.andThen(Effect.sleep("100 millis"), again)
    )
  )
  return Effect.timeoutOrElse(again, {
    duration: `${seconds} seconds`,
    orElse: () => fail(`${what} was not seen within ${seconds} s; last seen: ${JSON.stringify(last)?.slice(0, 600)}`)
  })
}
