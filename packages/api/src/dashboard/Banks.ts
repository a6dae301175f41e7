/** Banks, shared by all users. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, Forbidden, NotFound, TooManyRequestsAnswer } from "../errors.ts"
import { body, Id, pathId, withMessage, Timestamp, urlForm } from "../fields.ts"
import { LoginRequests, PasswordFields, ScriptSummary } from "./Scripts.ts"

const BankStatus = Schema.Literals(["active", "retired"])

const bankFields = {
  id: Id,
  code: Schema.String,
  name: Schema.String,
  loginUrl: Schema.optionalKey(Schema.String),
  status: BankStatus
}

export const Bank = Schema.Struct(bankFields).annotate({ identifier: "Bank" })

export const Creator = Schema.NullOr(
  Schema.Struct({ name: Schema.NullOr(Schema.String), administrator: Schema.Boolean })
).annotate({ description: "Who made the bank and publishes its scripts; null: whoever runs this server (extension)" })

export const BankDetail = Schema.Struct({
  ...bankFields,
  origins: Schema.Array(Schema.String).annotate({ description: "Where secrets may be typed (extension)" }),
  creator: Creator,
  active: Schema.NullOr(
    Schema.Struct({
      version: Schema.String,
      since: Timestamp,
      requests: Schema.Array(Schema.String).annotate({
        description: "What the bank's page may send after the login beyond reading, such as `POST /movements/search`"
      }),
      login_requests: LoginRequests,
      password_fields: PasswordFields
    })
  ).annotate({ description: "The script's version that reads the accounts (extension)" }),
  fingerprint: Schema.String.annotate({
    description: "Names what enrolling at the bank agrees to; `POST /accounts` takes it (extension)"
  }),
  scripts: Schema.Array(ScriptSummary)
}).annotate({ identifier: "BankDetail" })

const missing = "code and name are required"

export const NewBank = body(
  {
    code: withMessage(Schema.NonEmptyString, missing),
    name: withMessage(Schema.NonEmptyString, missing),
    loginUrl: Schema.optionalKey(urlForm("loginUrl"))
  },
  missing
)

const nothingToChange = "name or status is required"

export const BankChange = body(
  {
    name: Schema.optionalKey(withMessage(Schema.String, "name must be a text")),
    status: Schema.optionalKey(withMessage(BankStatus, "status must be active or retired")).annotateKey({
      description: "retired: the bank takes no new accounts, those that it has go on"
    })
  },
  nothingToChange
).check(
  Schema.makeFilter(({ name, status }) => name !== undefined || status !== undefined, { message: nothingToChange })
)

const originsMessage = "origins must be a list of origins such as https://login.bank.example"

export const MoreOrigins = body(
  { origins: withMessage(Schema.NonEmptyArray(Schema.String), originsMessage) },
  originsMessage
)

export const Origins = Schema.Struct({
  origins: Schema.Array(Schema.String).annotate({ description: "Where secrets may be typed" })
})

export class BanksGroup extends HttpApiGroup.make("banks")
  .add(
    HttpApiEndpoint.get("list", "/banks", { success: Schema.Array(Bank) }).annotateMerge(
      OpenApi.annotations({ summary: "List banks" })
    ),
    HttpApiEndpoint.post("create", "/banks", {
      payload: NewBank,
      success: Schema.Struct({ id: Id }).pipe(HttpApiSchema.status(201)),
      error: [BadRequest, Forbidden, Conflict]
    }).annotateMerge(OpenApi.annotations({ summary: "Add a bank" })),
    HttpApiEndpoint.get("get", "/banks/:bankId", {
      params: { bankId: pathId("Bank") },
      success: BankDetail,
      error: NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Read a bank with its scripts" })),
    HttpApiEndpoint.patch("change", "/banks/:bankId", {
      params: { bankId: pathId("Bank") },
      payload: BankChange,
      success: Bank,
      error: [BadRequest, Forbidden, NotFound, TooManyRequestsAnswer]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Rename a bank, retire it, or take that back (extension)",
        description: "For the bank's creator and for administrators. A retired bank takes no new accounts."
      })
    ),
    HttpApiEndpoint.delete("remove", "/banks/:bankId", {
      params: { bankId: pathId("Bank") },
      success: HttpApiSchema.NoContent,
      error: [Forbidden, NotFound, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a bank with its scripts (extension)",
        description: "For the bank's creator and for administrators, while no account has ever been there: else 409."
      })
    ),
    HttpApiEndpoint.post("addOrigins", "/banks/:bankId/origins", {
      params: { bankId: pathId("Bank") },
      payload: MoreOrigins,
      success: Origins,
      error: [BadRequest, Forbidden, NotFound]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Let the bank's pages live at further origins (extension)",
        description: "For the bank's creator; once other people have accounts there, for administrators only."
      })
    )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Banks",
      description: "Banks, shared by all users."
    })
  ) {}
