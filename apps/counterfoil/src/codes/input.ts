/** What somebody types: at a terminal, or as lines of the standard input. */
import { Effect, Redacted } from "effect"
import { Prompt } from "effect/cli"
import { createInterface } from "node:readline"

let lines: AsyncIterator<string> | undefined
let coming: Promise<string | null> | undefined

/** Null: the input has ended. A line that nobody waited for any more is the next one's. */
const nextLine = (): Promise<string | null> => {
  lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  coming ??= lines.next().then(({ done, value }) => (done === true ? null : value.trim()))
  return coming
}

const taken = (line: string | null): string | null => {
  if (line !== null) coming = undefined
  return line
}

/** Hidden where it is a secret. Null: nobody can answer here. */
export const readAnswer = (message: string, hidden: boolean) =>
  process.stdin.isTTY
    ? hidden
      ? Effect.map(Prompt.run(Prompt.Password({ message })), (typed): string | null => Redacted.value(typed))
      : Effect.map(Prompt.run(Prompt.String({ message })), (typed): string | null => typed)
    : Effect.map(Effect.promise(nextLine), taken)
