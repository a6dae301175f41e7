/** How the versions of a bank's script perform, and what a version in review would read compared with the active one. */
import { Context, DateTime, Effect, Layer } from "effect"
import { isUuid } from "@counterfoil/domain"
import { Consents, type Outlook } from "./Consents.ts"
import { Administrators } from "../users/Administrators.ts"
import { ScriptRepository, type ShadowSummary, type VersionHealth } from "../scripts/ScriptRepository.ts"
import { InvalidInput, NotPermitted } from "../refusals.ts"
import { type Script, ScriptNotFound } from "../scripts/Script.ts"
import type { Comparison, ComparisonSample } from "../scripts/Comparison.ts"

export interface ScriptReport {
  readonly script: Script
  /** Absent: nobody has compared it yet. */
  readonly comparison: Comparison | null
  /** On accounts whose owners agreed. Null: it was not tried on any. */
  readonly shadow: ShadowSummary | null
  /** If the viewer made it the active one now. */
  readonly promotion: Outlook
  /** Every version of the bank that has ever been active or run, the newest promotion first. */
  readonly versions: ReadonlyArray<VersionHealth>
}

export class ScriptReports extends Context.Service<
  ScriptReports,
  {
    /** As this user may see it. */
    readonly report: (userId: string, scriptId: string) => Effect.Effect<ScriptReport, ScriptNotFound>
    /** For the bank's creator and administrators, who alone could promote it. A later comparison replaces an earlier one. */
    readonly compare: (
      userId: string,
      scriptId: string,
      input: { readonly againstId: string; readonly samples: ReadonlyArray<ComparisonSample> }
    ) => Effect.Effect<ScriptReport, ScriptNotFound | NotPermitted | InvalidInput>
    /** The code, for those who may publish: to run it on their recordings. */
    readonly bundle: (userId: string, scriptId: string) => Effect.Effect<string, ScriptNotFound | NotPermitted>
  }
>()("@counterfoil/core/scripts/ScriptReports") {
  static readonly layer: Layer.Layer<ScriptReports, never, ScriptRepository | Administrators | Consents> = Layer.effect(
    ScriptReports,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const scripts = yield* ScriptRepository

  const administrators = yield* Administrators
  const consents = yield* Consents

  const find = Effect.fnUntraced(function* (scriptId: string) {
    const found = isUuid(scriptId) ? yield* scripts.find(scriptId) : null
    return found ?? (yield* new ScriptNotFound({}))
  })

  const report = Effect.fn("ScriptReports.report")(function* (userId: string, scriptId: string) {
    const script = yield* find(scriptId)
    const comparison = yield* scripts.comparison(script.id)
    const versions = yield* scripts.health(script.bankId, userId)
    const shadow = yield* scripts.shadowSummary(script.id, userId)
    const promotion = yield* consents.outlook(script.bankId, yield* scripts.manifest(script.id), userId)
    return { script, comparison, shadow, promotion, versions }
  })

  const asAuthor = Effect.fnUntraced(function* (userId: string, bankId: string) {
    const bank = yield* scripts.findBank(bankId)
    if (bank?.createdBy === userId || (yield* administrators.isAdministrator(userId))) return
    return yield* new NotPermitted({ message: "Only the bank's creator and administrators may do this" })
  })

  return ScriptReports.of({
    report,
    compare: Effect.fn("ScriptReports.compare")(function* (userId, scriptId, { againstId, samples }) {
      const script = yield* find(scriptId)
      yield* asAuthor(userId, script.bankId)
      const against = isUuid(againstId) ? yield* scripts.find(againstId) : null
      if (against === null || against.bankId !== script.bankId || against.id === script.id) {
        return yield* new InvalidInput({ message: "against must be the id of another script of the same bank" })
      }
      const comparedAt = yield* DateTime.now
      const comparison: Comparison = { againstId: against.id, source: "recordings", samples, comparedAt }
      yield* scripts.saveComparison(script.id, comparison, userId)
      return yield* report(userId, script.id)
    }),
    bundle: Effect.fn("ScriptReports.bundle")(function* (userId, scriptId) {
      const script = yield* find(scriptId)
      yield* asAuthor(userId, script.bankId)
      return yield* scripts.bundle(script.id)
    })
  })
})
