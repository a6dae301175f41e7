/** What was kept of failures, for the account's owner: masked pictures and outlines, encrypted, for seven days. */
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Vault } from "../security/Vault.ts"
import { SessionRepository } from "./SessionRepository.ts"
import type { Place } from "../security/sealing.ts"
import type { EvidenceEntry } from "./Evidence.ts"

const Content = Schema.Struct({
  /** Of the page that was shown, without secrets. */
  url: Schema.String,
  /** Roles and names of the page's elements; values of fields are left out. */
  outline: Schema.String,
  /** A PNG in base64, fields and secrets covered. */
  screenshot: Schema.String
})
export type EvidenceContent = typeof Content.Type

const ContentText = Schema.fromJsonString(Content)

const placeOf = (accountId: string, id: string): Place => ({ accountId, table: "evidence", column: "content", row: id })

export class KeptEvidence extends Context.Service<
  KeptEvidence,
  {
    readonly keep: (
      evidence: { readonly id: string; readonly accountId: string; readonly sessionId: string; readonly kind: string },
      content: EvidenceContent
    ) => Effect.Effect<void>
    /** The newest first; none that has expired. */
    readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<EvidenceEntry>>
    /** Nothing where there is none, it has expired, or its key is gone. */
    readonly read: (accountId: string, id: string) => Effect.Effect<Option.Option<EvidenceEntry & EvidenceContent>>
  }
>()("@counterfoil/core/sessions/KeptEvidence") {
  static readonly layer: Layer.Layer<KeptEvidence, never, SessionRepository | Vault> = Layer.effect(
    KeptEvidence,
    Effect.gen(function* () {
      const repository = yield* SessionRepository
      const vault = yield* Vault
      return KeptEvidence.of({
        keep: Effect.fn("KeptEvidence.keep")(function* (evidence, content) {
          const text = yield* Effect.orDie(Schema.encodeEffect(ContentText)(content))
          const cell = yield* vault.encrypt(placeOf(evidence.accountId, evidence.id), Redacted.make(text))
          yield* repository.saveEvidence({ ...evidence, content: cell })
        }),
        list: repository.evidence,
        read: Effect.fn("KeptEvidence.read")(function* (accountId, id) {
          const kept = yield* repository.evidenceContent(accountId, id)
          if (kept === null) return Option.none()
          const { content, ...entry } = kept
          return yield* vault.decrypt(placeOf(accountId, id), content).pipe(
            Effect.flatMap((text) => Schema.decodeEffect(ContentText)(Redacted.value(text))),
            Effect.map((opened) => ({ ...entry, ...opened })),
            Effect.tapError(() => Effect.logWarning("evidence of a failure can't be read", { accountId, id })),
            Effect.option
          )
        })
      })
    })
  )
}
