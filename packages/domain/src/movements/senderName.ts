/** Who paid, as the bank has it. */
import { withoutPrefix, wordsOf } from "../matching/normalise.ts"

/**
 * A credit's counterparty where the bank prints one, else its description without the prefix that the script declares
 * ("TRF DE"), in the bank's own spelling; empty for debits.
 */
export const senderNameOf = (movement: {
  readonly amountMinor: bigint
  readonly counterparty?: string | undefined
  readonly description: string
  readonly prefixes?: ReadonlyArray<string> | undefined
}): string => {
  if (movement.amountMinor <= 0n) return ""
  const counterparty = inOneLine(movement.counterparty ?? "")
  return counterparty === "" ? afterPrefix(inOneLine(movement.description), movement.prefixes ?? []) : counterparty
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
