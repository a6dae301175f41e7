/** An owner's agreement to shadow runs on an account; ours. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { NotFound } from "../errors.ts"
import { Id, pathId, Timestamp, TimestampOrNull } from "../fields.ts"

const ShadowRun = Schema.Struct({
  script_id: Id,
  version: Schema.String,
  started_at: Timestamp,
  finished_at: TimestampOrNull,
  outcome: Schema.NullOr(Schema.String).annotate({
    description: "read, not_comparable, or the kind of failure; null while it runs, or if it was broken off"
  }),
  movements_before: Schema.Int.annotate({ description: "That the active version read" }),
  movements_after: Schema.Int,
  identities_changed: Schema.Int,
  signs_changed: Schema.Int
}).annotate({ identifier: "ShadowRun" })

const ShadowConsent = Schema.Struct({
  agreed_at: TimestampOrNull.annotate({ description: "null: no version is tried on the account" }),
  runs: Schema.Array(ShadowRun).annotate({ description: "The last one of each version, the newest first; 50 at most" })
}).annotate({ identifier: "ShadowConsent" })

const params = { accountId: pathId("Account") }
const path = "/accounts/:accountId/shadow"

export class ShadowGroup extends HttpApiGroup.make("shadow")
  .add(
    HttpApiEndpoint.get("read", path, { params, success: ShadowConsent, error: NotFound }).annotateMerge(
      OpenApi.annotations({
        summary: "Whether versions in review are tried on the account, and what came of it (extension)"
      })
    ),
    HttpApiEndpoint.put("agree", path, { params, success: ShadowConsent, error: NotFound }).annotateMerge(
      OpenApi.annotations({
        summary: "Agree to shadow runs on the account (extension)",
        description:
          "After a scrape of the active version, the newest version in review reads the account too, in the same session, " +
          "at most once in SHADOW_INTERVAL. It can't log in, what it reads is counted and not kept, and " +
          "`GET /scripts/:scriptId/report` shows the counts of all accounts together."
      })
    ),
    HttpApiEndpoint.delete("withdraw", path, { params, success: ShadowConsent, error: NotFound }).annotateMerge(
      OpenApi.annotations({
        summary: "Withdraw that agreement (extension)",
        description: "A run that is under way ends by itself; no other one begins."
      })
    )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({ title: "Shadow runs", description: "Trying versions in review on an account (extension)." })
  ) {}
