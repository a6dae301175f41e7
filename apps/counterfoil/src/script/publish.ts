/** `script publish`, `promote` and `rollback`: from the author's folder to the accounts of a server. */
import {
  compareVersions,
  inspectBundle,
  printDeclaredOf,
  readRecording,
  recordingNames,
  stage
} from "@counterfoil/script-tools"
import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { sourceMistakes } from "./check.ts"
import { confirm } from "./askPerson.ts"
import { missingOrigins } from "./origins.ts"
import { attempt, bundleOf, exitWith, folderFlag, ScriptCommandFailed } from "./ScriptFolder.ts"
import {
  bankId,
  bundleAt,
  originsOf,
  type Changes,
  promoteScript,
  type PublishedScript,
  publishScript,
  type Refused,
  type Report,
  reportOf,
  scriptsOf,
  sendComparison,
  serverFlags,
  type ServerAt
} from "./Server.ts"
import { rollbackTarget } from "./versions.ts"

/** Of a hundred movements so many at most may get another identity: the server would store them a second time. */
const mostChangedPercent = 2

/** The exit code of "this needs a yes". */
const needsYes = 2

const manifestIn = Effect.fnUntraced(function* (folder: string) {
  const made = yield* bundleOf(folder)
  return { ...made, manifest: yield* inspectBundle(made.bundle) }
})

const recordingsIn = Effect.fnUntraced(function* (folder: string) {
  const names = yield* attempt(() => recordingNames(folder))
  return yield* attempt(() => Promise.all(names.map((name) => readRecording(folder, name))))
})

/** What the recordings went to and the server's browser may not: of a bank that was recorded elsewhere (a demo) nothing is said. */
const tellMissingOrigins = Effect.fnUntraced(function* (server: ServerAt, folder: string, bank: string) {
  const recordings = yield* recordingsIn(folder)
  const missing = missingOrigins(
    yield* originsOf(server, bank),
    recordings.map(({ head }) => head.origins)
  )
  if (missing.length === 0) return
  const body = JSON.stringify({ origins: missing })
  yield* Console.log(`the recordings also went to ${missing.join(", ")}, where the server's bank does not live`)
  yield* Console.log(`  if it belongs to the bank: POST /banks/${bank}/origins ${body}`)
})

export const publishCommand = Command.make(
  "publish",
  { folder: folderFlag, ...serverFlags },
  Effect.fnUntraced(function* ({ folder, ...server }) {
    const { bundle, manifest } = yield* manifestIn(folder)
    const mistakes = yield* sourceMistakes(folder)
    if (mistakes.length > 0) {
      return yield* new ScriptCommandFailed({ message: ["nothing was published:", ...mistakes].join("\n") })
    }
    const bank = yield* bankId(server, manifest.bank)
    const published = yield* publishScript(server, bank, {
      version: manifest.version,
      flow_type: "extract_transactions",
      manifest: { bank: manifest.bank, version: manifest.version },
      bundle
    }).pipe(Effect.catchTag("Refused", (refused) => explainRefusal(refused, manifest.version)))
    yield* Console.log(printDeclaredOf(manifest))
    yield* Console.log(`✔ ${published.bank} ${published.version} → ${published.status} (id ${published.id})`)
    // It is published: what can't be looked at after that is no failure of it.
    yield* tellMissingOrigins(server, folder, bank).pipe(
      Effect.catch(({ message }) => Console.log(`the recordings' origins were not looked at: ${message}`))
    )
    yield* Console.log(`next: npx --no-install counterfoil script promote ${published.version}`)
  }, Effect.provide(stage()))
).pipe(Command.withDescription("Send the script to a server, for review"))

const explainRefusal = ({ message, status }: Refused, version: string) =>
  new ScriptCommandFailed({
    message:
      status === 409
        ? `409 ${message}: a released version is frozen, so raise ${version} in bank.ts`
        : `${status} ${message}`
  })

const versionOf = (scripts: ReadonlyArray<PublishedScript>, version: string) => {
  const found = scripts.find((script) => script.version === version)
  if (found !== undefined) return Effect.succeed(found)
  const all = scripts.map((script) => script.version).join(", ")
  return new ScriptCommandFailed({
    message: `there is no version ${version} on the server${all === "" ? "" : ` (there are ${all})`}`
  })
}

