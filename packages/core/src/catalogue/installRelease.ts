/** Puts a bank script into service on behalf of the operator's program: no user asks for it, so none is asked for rights. */
import { DateTime, Effect, Schema } from "effect"
import { uuid } from "../ids.ts"
import { Transactor } from "../Transactor.ts"
import { parseOrigin, parsePlainUrl } from "../urls.ts"
import { promoteVersion } from "./promoteVersion.ts"
import { bundleProblem, manifestProblem, newVersion } from "./publishing.ts"
import { ScriptRepository } from "../scripts/ScriptRepository.ts"
import { ScriptRunner } from "../scripts/ScriptRunner.ts"
import type { Bank } from "../scripts/Bank.ts"

/** A version of a bank's script, and the bank itself where it isn't known yet. */
export interface ScriptRelease {
  readonly bank: {
    readonly code: string
    readonly name: string
    readonly loginUrl: string
    /** Beside the origin of `loginUrl`: where its pages, and what is typed into them, live too. */
    readonly origins?: ReadonlyArray<string>
  }
  readonly bundle: string
}

/** The release can't be put into service; `message` says why. */
class ReleaseRefused extends Schema.TaggedError<ReleaseRefused>()("ReleaseRefused", {
  bank: Schema.String,
  message: Schema.String
}) {}

const originsOf = ({ loginUrl, origins = [] }: ScriptRelease["bank"]): ReadonlyArray<string> | undefined => {
  const all = [parsePlainUrl(loginUrl)?.origin, ...origins.map((text) => parseOrigin(text))]
  const known = all.filter((origin) => origin !== undefined)
  return known.length < all.length ? undefined : [...new Set(known)]
}

const findBank = (code: string) =>
  Effect.map(
    Effect.flatMap(ScriptRepository, ({ listBanks: list }) => list),
    (banks) => banks.find((bank) => bank.code === code)
  )

const bankOf = Effect.fnUntraced(function* ({ bank: wanted }: ScriptRelease) {
  const known = yield* findBank(wanted.code)
  if (known !== undefined) return known
  const banks = yield* ScriptRepository
  const origins = originsOf(wanted)
  if (origins === undefined) {
    return yield* new ReleaseRefused({ bank: wanted.code, message: "loginUrl and origins must be http or https URLs" })
  }
  const { code, loginUrl, name } = wanted
  const bank: Bank = { id: yield* uuid, code, name, loginUrl, status: "active", origins, createdBy: null }
  const inserted = yield* Effect.result(banks.insertBank({ ...bank, createdAt: yield* DateTime.now }))
  // Another node was faster.
  return inserted._tag === "Success" ? bank : ((yield* findBank(code)) ?? bank)
})

const findVersion = Effect.fnUntraced(function* (bankId: string, version: string) {
  const repository = yield* ScriptRepository
  const script = (yield* repository.list(bankId)).find((known) => known.version === version)
  return script === undefined ? null : yield* repository.find(script.id)
})

/** Publishes the release unless its version is there already, and makes it the active one. */
export const installRelease = Effect.fn("installRelease")(function* (release: ScriptRelease) {
  const refuse = (message: string) => new ReleaseRefused({ bank: release.bank.code, message })
  const runner = yield* ScriptRunner
  const repository = yield* ScriptRepository
  const transactor = yield* Transactor
  const { bundle } = release
  const manifest = yield* Effect.mapError(runner.inspect(bundle), ({ message }) => refuse(message))
  const bank = yield* bankOf(release)
  const publication = { version: manifest.version, flowType: manifest.flow, manifest: null, bundle }
  const problem = bundleProblem(publication) ?? manifestProblem(manifest, bank, publication)
  if (problem !== undefined) return yield* refuse(problem)
  const { script, stored } = yield* newVersion(bank, manifest, bundle)
  const insertion = repository.insert({ ...stored, publishedBy: null })
  const serve = Effect.gen(function* () {
    // An administrator may delete the bank between any two statements, but for its lock.
    if ((yield* repository.lockBank(bank.id)) === null)
      return yield* refuse("the bank was deleted meanwhile: try again")
    // By this node at an earlier start, by another node, or by a person.
    const taken = yield* transactor.transact(insertion).pipe(
      Effect.as(null),
      Effect.catch(() => findVersion(bank.id, manifest.version))
    )
    if (taken !== null && (yield* Effect.orDie(repository.bundle(taken.id))) !== bundle) {
      return yield* refuse(`version ${manifest.version} is published with another bundle: a released version is frozen`)
    }
    if (taken?.status === "active") return
    yield* promoteVersion(taken ?? script, null)
    yield* Effect.logInfo("a bank script is in service").pipe(
      Effect.annotateLogs({ bank: bank.code, version: manifest.version })
    )
  })
  yield* transactor.transact(serve)
})
