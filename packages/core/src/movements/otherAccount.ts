/**
 * A file that is of another bank account, uploaded here by mistake: its movements would be matched, and told to the shop, as this
 * account's. It is asked about before anything of it is taken in.
 */
import type { StatementRow } from "@counterfoil/domain"
import { Effect, Schema } from "effect"
import { createHash } from "node:crypto"
import { MovementRepository } from "./MovementRepository.ts"
import type { StatementFormat } from "./StatementReader.ts"

/** `message` says why the file seems to be another account's, and how to take it in all the same. */
export class StatementOfAnother extends Schema.TaggedError<StatementOfAnother>()("StatementOfAnother", {
  message: Schema.String
}) {}

/** So many rows are looked for at the caller's other accounts, from the whole length of the file. */
const sampled = 20

/** Fewer rows prove nothing: two accounts are charged one fee on one day. */
const least = 3

const sampleOf = (rows: ReadonlyArray<StatementRow>): ReadonlyArray<StatementRow> => {
  const step = Math.max(1, rows.length / sampled)
  return Array.from({ length: Math.min(rows.length, sampled) }, (_, at) => rows[Math.floor(at * step)]).filter(
    (row) => row !== undefined
  )
}

const bare = (number: string): string => number.toUpperCase().replaceAll(/[^\p{L}\d]/gu, "")

/** Tells account numbers apart without keeping them. Each account has digests of its own. */
const digestOf = (accountId: string, number: string): string =>
  createHash("sha256")
    .update(`${accountId} ${bare(number)}`)
    .digest("hex")

const anyway = "If it is of this account, send it again with anyway: true"

export interface FileOfAccount {
  readonly accountId: string
  readonly format: StatementFormat
  /** The account's number in the file; undefined: it doesn't say. */
  readonly number: string | undefined
  readonly rows: ReadonlyArray<StatementRow>
}

/** Answers the digest to keep; fails where the file seems to be another account's, unless the caller says that it isn't. */
export const makeAccountCheck = Effect.map(MovementRepository, (repository) =>
  Effect.fnUntraced(function* ({ accountId, format, number, rows }: FileOfAccount, isSure: boolean) {
    const digest = number === undefined ? null : digestOf(accountId, number)
    const isOther = Effect.fnUntraced(function* (otherNumber: string) {
      const other = yield* repository.otherOfNumber(accountId, bare(otherNumber))
      const end = `(it ends in ${bare(otherNumber).slice(-4)})`
      const last = "the last one of its format that was taken in here"
      return new StatementOfAnother({
        message:
          other === null
            ? `The file names another bank account ${end} than ${last}. ${anyway}`
            : `The file names the bank account of "${other}" ${end}, and not that of ${last}. ${anyway}`
      })
    })
    if (isSure) return digest
    const before = digest === null ? null : yield* repository.accountOfLastFile(accountId, format)
    if (before !== null && before !== digest) return yield* yield* isOther(number ?? "")
    const sample = sampleOf(rows)
    const elsewhere = rows.length < least ? null : yield* repository.knownElsewhere(accountId, sample)
    if (elsewhere !== null && elsewhere.count >= least && elsewhere.count * 2 >= sample.length) {
      return yield* new StatementOfAnother({
        message: `The file seems to be of the account "${elsewhere.name}": its movements are known there, and not here. ${anyway}`
      })
    }
    return digest
  })
)
