/** All that belongs to one user as files: of each list one with a JSON object per line, and one for spreadsheets. */
import { emailKeyOf } from "@counterfoil/core"
import { csvCell, formatDecimal } from "@counterfoil/domain"
import { type ExportedRow, type ExportSet, exportSets, makeFolders, nameOf, readUser } from "@counterfoil/store"
import { Effect, type Schema } from "effect"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { type CounterfoilConfig, InvalidConfig } from "../config/CounterfoilConfig.ts"
import { databaseForCommand } from "../database.ts"

const words = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** `amount_minor` in cents becomes `amount`, in the way that people write it. */
const withAmounts = (row: ExportedRow): ExportedRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      name.endsWith("_minor") && typeof value === "string"
        ? [outward(name), formatDecimal(BigInt(value), String(row["currency"]))]
        : [outward(name), value]
    )
  )

const outward = (name: string): string => name.replace(/_minor$/, "")

const columnsOf = (set: ExportSet): ReadonlyArray<string> => set.columns.map((column) => outward(nameOf(column)))

const cell = (value: Schema.Json | undefined): string =>
  value === null || value === undefined ? "" : csvCell(typeof value === "string" ? value : JSON.stringify(value))

const csvLine = (cells: ReadonlyArray<string>): string => `${cells.join(",")}\r\n`

/** A new folder, or an empty one: nothing is written over. */
const openFolder = (folder: string) =>
  Effect.gen(function* () {
    if (Fs.existsSync(folder) && (!Fs.statSync(folder).isDirectory() || Fs.readdirSync(folder).length > 0)) {
      return yield* new InvalidConfig({ message: `${folder} is not an empty folder: give another name` })
    }
    return yield* attempt(folder, () => makeFolders(Path.resolve(folder), 0o700))
  })

const attempt = <A>(folder: string, run: () => A) =>
  Effect.try({
    try: run,
    catch: (cause) => new InvalidConfig({ message: `${folder} can't be written (${words(cause)})` })
  })

const write = (folder: string, file: string, text: string) =>
  attempt(folder, () => Fs.appendFileSync(Path.join(folder, file), text, { mode: 0o600 }))

/** What was written for somebody, where not all of it could be: the folder is empty again, or gone if it was new. */
const clear = (folder: string, wasThere: boolean): void => {
  for (const { name } of exportSets) {
    for (const form of ["csv", "jsonl"]) Fs.rmSync(Path.join(folder, `${name}.${form}`), { force: true })
  }
  if (!wasThere) Fs.rmdirSync(folder)
}

/** Answers how many rows each list has. No list holds a credential, a key, or an address that may hold a token. */
export const exportUser = (
  config: CounterfoilConfig,
  email: string,
  folder: string
): Effect.Effect<Readonly<Record<string, number>>, { readonly message: string }> =>
  Effect.gen(function* () {
    const into = Path.resolve(folder)
    const wasThere = Fs.existsSync(into)
    let isOpen = false
    const begin = Effect.andThen(
      Effect.tap(openFolder(into), () => Effect.sync(() => (isOpen = true))),
      Effect.forEach(
        exportSets,
        (set) =>
          Effect.andThen(
            // With the mark by which spreadsheets know UTF-8.
            write(into, `${set.name}.csv`, `\uFEFF${csvLine(columnsOf(set))}`),
            write(into, `${set.name}.jsonl`, "")
          ),
        { discard: true }
      )
    )
    const emit = Effect.fnUntraced(function* (set: ExportSet, read: ReadonlyArray<ExportedRow>) {
      const rows = read.map(withAmounts)
      const columns = columnsOf(set)
      yield* write(into, `${set.name}.jsonl`, rows.map((row) => `${JSON.stringify(row)}\n`).join(""))
      yield* write(into, `${set.name}.csv`, rows.map((row) => csvLine(columns.map((name) => cell(row[name])))).join(""))
    })
    const counts = yield* readUser(emailKeyOf(email), begin, emit).pipe(
      Effect.onError(() => (isOpen ? Effect.ignore(attempt(into, () => clear(into, wasThere))) : Effect.void)),
      Effect.provide(databaseForCommand(config, "as long as it takes")),
      Effect.catchTag(
        "SqlError",
        (error) => new InvalidConfig({ message: `the database could not be read (${words(error.reason.cause)})` })
      )
    )
    return (
      counts ??
      (yield* new InvalidConfig({
        message: `nobody has registered with the e-mail ${email} (counterfoil users list shows who has)`
      }))
    )
  })
