/**
 * What makes a movement the same movement in the next scrape: its account, amount, currency and day, and the bank's own
 * id where that is unique, else the letters and digits of its text. Never time of day, place in the list, status, or
 * anything else that a better parser would change: every stored movement is recognised by this key.
 */
import { createHash } from "node:crypto"
import { Result, Schema } from "effect"

/** What the script declares of its rows can't be used: an unknown zone, or a pattern that isn't safe or sound to run. */
export class UnusableRules extends Schema.TaggedError<UnusableRules>()("UnusableRules", {
  message: Schema.String
}) {}

const longestPattern = 300
const mostRepetitions = 6

/** Reads the patterns that a script declares for the parts of a text that change between reads. */
export const compileVolatile = (
  patterns: ReadonlyArray<{ readonly regex: string; readonly flags: string }>
): Result.Result<ReadonlyArray<RegExp>, UnusableRules> => Result.all(patterns.map(compile))

const compile = ({ regex, flags }: { readonly regex: string; readonly flags: string }) => {
  if (regex.length > longestPattern) return unusable(regex, `is longer than ${longestPattern} characters`)
  if (/\\[1-9]|\\k</.test(regex)) return unusable(regex, "refers back to a group")
  if (mayTakeForever(regex)) return unusable(regex, "repeats a repetition or a choice, or repeats too often")
  return Result.try({
    try: () => new RegExp(regex, `${flags.replace(/[^imsu]/g, "")}g`),
    catch: () => new UnusableRules({ message: `The volatile text /${regex}/ is not a regular expression.` })
  })
}

/**
 * The patterns run over every text of a bank, outside the sandbox: repetitions of a group that itself repeats or chooses
 * can take exponential time, and many repetitions in a row long enough.
 */
const mayTakeForever = (regex: string): boolean => {
  const plain = regex.replace(/\\./g, "_").replace(/\[[^\]]*\]/g, "_")
  const groups = [false]
  let repetitions = 0
  for (let i = 0; i < plain.length; i++) {
    const repeats = /^(?:[*+]|\{\d*,?\d*\})/.test(plain.slice(i))
    if (plain[i] === "(") groups.push(false)
    else if (plain[i] === "|" || repeats) groups[groups.length - 1] = true
    else if (plain[i] === ")") {
      const branches = groups.pop() === true
      if (branches && /^[*+{]/.test(plain.slice(i + 1))) return true
      if (branches && groups.length > 0) groups[groups.length - 1] = true
    }
    if (repeats) repetitions++
  }
  return repetitions > mostRepetitions
}

const unusable = (regex: string, why: string) =>
  Result.fail(new UnusableRules({ message: `The volatile text /${regex.slice(0, 80)}/ ${why}.` }))

/** The words of a text that stay the same from read to read: upper case, no marks, no punctuation. */
export const fingerprintOf = (description: string, volatile: ReadonlyArray<RegExp>): string =>
  volatile
    .reduce((text, pattern) => text.replace(pattern, " "), description)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

export interface IdentityParts {
  readonly accountId: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly bookedDate: string
  /** The bank's own id, only if the script declares it unique. */
  readonly uniqueId?: string | undefined
  readonly description: string
  /** From `compileVolatile`. */
  readonly volatile: ReadonlyArray<RegExp>
  readonly balanceMinor?: bigint | undefined
}

/** 64 hexadecimal digits. */
export const identityKey = (parts: IdentityParts): string => {
  const identity =
    parts.uniqueId === undefined
      ? ["text", fingerprintOf(parts.description, parts.volatile).replaceAll(" ", ""), textOf(parts.balanceMinor)]
      : ["id", parts.uniqueId.trim()]
  const canonical = JSON.stringify([
    "movement 1",
    parts.accountId.toLowerCase(),
    parts.currency,
    String(parts.amountMinor),
    parts.bookedDate,
    ...identity
  ])
  return createHash("sha256").update(canonical).digest("hex")
}

const textOf = (minor: bigint | undefined): string | null => (minor === undefined ? null : String(minor))

/** `external_id`: the bank's own id, else one that stays the same for the key's n-th movement. */
export const externalIdOf = (movement: {
  readonly bankId?: string | undefined
  readonly key: string
  readonly occurrence: number
}): string => movement.bankId ?? `${movement.key.slice(0, 32)}-${movement.occurrence}`
