/** Reads the lines of a backup in their order, and sees that it is whole. */
import { Effect, Option, Schema, Stream } from "effect"
import { BackupRefused, End, Header, TableLine } from "./format.ts"

const decodeHeader = Schema.decodeUnknownOption(Schema.fromJsonString(Header))
const decodeLine = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Union([TableLine, End])))

export const refuse = (message: string) => Effect.fail(new BackupRefused({ message }))

export const notMade = (what: string): string => `the backup has ${what}, which its own migrations don't make`

/** What reads the lines of a backup, in their order. */
export interface BackupReader<E> {
  readonly header: (header: Header) => Effect.Effect<void, E>
  readonly table: (line: TableLine) => Effect.Effect<void, E>
  /** Texts of JSON arrays. */
  readonly rows: (lines: ReadonlyArray<string>) => Effect.Effect<void, E>
}

const mostRows = 500
const mostText = 2_000_000

/** Reads a backup to its end, and sees that it is whole. */
export const readBackup = <E, E2, R>(lines: Stream.Stream<string, E, R>, reader: BackupReader<E2>) =>
  Effect.gen(function* () {
    const found: { header?: Header; end?: End; table?: string } = {}
    const counts: Record<string, number> = {}
    let waiting: Array<string> = []
    let size = 0
    const flush = Effect.suspend(() => {
      const taken = waiting
      waiting = []
      size = 0
      return taken.length === 0 ? Effect.void : reader.rows(taken)
    })
    const first = Effect.fnUntraced(function* (line: string) {
      const header = decodeHeader(line)
      if (Option.isNone(header)) return yield* refuse("this is not a backup of counterfoil, or one of a newer version")
      found.header = header.value
      yield* reader.header(header.value)
    })
    const further = Effect.fnUntraced(function* (line: string) {
      yield* flush
      const decoded = decodeLine(line)
      if (Option.isNone(decoded)) return yield* refuse(`the backup is damaged after ${found.table ?? "its beginning"}`)
      if ("end" in decoded.value) {
        found.end = decoded.value
        return
      }
      found.table = decoded.value.table
      counts[found.table] = 0
      yield* reader.table(decoded.value)
    })
    const take = (line: string) => {
      if (line === "") return Effect.void
      if (found.header === undefined) return first(line)
      if (found.end !== undefined) return refuse("the backup goes on after its end: it is damaged")
      if (!line.startsWith("[")) return further(line)
      if (found.table === undefined) return refuse("the backup is damaged at its beginning")
      counts[found.table] = (counts[found.table] ?? 0) + 1
      waiting.push(line)
      size += line.length
      return waiting.length >= mostRows || size >= mostText ? flush : Effect.void
    }
    yield* Stream.runForEach(lines, take)
    const { end, header } = found
    if (header === undefined) return yield* refuse("the backup is empty")
    if (end === undefined) return yield* refuse("the backup is not whole: its end is missing")
    const odd = Object.entries(end.end).find(([table, count]) => counts[table] !== count)
    if (odd !== undefined) {
      return yield* refuse(
        `the backup is damaged: it has ${counts[odd[0]] ?? 0} rows of ${odd[0]}, and should have ${odd[1]}`
      )
    }
    return { header, end }
  })
