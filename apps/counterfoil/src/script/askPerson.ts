/** What only the account's owner knows: asked on a terminal, else read line by line from the standard input. */
import { Effect, Redacted } from "effect"
import { Prompt } from "effect/cli"
import { createInterface } from "node:readline"
import { ScriptCommandFailed } from "./ScriptFolder.ts"

let lines: AsyncIterator<string> | undefined

const nextLine = async (): Promise<string> => {
  lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const { done, value } = await lines.next()
  return done === true ? "" : value.trim()
}

/** Unseen on a terminal. An environment variable of this name answers before anybody is asked. */
export const askSecret = Effect.fnUntraced(function* (question: string, variable?: string) {
  const set = variable === undefined ? undefined : process.env[variable]
  if (set !== undefined && set !== "") return Redacted.make(set)
  const answer = process.stdin.isTTY
    ? yield* Prompt.run(Prompt.Password({ message: question }))
    : Redacted.make(yield* Effect.promise(nextLine))
  if (Redacted.value(answer) !== "") return answer
  return yield* new ScriptCommandFailed({ message: `no ${question} was given` })
})

export const askCredentials = Effect.gen(function* () {
  const username = yield* askSecret("user name", "BANK_USERNAME")
  const password = yield* askSecret("password", "BANK_PASSWORD")
  return { username, password }
})

/** A yes on a terminal; without one there is nobody to ask, and the answer is no. */
export const confirm = (question: string) =>
  process.stdin.isTTY ? Prompt.run(Prompt.Confirm({ message: question, initial: false })) : Effect.succeed(false)