/** Runs the version beside the active one on the folder's recordings, and tells the server what came of it. */
const shadow = Effect.fnUntraced(function* (
  server: ServerAt,
  folder: string,
  candidate: PublishedScript,
  active: PublishedScript
) {
  const recordings = yield* recordingsIn(folder)
  const before = yield* bundleAt(server, active.id)
  const after = yield* bundleAt(server, candidate.id)
  const samples = yield* compareVersions({ before, after }, recordings)
  for (const sample of samples.filter((each) => each.outcome_before !== each.outcome_after)) {
    yield* Console.log(`  ${sample.name}: ${sample.outcome_before} → ${sample.outcome_after}`)
  }
  const report = yield* sendComparison(server, candidate.id, {
    against: active.id,
    samples: samples.map((sample) => ({ ...sample }))
  })
  return { recordings: recordings.length, report }
})

const none: Changes = { movements: 0, identities_changed: 0, signs_changed: 0, changed_share: 0 }

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`

const changesOf = ({ changed_share, identities_changed, movements, signs_changed }: Changes): string =>
  `${movements} movements, ${identities_changed} would change identity (${percent(changed_share)}), ${signs_changed} their sign`

const isHarmless = ({ changed_share, signs_changed }: Changes): boolean =>
  changed_share * 100 <= mostChangedPercent && signs_changed === 0

const onAccounts = ({ accounts, compared, outcomes, ...changes }: NonNullable<Report["shadow"]>): string => {
  const others = outcomes.map(({ count, kind }) => `, ${count} ${kind}`).join("")
  return `shadow on ${accounts} ${accounts === 1 ? "account" : "accounts"} (${compared} compared${others}): ${changesOf(changes)}`
}

/** Whether the version may take over. With too many changes somebody must say so. */
const mayReplace = Effect.fnUntraced(function* (
  server: ServerAt,
  folder: string,
  candidate: PublishedScript,
  active: PublishedScript,
  yes: boolean
) {
  const { recordings, report } = yield* shadow(server, folder, candidate, active).pipe(Effect.provide(stage()))
  const onRecordings = report.comparison ?? none
  yield* Console.log(
    recordings === 0 ? "no recordings: nothing was compared" : `shadow on recordings: ${changesOf(onRecordings)}`
  )
  if (report.shadow !== null) yield* Console.log(onAccounts(report.shadow))
  const isCompared = recordings > 0 || (report.shadow?.compared ?? 0) > 0
  if (!isCompared) return yes || (yield* confirm("Nobody knows what it would change. Promote anyway?"))
  if (isHarmless(onRecordings) && isHarmless(report.shadow ?? none)) return true
  return (
    yes || (yield* confirm(`More than ${mostChangedPercent} % would be stored again or change sides. Promote anyway?`))
  )
})

export const promoteCommand = Command.make(
  "promote",
  {
    version: Argument.String("version"),
    folder: folderFlag,
    ...serverFlags,
    yes: Flag.Boolean("yes").pipe(
      Flag.withDescription("Promote even if many movements would change, or nothing could be compared"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ folder, version, yes, ...server }) {
    const { manifest } = yield* manifestIn(folder).pipe(Effect.provide(stage()))
    const scripts = yield* scriptsOf(server, manifest.bank)
    const candidate = yield* versionOf(scripts, version)
    const active = scripts.find(({ status }) => status === "active")
    yield* Console.log(printDeclaredOf(manifest))
    if (candidate.id === active?.id) return yield* Console.log(`${version} is active already`)
    if (active !== undefined && !(yield* mayReplace(server, folder, candidate, active, yes))) {
      yield* Console.log("not promoted: --yes promotes it")
      return yield* exitWith(needsYes)
    }
    yield* promote(server, candidate, active?.version)
  })
).pipe(Command.withDescription("Make a published version the active one, after a look at what it would change"))

const promote = Effect.fnUntraced(function* (server: ServerAt, script: PublishedScript, from: string | undefined) {
  yield* promoteScript(server, script.id).pipe(
    Effect.catchTag("Refused", ({ message, status }) => new ScriptCommandFailed({ message: `${status} ${message}` }))
  )
  const now = (yield* scriptsOf(server, script.bank)).find(({ status }) => status === "active")
  if (now?.id !== script.id) {
    return yield* new ScriptCommandFailed({ message: `lost the race: ${now?.version ?? "none"} is active` })
  }
  yield* Console.log(`✔ promoted ${from ?? "none"} → ${script.version}, from the next scrape of each account`)
})

export const rollbackCommand = Command.make(
  "rollback",
  { folder: folderFlag, ...serverFlags },
  Effect.fnUntraced(function* ({ folder, ...server }) {
    const { manifest } = yield* manifestIn(folder).pipe(Effect.provide(stage()))
    const scripts = yield* scriptsOf(server, manifest.bank)
    const active = scripts.find(({ status }) => status === "active")
    const versions = active === undefined ? [] : (yield* reportOf(server, active.id)).versions
    const target = yield* rollbackTarget(scripts, versions)
    yield* promote(server, target, active?.version)
  })
).pipe(Command.withDescription("Go back to the version that was active before"))
