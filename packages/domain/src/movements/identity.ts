/**
 * What makes a movement the same movement in the next scrape: its account, amount, currency and day, and the bank's own
 * id where that is unique, else the letters and digits of its text. Never time of day, place in the list, status, or
 * anything else that a better parser would change: every stored movement is recognised by this key.
 */
import { hash } from "node:crypto"
import { Result, Schema } from "effect"
import { compileLinear, type LinearPattern, type PatternText } from "../linearPattern.ts"
import type { Steps } from "../steps.ts"

/** What the script declares of its rows can't be used: an unknown zone, or a pattern that isn't sound or can't be matched in linear time. */
export class UnusableRules extends Schema.TaggedError<UnusableRules>()("UnusableRules", {
  message: Schema.String
}) {}

const mostPatterns = 50

/** Reads the patterns that a script declares for the parts of a text that change between reads. */
export const compileVolatile = (
  patterns: ReadonlyArray<PatternText>
): Result.Result<ReadonlyArray<LinearPattern>, UnusableRules> =>
  patterns.length > mostPatterns
    ? Result.fail(new UnusableRules({ message: `There are more than ${mostPatterns} volatile texts.` }))
    : Result.all(
        patterns.map((pattern) =>
          Result.mapError(
            compileLinear(pattern),
            (why) => new UnusableRules({ message: `The volatile text /${pattern.regex.slice(0, 80)}/ ${why}.` })
          )
        )
      )

const mostPrefixPatterns = 20

/** Reads the patterns among the prefixes of names that a script declares: each begins with the text, in one group. */
export const compilePrefixes = (
  prefixes: ReadonlyArray<string | PatternText>
): Result.Result<ReadonlyArray<LinearPattern>, UnusableRules> => {
  const patterns = prefixes.filter((prefix) => typeof prefix !== "string")
  return patterns.length > mostPrefixPatterns
    ? Result.fail(
        new UnusableRules({ message: `There are more than ${mostPrefixPatterns} patterns among the namePrefixes.` })
      )
    : Result.all(
        patterns.map(({ flags, regex }) =>
          Result.mapError(
            compileLinear({ regex: `^(${regex})`, flags: flags.replaceAll("m", "") }, { keepGroups: true }),
            (why) => new UnusableRules({ message: `The name prefix /${regex.slice(0, 80)}/ ${why}.` })
          )
        )
      )
}

/** Printed in ASCII. */
const isPlain = /^[ -~]*$/

/** The words of a text that stay the same from read to read: upper case, no marks, no punctuation. */
export function* fingerprintOf(description: string, volatile: ReadonlyArray<LinearPattern>): Steps<string> {
  let text = description
  for (const pattern of volatile) text = yield* pattern.blank(text)
  // As most texts are: it comes to the same, and takes half the time.
  if (isPlain.test(text))
    return text
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, " ")
      .trim()
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}

export interface IdentityParts {
  readonly accountId: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly bookedDate: string
  /** The bank's own id, only if the script declares it unique. */
  readonly uniqueId?: string | undefined
  readonly description: string
  /** From `compileVolatile`. */
  readonly volatile: ReadonlyArray<LinearPattern>
  readonly balanceMinor?: bigint | undefined
}

/** 64 hexadecimal digits. */
export function* identityKey(parts: IdentityParts): Steps<string> {
  const identity =
    parts.uniqueId === undefined
      ? [
          "text",
          (yield* fingerprintOf(parts.description, parts.volatile)).replaceAll(" ", ""),
          textOf(parts.balanceMinor)
        ]
      : ["id", parts.uniqueId.trim()]
  const canonical = JSON.stringify([
    "movement 1",
    parts.accountId.toLowerCase(),
    parts.currency,
    String(parts.amountMinor),
    parts.bookedDate,
    ...identity
  ])
  return hash("sha256", canonical)
}

const textOf = (minor: bigint | undefined): string | null => (minor === undefined ? null : String(minor))

/** `external_id`: the bank's own id, else one that stays the same for the key's n-th movement. */
export const externalIdOf = (movement: {
  readonly bankId?: string | undefined
  /** The bank's ids name more than one movement: then they name none. (Default: false) */
  readonly idRepeats?: boolean | undefined
  readonly key: string
  readonly occurrence: number
}): string =>
  (movement.idRepeats === true ? undefined : movement.bankId) ?? `${movement.key.slice(0, 32)}-${movement.occurrence}`
