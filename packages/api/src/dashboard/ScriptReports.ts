/** What is known of a script's versions; ours. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Forbidden, NotFound } from "../errors.ts"
import { body, Id, pathId, withMessage, Timestamp, TimestampOrNull } from "../fields.ts"
import { ScriptRecord } from "./Scripts.ts"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
const outcome = Schema.String.annotate({ description: "read, or the kind of failure that it ended with" })

const Sample = Schema.Struct({
  name: Schema.String.check(Schema.isMaxLength(100)).annotate({ description: "The recording" }),
  outcome_before: outcome.check(Schema.isMaxLength(60)),
  outcome_after: outcome.check(Schema.isMaxLength(60)),
  movements_before: Count,
  movements_after: Count,
  identities_changed: Count.annotate({
    description: "Movements of the other version that this one would not recognise again"
  }),
  signs_changed: Count.annotate({ description: "Movements whose amount would change its sign" })
}).annotate({ identifier: "ScriptComparisonSample" })

const VersionHealth = Schema.Struct({
  script_id: Id,
  version: Schema.String,
  status: Schema.Literals(["active", "review"]),
  promoted_at: TimestampOrNull,
  runs: Schema.Int.annotate({ description: "Cycles of accounts in the last thirty days" }),
  succeeded: Schema.Int,
  success_rate: Schema.NullOr(Schema.Finite).annotate({ description: "0 to 1; null without any run" }),
  failures: Schema.Array(Schema.Struct({ kind: Schema.String, count: Schema.Int })),
  median_ms: Schema.NullOr(Schema.Int).annotate({
    description:
      "Of the runs that succeeded, from start to end, waiting for codes included; null too where they are of less than ten accounts, not all of them yours"
  }),
  p95_ms: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "ScriptVersionHealth" })

const Shadow = Schema.Struct({
  accounts: Schema.Int.annotate({ description: "On which it was tried, their owners having agreed" }),
  compared: Schema.Int.annotate({ description: "Those of them that both versions read" }),
  outcomes: Schema.Array(Schema.Struct({ kind: Schema.String, count: Schema.Int })).annotate({
    description:
      "Of the others: not_comparable (it wanted to log in, or can't go on with an open session), or a kind of failure"
  }),
  last_at: Timestamp,
  movements: Schema.Int.annotate({ description: "That the active version read" }),
  identities_changed: Schema.Int,
  signs_changed: Schema.Int,
  changed_share: Schema.Finite.annotate({ description: "identities_changed of movements, 0 to 1" })
}).annotate({ identifier: "ScriptShadow", description: "The last run on each account, all together" })

const Promotion = Schema.Struct({
  accounts: Schema.Int.annotate({
    description:
      "That are read with it from their next read on; of fewer than ten of others only those that were there before today, unless you are an administrator"
  }),
  own: Schema.Int.annotate({ description: "Those of them that are yours" }),
  waiting: Schema.Int.annotate({ description: "Those of them that are not read before their owners agree" }),
  missing: Schema.Array(Schema.String).annotate({ description: "What these have not agreed to yet, in sentences" })
}).annotate({ identifier: "ScriptPromotion", description: "What happens if you promote it now" })

const ScriptReport = Schema.Struct({
  script: ScriptRecord,
  comparison: Schema.NullOr(
    Schema.Struct({
      against: Id,
      source: Schema.Literal("recordings"),
      compared_at: Timestamp,
      movements: Schema.Int.annotate({ description: "That the other version read" }),
      identities_changed: Schema.Int,
      signs_changed: Schema.Int,
      changed_share: Schema.Finite.annotate({ description: "identities_changed of movements, 0 to 1" }),
      samples: Schema.Array(Sample)
    })
  ),
  shadow: Schema.NullOr(Shadow),
  promotion: Promotion,
  versions: Schema.Array(VersionHealth).annotate({ description: "All of the bank's, the newest promotion first" })
}).annotate({ identifier: "ScriptReport" })

const ComparisonBody = body(
  {
    against: withMessage(Schema.String, "against must be the id of another script of the same bank"),
    samples: withMessage(
      Schema.Array(Sample).check(Schema.isMaxLength(200)),
      "samples must be a list of what both versions made of each recording"
    )
  },
  "against and samples are required"
)

export class ScriptReportsGroup extends HttpApiGroup.make("scriptReports")
  .add(
    HttpApiEndpoint.get("read", "/scripts/:scriptId/report", {
      params: { scriptId: pathId("Script") },
      success: ScriptReport,
      error: NotFound
    }).annotateMerge(
      OpenApi.annotations({
        summary: "How the versions do, and what this one would change (extension)",
        description:
          "Each version's runs of the last thirty days, the last comparison of this one with another, and what it read on accounts whose owners agreed to shadow runs."
      })
    ),
    HttpApiEndpoint.post("compare", "/scripts/:scriptId/report", {
      params: { scriptId: pathId("Script") },
      payload: ComparisonBody,
      success: ScriptReport,
      error: [BadRequest, Forbidden, NotFound]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Add what both versions made of recordings (extension)",
        description:
          "For the bank's creator and administrators: `counterfoil script promote` runs both versions on the author's recordings and sends what it has counted."
      })
    ),
    HttpApiEndpoint.get("bundle", "/scripts/:scriptId/bundle", {
      params: { scriptId: pathId("Script") },
      success: Schema.Struct({ bundle: Schema.String }),
      error: [Forbidden, NotFound]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Read a version's code (extension)",
        description: "For the bank's creator and administrators."
      })
    )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({ title: "Script reports", description: "What is known of a script's versions (extension)." })
  ) {}
