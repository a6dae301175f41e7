/** What only the account's owner knows: asked on a terminal, else read line by line from the standard input. */
import { type AskCode, type CodeRequest, NoCode } from "@counterfoil/script-tools"
import { Effect, Redacted } from "effect"
import { Prompt } from "effect/cli"
import { createInterface } from "node:readline"
import { tame } from "../tame.ts"
import { ScriptCommandFailed } from "./ScriptFolder.ts"

let lines: AsyncIterator<string> | undefined

const nextLine = async (): Promise<string> => {
  lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const { done, value } = await lines.next()
  return done === true ? "" : value.trim()
}

/** Answers never go to the standard output, nor do questions: a program may read that. */
const print = (line: string): void => void process.stderr.write(`${tame(line)}\n`)

/** Unseen on a terminal. An environment variable of this name answers before anybody is asked. */
const askSecret = Effect.fnUntraced(function* (question: string, variable?: string) {
  const set = variable === undefined ? undefined : process.env[variable]
  if (set !== undefined && set !== "") return Redacted.make(set)
  if (!process.stdin.isTTY && variable === undefined) print(`? ${question}`)
  const answer = process.stdin.isTTY
    ? yield* Prompt.run(Prompt.Password({ message: tame(question) }))
    : Redacted.make(yield* Effect.promise(nextLine))
  if (Redacted.value(answer) !== "") return answer
  const elsewhere = variable === undefined ? "" : `, or set ${variable}`
  const how = `type it, or send it as a line of the standard input${elsewhere}`
  return yield* new ScriptCommandFailed({ message: `no ${question} was given: ${how}` })
})

/** What the bank wants, in one line. */
export const printWanted = ({ choices, length, purpose, what }: CodeRequest): string => {
  if (what === "answer") {
    return `the bank asks: ${purpose}${choices === undefined ? "" : ` (one of: ${choices.join(", ")})`}`
  }
  const about = [...(length === undefined ? [] : [`${length} characters`]), ...(purpose === "" ? [] : [purpose])]
  const wanted = what === "picture" ? "what the bank's picture says" : "code"
  return about.length === 0 ? wanted : `${wanted} (${about.join(", ")})`
}

/** What the bank wants of its customer. */
export const codeAsker = Effect.map(Effect.context<Prompt.Environment>(), (terminal): AskCode => {
  const ask: AskCode = (request) => {
    const { refused } = request
    if (refused !== undefined) print(`the bank refused that${refused === "" ? "" : `: ${refused}`}`)
    const wanted = printWanted(request)
    const missing = `${wanted}: nothing was given. Type it, or send it as a line of the standard input`
    return askSecret(wanted).pipe(
      Effect.provide(terminal),
      Effect.mapError(() => new NoCode({ message: missing }))
    )
  }
  return ask
})

export const askCredentials = Effect.gen(function* () {
  const username = yield* askSecret("user name", "BANK_USERNAME")
  const password = yield* askSecret("password", "BANK_PASSWORD")
  return { username, password }
})

/** A yes on a terminal; without one there is nobody to ask, and the answer is no. */
export const confirm = (question: string) =>
  process.stdin.isTTY ? Prompt.run(Prompt.Confirm({ message: question, initial: false })) : Effect.succeed(false)
