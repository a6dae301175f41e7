/** `counterfoil backup` and `counterfoil restore`. What they say goes to the error stream where the backup takes the other. */
import { backup, type BackupFacts, configFromEnv, inspectBackup, restore } from "@counterfoil/runtime"
import { Console, DateTime, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"

const units = ["bytes", "KB", "MB", "GB", "TB"]

const sizeOf = (bytes: number): string => {
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1_000 ** power
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[power] ?? ""}`
}

const countsOf = ({ rows, tables }: BackupFacts): string =>
  `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"} of ${tables} tables`

/** Names sort by time. */
const nameAt = (now: DateTime.Utc): string =>
  `counterfoil-${DateTime.formatIso(now).slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}.backup.gz`

export const backupCommand = Command.make(
  "backup",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("Where to; - is the standard output (default: counterfoil-DATE-TIME.backup.gz, here)"),
      Argument.optional
    )
  },
  Effect.fnUntraced(function* ({ file }) {
    const config = yield* configFromEnv
    const target = Option.getOrElse(file, () => nameAt(DateTime.nowUnsafe()))
    const facts = yield* backup(config, target)
    const where = target === "-" ? "" : `${target}: `
    yield* Console.error(`${where}${countsOf(facts)}, as they were at ${facts.madeAt}, in ${sizeOf(facts.bytes)}`)
    yield* Console.error(
      "credentials in it are sealed, names and movements are not: keep it as safe as the database, and the server's secrets elsewhere"
    )
  })
).pipe(
  Command.withDescription("Copy the database into a file, while the server works or not (the secrets are not in it)")
)

export const restoreCommand = Command.make(
  "restore",
  {
    file: Argument.String("file").pipe(Argument.withDescription("A backup; - is the standard input")),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription(
        "Only look whether a restore would take the file: it is whole, and the secrets here open what is sealed in it"
      ),
      Flag.withDefault(false)
    ),
    paused: Flag.Boolean("paused").pipe(
      Flag.withDescription(
        "Pause all accounts and their webhooks: no bank is logged in to and no result sent before somebody resumes them"
      ),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ dryRun, file, paused }) {
    const config = yield* configFromEnv
    if (dryRun) {
      const facts = yield* inspectBackup(config, file)
      yield* Console.log(`${file} is whole: ${countsOf(facts)}, as they were at ${facts.madeAt}; nothing was changed`)
      return yield* Console.log("the secrets here open what is sealed in it")
    }
    const facts = yield* restore(config, file, { paused })
    yield* Console.log(`restored ${countsOf(facts)}, as they were at ${facts.madeAt}`)
    yield* Console.log(
      paused
        ? "all accounts and their webhooks are paused: start the server, look, and resume them (POST /accounts/:accountId/resume and POST /accounts/:accountId/endpoint/resume, or on their page)"
        : "what happened since is not in it, and is done again: start the server when that is well"
    )
  })
).pipe(Command.withDescription("Bring a backup back into an empty database, whole or not at all"))
