/** What people have taught of payers' names by choosing and separating payments; ours. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { NotFound } from "../errors.ts"
import { Id, pathId, Timestamp } from "../fields.ts"

const TaughtPayer = Schema.Struct({
  id: Id,
  order_name: Schema.String.annotate({ description: "The payer's name as orders have it" }),
  sender_name: Schema.String.annotate({
    description: "The payer's name as the bank shows it; empty where it names nobody"
  }),
  counterparty_account: Schema.NullOr(Schema.String).annotate({
    description: "The account that the money came from, where the bank prints one"
  }),
  verdict: Schema.Literals(["confirmed", "separated"]).annotate({
    description:
      "What a person said last. confirmed: the sender, by name and by account, counts as the payer of later orders of that name; separated: it speaks against it"
  }),
  taught_at: Timestamp
}).annotate({ identifier: "TaughtPayer" })

const account = pathId("Account")

export class TaughtPayersGroup extends HttpApiGroup.make("taughtPayers")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:accountId/payers", {
      params: { accountId: account },
      success: Schema.Array(TaughtPayer),
      error: NotFound
    }).annotateMerge(
      OpenApi.annotations({
        summary:
          "What choosing and separating payments has taught of payers' names and accounts, the latest first; 500 at most (extension)"
      })
    ),
    HttpApiEndpoint.delete("forget", "/accounts/:accountId/payers/:payerId", {
      params: { accountId: account, payerId: pathId("Payer") },
      success: HttpApiSchema.NoContent,
      error: NotFound
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Have it forgotten: from the next pass on it counts no more; matches stay (extension)"
      })
    )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Payers' names",
      description: "What matching has learned from people, for the account's owner to see and remove (extension)."
    })
  ) {}
