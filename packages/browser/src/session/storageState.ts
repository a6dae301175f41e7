/** Cookies and storage of a session as JSON text, and back. */
import { type Option, Redacted, Schema } from "effect"
import type { BrowserContext, BrowserContextOptions } from "playwright-core"

const StorageState = Schema.fromJsonString(
  Schema.Struct({
    cookies: Schema.mutable(
      Schema.Array(
        Schema.Struct({
          name: Schema.String,
          value: Schema.String,
          domain: Schema.String,
          path: Schema.String,
          expires: Schema.Number,
          httpOnly: Schema.Boolean,
          secure: Schema.Boolean,
          sameSite: Schema.Literals(["Strict", "Lax", "None"])
        })
      )
    ),
    origins: Schema.mutable(
      Schema.Array(
        Schema.Struct({
          origin: Schema.String,
          localStorage: Schema.mutable(Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })))
        })
      )
    )
  })
)
const decode = Schema.decodeUnknownOption(StorageState)

/** None for a text that isn't a state of ours: the session then starts afresh. */
export const parseStorageState = (
  text: Redacted.Redacted<string>
): Option.Option<NonNullable<Exclude<BrowserContextOptions["storageState"], string>>> => decode(Redacted.value(text))

export const readStorageState = async (context: BrowserContext): Promise<Redacted.Redacted<string>> =>
  Redacted.make(JSON.stringify(await context.storageState()), { label: "storage state" })
