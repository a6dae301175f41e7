/**
 * What a bank's page or script says, before it is printed: a terminal obeys control characters. They are shown as JavaScript and
 * JSON write them, so that a locator, or a line of JSON, still means the same.
 */
import { Console, Layer } from "effect"

export const tame = (text: string): string =>
  text.replaceAll(
    /[^\P{Cc}\n\t]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`
  )

const tamed = (parts: ReadonlyArray<unknown>) => parts.map((part) => (typeof part === "string" ? tame(part) : part))

/** For commands that print what pages say. */
export const tameConsole: Layer.Layer<never> = Layer.succeed(Console.Console, {
  ...globalThis.console,
  log: (...parts) => globalThis.console.log(...tamed(parts)),
  error: (...parts) => globalThis.console.error(...tamed(parts))
})

/** Where no effect runs. */
export const printLine = (line: string): void => void process.stdout.write(`${tame(line)}\n`)
