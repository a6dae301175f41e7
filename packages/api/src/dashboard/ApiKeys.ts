/** Keys with which machines submit codes and read status. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ApiKeyScope, apiKeyScopes } from "../apiKeyScopes.ts"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, NotFound } from "../errors.ts"
import { body, Id, pathId, required, withMessage, storable, Timestamp, TimestampOrNull } from "../fields.ts"

const keyFields = {
  id: Id,
  name: Schema.String,
  prefix: Schema.String.annotate({ description: "8 characters that tell keys apart; not secret" }),
  scopes: Schema.Array(ApiKeyScope),
  account_ids: Schema.NullOr(Schema.Array(Id)).annotate({ description: "Null: all accounts of the user" }),
  types: Schema.optionalKey(Schema.Literal("all")).annotateKey({
    description: "all: for what isn't a code, too. Absent: for codes only (extension)"
  }),
  created_at: Timestamp,
  last_used_at: TimestampOrNull.annotate({ description: "Noted at most once a minute; null: never used" }),
  revoked_at: TimestampOrNull
}

export const ApiKey = Schema.Struct(keyFields).annotate({ identifier: "ApiKey" })

export const CreatedApiKey = Schema.Struct({
  ...keyFields,
  key: Schema.String.annotate({ description: "The whole key, `svc_<prefix>_<secret>`: only here, never again" })
}).annotate({ identifier: "CreatedApiKey" })

const nameMessage = "name must be 1 to 100 characters"
const scopesMessage = `scopes must contain at least one of ${apiKeyScopes.join(", ")}`
const accountsMessage = "account_ids must be null or a list of account UUIDs"

export const ApiKeyRequest = body(
  {
    name: required(
      Schema.String.check(
        storable("name"),
        Schema.isMinLength(1, { message: nameMessage }),
        Schema.isMaxCodePoints(100)
      ),
      "name is required",
      nameMessage
    ),
    scopes: withMessage(Schema.NonEmptyArray(ApiKeyScope), scopesMessage),
    account_ids: Schema.optionalKey(
      withMessage(Schema.NullOr(Schema.Array(Schema.String.check(Schema.isUUID()))), accountsMessage)
    ),
    types: Schema.optionalKey(withMessage(Schema.Literals(["all"]), "types must be all")).annotateKey({
      description:
        "With all the key is also told of approvals, questions and pictures (scope status:read) and answers them (otp:write): " +
        "/v1/accounts/{accountId}/assistances. Absent: codes only, as the contract says (extension)"
    })
  },
  "name is required"
)

export class ApiKeysGroup extends HttpApiGroup.make("apiKeys")
  .add(
    HttpApiEndpoint.get("list", "/me/api-keys", {
      success: Schema.Struct({ keys: Schema.Array(ApiKey), available_scopes: Schema.Array(ApiKeyScope) })
    }).annotateMerge(OpenApi.annotations({ summary: "List API keys, newest first" })),
    HttpApiEndpoint.post("create", "/me/api-keys", {
      payload: ApiKeyRequest,
      success: CreatedApiKey.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, Conflict]
    }).annotateMerge(OpenApi.annotations({ summary: "Create an API key" })),
    HttpApiEndpoint.delete("revoke", "/me/api-keys/:id", {
      params: { id: pathId("API key") },
      success: HttpApiSchema.NoContent,
      error: NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Revoke an API key, effective at once" }))
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "API keys",
      description: "Keys with which machines use `/v1`. Managed with a token, not with a key."
    })
  ) {}
