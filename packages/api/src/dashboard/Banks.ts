/** Banks, shared by all users. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, Forbidden, NotFound } from "../errors.ts"
import { body, Id, isPlainHttpUrl, pathId, said } from "../fields.ts"
import { ScriptSummary } from "./Scripts.ts"

const bankFields = {
  id: Id,
  code: Schema.String,
  name: Schema.String,
  loginUrl: Schema.optionalKey(Schema.String),
  status: Schema.Literal("active")
}

export const Bank = Schema.Struct(bankFields).annotate({ identifier: "Bank" })

export const BankDetail = Schema.Struct({ ...bankFields, scripts: Schema.Array(ScriptSummary) }).annotate({
  identifier: "BankDetail"
})

const missing = "code and name are required"
const urlMessage = "loginUrl must be an absolute http or https URL without credentials"

export const NewBank = body(
  {
    code: said(Schema.NonEmptyString, missing),
    name: said(Schema.NonEmptyString, missing),
    loginUrl: Schema.optionalKey(
      Schema.NullOr(
        Schema.String.check(
          Schema.makeFilter((text: string) => text === "" || isPlainHttpUrl(text), { message: urlMessage })
        )
      ).annotate({ message: urlMessage })
    )
  },
  missing
)

const originsMessage = "origins must be a list of origins such as https://login.bank.example"

export const MoreOrigins = body({ origins: said(Schema.NonEmptyArray(Schema.String), originsMessage) }, originsMessage)

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
