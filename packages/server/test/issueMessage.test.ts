import { MailboxWrite } from "@counterfoil/api"
import { withMessage } from "@counterfoil/domain"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { issueMessage } from "../src/http/issueMessage.ts"

const mailbox = { host: "imap.example", username: "me@shop.example", password: "secret", senders: ["@bank.example"] }
const Named = Schema.Struct({
  name: withMessage(
    Schema.String.check(
      Schema.makeFilter((text: string) => !text.includes("\0"), { message: "name must not contain a zero" }),
      Schema.makeFilter((text: string) => text !== "nobody" || "name must be somebody's"),
      Schema.isMinLength(2),
      Schema.isMaxLength(5)
    ),
    "name must be a text of 2 to 5 characters"
  )
})

const refusal = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, given: object) =>
  Schema.decodeUnknownEffect(schema)(given, { errors: "all" }).pipe(
    Effect.flip,
    Effect.map(({ issue }) => issueMessage(issue))
  )

describe("why a request doesn't fit", () => {
  it.effect.each([
    [{ password: "" }, "password must be a text of 1 to 500 characters"],
    [{ password: "a\nb" }, "password must be a text of 1 to 500 characters"],
    [{ password: "a".repeat(501) }, "password must be a text of 1 to 500 characters"],
    [{ senders: [] }, "senders must be a list of 1 to 10 addresses, or @bank.example for all of a domain"],
    [
      { host: "", password: "" },
      "host must be a text of 1 to 253 characters; password must be a text of 1 to 500 characters"
    ]
  ] as const)("is said in the field's words, whichever of its checks failed (%#)", ([given, sentence]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusal(MailboxWrite, { ...mailbox, ...given }), sentence)
    })
  )

  it.effect.each([
    ["a\0", "name must not contain a zero"],
    ["nobody", "name must be somebody's"],
    ["a", "name must be a text of 2 to 5 characters"],
    ["abcdef", "name must be a text of 2 to 5 characters"]
  ] as const)("is said in a check's own words, where it has some (%#)", ([name, sentence]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusal(Named, { name }), sentence)
    })
  )
})
