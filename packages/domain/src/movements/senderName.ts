/** Who paid, as the bank has it. */
import type { LinearPattern } from "../linearPattern.ts"
import { withoutPrefix, wordsOf } from "../matching/names/normalise.ts"

/**
 * A credit's counterparty where the bank prints one, else its description without the prefix that the script declares
 * ("TRF DE"), in the bank's own spelling; empty for debits. What is pending often has words of the bank's only
 * ("TRANSFERENCIA EN CURSO"): where the script declares prefixes, nobody is named but after one. A prefix that is a pattern is
 * taken off a counterparty too: matching, which knows the others, could not.
 */
export const senderNameOf = (movement: {
  readonly amountMinor: bigint
  readonly counterparty?: string | undefined
  readonly description: string
  readonly prefixes?: ReadonlyArray<string> | undefined
  /** From `compilePrefixes`. */
  readonly patterns?: ReadonlyArray<LinearPattern> | undefined
  readonly isPending?: boolean | undefined
}): string => {
  if (movement.amountMinor <= 0n) return ""
  const { isPending = false, patterns = [], prefixes = [] } = movement
  const counterparty = inOneLine(movement.counterparty ?? "")
  if (counterparty !== "") return afterPattern(counterparty, patterns)
  const description = inOneLine(movement.description)
  const name = shortest([afterPrefix(description, prefixes), afterPattern(description, patterns)])
  return isPending && prefixes.length + patterns.length > 0 && name === description ? "" : name
}

/** The longest prefix that fits is the one. */
const shortest = ([first = "", ...others]: ReadonlyArray<string>): string =>
  others.reduce((least, text) => (text.length < least.length ? text : least), first)

const withoutPunctuation = (text: string): string => text.replace(/^[\s:;,.\-/]+/, "")

/** They begin with the text and have one group, which is what they take off. */
const afterPattern = (text: string, patterns: ReadonlyArray<LinearPattern>): string =>
  shortest([
    text,
    ...patterns
      .map((pattern) => withoutPunctuation(text.slice(pattern.groups(text)[0]?.length ?? 0)))
      .filter((rest) => rest !== "")
  ])

const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim()

const afterPrefix = (description: string, prefixes: ReadonlyArray<string>): string => {
  const words = wordsOf(description)
  let left = words.length - withoutPrefix(words, prefixes).length
  const parts = description.split(" ")
  let taken = 0
  // A part between two spaces may hold several words ("TRF:DE") or none (":").
  while (left > 0 && taken < parts.length) left -= wordsOf(parts[taken++] ?? "").length
  const rest = withoutPunctuation(parts.slice(taken).join(" "))
  return left < 0 || rest === "" ? description : rest
}
