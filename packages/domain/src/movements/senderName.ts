/** Who paid, as the bank has it. */
import { withoutPrefix, wordsOf } from "../matching/normalise.ts"

/**
 * A credit's counterparty where the bank prints one, else its description without the prefix that the script declares
 * ("TRF DE"), in the bank's own spelling; empty for debits. What is pending often has words of the bank's only
 * ("TRANSFERENCIA EN CURSO"): where the script declares prefixes, nobody is named but after one.
 */
export const senderNameOf = (movement: {
  readonly amountMinor: bigint
  readonly counterparty?: string | undefined
  readonly description: string
  readonly prefixes?: ReadonlyArray<string> | undefined
  readonly isPending?: boolean | undefined
}): string => {
  if (movement.amountMinor <= 0n) return ""
  const counterparty = inOneLine(movement.counterparty ?? "")
  if (counterparty !== "") return counterparty
  const description = inOneLine(movement.description)
  const { isPending = false, prefixes = [] } = movement
  const name = afterPrefix(description, prefixes)
  return isPending && prefixes.length > 0 && name === description ? "" : name
}

const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim()

const afterPrefix = (description: string, prefixes: ReadonlyArray<string>): string => {
  const words = wordsOf(description)
  let left = words.length - withoutPrefix(words, prefixes).length
  const parts = description.split(" ")
  let taken = 0
  // A part between two spaces may hold several words ("TRF:DE") or none (":").
  while (left > 0 && taken < parts.length) left -= wordsOf(parts[taken++] ?? "").length
  const rest = parts
    .slice(taken)
    .join(" ")
    .replace(/^[\s:;,.\-/]+/, "")
  return left < 0 || rest === "" ? description : rest
}
