/** What the owner of an account agrees that the bank's script may do; ours. */
import { consentGapCodes } from "@counterfoil/domain"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, NotFound } from "../errors.ts"
import { body, pathId, withMessage } from "../fields.ts"
import { Creator } from "./Banks.ts"
import { LoginRequests, PasswordFields } from "./Scripts.ts"

const Terms = Schema.Struct({
  creator: Creator,
  origins: Schema.Array(Schema.String).annotate({ description: "Where the script goes, and secrets are typed" }),
  requests: Schema.Array(Schema.String).annotate({
    description: "What the bank's page may send after the login beyond reading, such as `POST /movements/search`"
  }),
  login_requests: LoginRequests,
  password_fields: PasswordFields
}).annotate({ identifier: "ConsentTerms" })

const Consent = Schema.Struct({
  agreed: Schema.NullOr(Terms).annotate({ description: "null: nothing was agreed to yet" }),
  asked: Terms.annotate({ description: "What the bank and its active script ask for now" }),
  missing: Schema.Array(Schema.String).annotate({
    description: "What of it was not agreed to, in sentences; while there is any, no script runs on the account"
  }),
  gaps: Schema.Array(
    Schema.Struct({
      code: Schema.Literals(consentGapCodes),
      about: Schema.NullOr(Schema.String).annotate({ description: "The origin or the request, where it is about one" })
    })
  ).annotate({ description: "The same as missing, each as a word and what it is about" }),
  fingerprint: Schema.String.annotate({ description: "Names what is asked for; agreeing sends it back" })
}).annotate({ identifier: "Consent" })

const missingFingerprint = "fingerprint is required: it is in the answer of GET"

const params = { accountId: pathId("Account") }
const path = "/accounts/:accountId/consent"

export class ConsentGroup extends HttpApiGroup.make("consent")
  .add(
    HttpApiEndpoint.get("read", path, { params, success: Consent, error: NotFound }).annotateMerge(
      OpenApi.annotations({ summary: "What the owner agreed that the bank's script may do (extension)" })
    ),
    HttpApiEndpoint.post("agree", path, {
      params,
      payload: body({ fingerprint: withMessage(Schema.NonEmptyString, missingFingerprint) }, missingFingerprint),
      success: Consent,
      error: [BadRequest, Conflict, NotFound]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Agree to what the bank and its script ask for now (extension)",
        description:
          "`POST /accounts` agrees to what is asked for then. A promotion that asks for more leaves the account waiting until " +
          "its owner agrees. 409: what is asked for has changed since it was read."
      })
    )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({ title: "Consent", description: "What scripts may do on an account (extension)." })
  ) {}
