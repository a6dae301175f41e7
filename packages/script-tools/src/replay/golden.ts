/** What a replay gives, as it is kept beside the recording, and how two of them differ. */
import type { ScriptManifest } from "@counterfoil/core"
import { readStatement, type ScrapedMovement, Statement } from "@counterfoil/domain"
import { Result, Schema } from "effect"
import type { Golden } from "../recording/Recording.ts"
import type { RehearsalResult } from "../run/rehearse.ts"

const decode = Schema.decodeUnknownOption(Statement)

/** Identities are made per account; a recording's are those of an account of its own. */
const nobody = "00000000-0000-0000-0000-000000000000"

const keysOf = (statement: Statement, manifest: ScriptManifest, today: string): ReadonlyArray<string> => {
  const context = { accountId: nobody, rules: manifest, today, knownCurrencies: [], accepted: true }
  const rows = readStatement(statement, context)
  if (Result.isFailure(rows)) return []
  const keys = new Map(rows.success.map(({ index, key }) => [index, key]))
  return statement.movements.map((_, index) => keys.get(index) ?? "")
}

/** `today`: the bank's local date of the recording. */
export const goldenOf = ({ failure, manifest, statement }: RehearsalResult, today: string): Golden => {
  if (failure !== undefined) return { outcome: failure.kind }
  const read = decode(statement)
  if (read._tag === "None") return { outcome: "script_error" }
  const keys = keysOf(read.value, manifest, today)
  return {
    outcome: "read",
    coverage: read.value.coverage,
    movements: read.value.movements.map((movement, index) => ({ key: keys[index] ?? "", movement }))
  }
}

export interface GoldenDifference {
  /** One sentence for each thing that differs. */
  readonly sentences: ReadonlyArray<string>
  /** Movements of the expected ones whose identity is gone. */
  readonly identitiesChanged: number
  /** How many movements were expected. */
  readonly of: number
}

const fields = [
  "date",
  "time",
  "amount",
  "currency",
  "description",
  "id",
  "counterparty",
  "counterpartyAccount",
  "valueDate",
  "balance",
  "pending"
] as const satisfies ReadonlyArray<keyof ScrapedMovement>

const show = (value: unknown): string => (value === undefined ? "absent" : String(value))

const movementDifferences = (expected: ScrapedMovement, actual: ScrapedMovement): ReadonlyArray<string> =>
  fields
    .filter((field) => expected[field] !== actual[field])
    .map((field) => `${field} ${show(expected[field])} → ${show(actual[field])}`)

const lost = (expected: ReadonlyArray<string>, actual: ReadonlyArray<string>): number => {
  const left = [...actual]
  return expected.filter((key) => {
    const at = left.indexOf(key)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  }).length
}

/** Undefined: they are the same. */
export const compareGoldens = (expected: Golden, actual: Golden): GoldenDifference | undefined => {
  const [then, now] = [expected.movements ?? [], actual.movements ?? []]
  const sentences = [
    ...(expected.outcome === actual.outcome ? [] : [`outcome ${expected.outcome} → ${actual.outcome}`]),
    ...(then.length === now.length ? [] : [`movements ${then.length} → ${now.length}`]),
    ...then.flatMap(({ movement }, index) => {
      const other = now[index]?.movement
      return other === undefined
        ? []
        : movementDifferences(movement, other).map((difference) => `movement ${index + 1} ${difference}`)
    }),
    ...(JSON.stringify(expected.coverage) === JSON.stringify(actual.coverage)
      ? []
      : [`coverage ${JSON.stringify(expected.coverage)} → ${JSON.stringify(actual.coverage)}`])
  ]
  const keys = (golden: Golden) => (golden.movements ?? []).map(({ key }) => key)
  return sentences.length === 0 && lost(keys(expected), keys(actual)) === 0
    ? undefined
    : { sentences, identitiesChanged: lost(keys(expected), keys(actual)), of: then.length }
}

const optional = [
  "time",
  "id",
  "counterparty",
  "counterpartyAccount",
  "valueDate",
  "balance",
  "pending"
] as const satisfies ReadonlyArray<keyof ScrapedMovement>

const times = (count: number, of: number): string => `${count} of ${of} ${of === 1 ? "movement" : "movements"}`

/** What a replay of a scrubbed recording doesn't read as the run at the bank did, of what scrubbing leaves as it is; empty: nothing. */
export const lostInReplay = (live: Golden, replay: Golden): ReadonlyArray<string> => {
  const [then, now] = [live.movements ?? [], replay.movements ?? []].map((all) => all.map(({ movement }) => movement))
  if (then === undefined || now === undefined) return []
  if (then.length !== now.length) return [`movements ${then.length} → ${now.length}`]
  const differing = (of: (movement: ScrapedMovement) => unknown): number =>
    then.filter((movement, index) => {
      const other = now[index]
      return other !== undefined && of(movement) !== of(other)
    }).length
  const counts = [
    ["another date", differing(({ date }) => date)],
    ["another sign", differing(({ amount }) => amount.startsWith("-"))],
    ...optional.map(
      (field) =>
        [`${field} there in one of the two only`, differing((movement) => movement[field] !== undefined)] as const
    )
  ] as const
  return counts.flatMap(([what, count]) => (count === 0 ? [] : [`${times(count, then.length)}: ${what}`]))
}
