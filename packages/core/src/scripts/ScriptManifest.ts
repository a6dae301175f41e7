/** What a bank script declares of itself; read from the loaded bundle, never trusted beyond what the bank allows. */
import { Schema } from "effect"
import { DeclaredRequest, mostDeclared, scriptPhases } from "./DeclaredRequest.ts"

const Origin = Schema.String.check(
  Schema.isPattern(/^https?:\/\/[^/\s]+$/, {
    message: "Expected an origin such as https://www.bank.example, without a path"
  })
)

/** Capabilities that came after the first version of the SDK's major version. This host has all of them. */
const capabilities = [
  "otp.approval",
  "locator.records",
  "records.above",
  "pace",
  "page.responses",
  "page.overlay",
  "download.parts",
  "keypad.shapes",
  "browser.locale"
] as const

const Locale = Schema.String.check(
  Schema.isPattern(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, {
    message: "Expected a language such as es-ES, as BCP 47 writes it"
  })
)

const PatternText = Schema.Struct({ regex: Schema.String, flags: Schema.String })

export const ScriptManifest = Schema.Struct({
  bank: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(63)),
  version: Schema.String.check(
    Schema.isPattern(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, { message: "Expected a version such as 1.0.0" })
  ),
  /** The SDK's major version. What is stored outlives the server that took it: `sdkProblem` says whether this one does. */
  sdk: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })),
  flow: Schema.Literal("extract_transactions"),
  /**
   * The network allow-list. Empty: the bank's own origins. A manifest only narrows what the bank allows.
   */
  origins: Schema.Array(Origin),
  /** Origins that secrets may be typed into; absent: all of `origins`. */
  secretOrigins: Schema.optionalKey(Schema.Array(Origin)),
  /**
   * Where the password may be typed besides `<input type="password">` and keypads. `text`: into one-line text fields too,
   * whose content a page may show elsewhere: only for a bank that has no password field.
   */
  passwordFields: Schema.optionalKey(Schema.Literal("text")),
  /** IANA time zone of the bank's dates. */
  zone: Schema.String,
  /** The language and country that the bank is asked for, of one that goes by `Accept-Language` (`es-ES`). */
  locale: Schema.optionalKey(Locale),
  dates: Schema.Literals(["dmy", "mdy", "ymd"]),
  sessionTypes: Schema.Array(Schema.Literals(["one-shot", "persistent"])),
  /** Whether the bank's own transaction ids are unique. */
  uniqueIds: Schema.Boolean,
  /** Where the bank cuts names off, in characters. */
  nameLength: Schema.optionalKey(Schema.Int),
  /** Parts of descriptions that change between reads; taken out before a movement is recognised again. */
  volatileText: Schema.optionalKey(Schema.Array(PatternText)),
  /** Texts before a payer's name ("TRF DE"), in the bank's spelling, or patterns for them. */
  namePrefixes: Schema.optionalKey(Schema.Array(Schema.Union([Schema.String, PatternText]))),
  /** Fields of the bank's requests that differ from run to run: for replays. */
  volatileRequest: Schema.optionalKey(
    Schema.Array(Schema.String.check(Schema.isMaxLength(200))).check(Schema.isMaxLength(100))
  ),
  /** A script that needs more than this host can do isn't loaded. */
  needs: Schema.optionalKey(Schema.Array(Schema.Literals(capabilities))),
  /** What the bank's page may send beyond reading once it is logged in; absent: nothing. */
  requests: Schema.optionalKey(Schema.Array(DeclaredRequest).check(Schema.isMaxLength(mostDeclared))),
  /**
   * A session at the bank serves all accounts of its login, one after the other: `resume` finds it open, and `extract` opens the
   * account that it is asked for.
   */
  sharesSession: Schema.optionalKey(Schema.Literal(true)),
  /** It can say which accounts a login has (`extract` with `list`). */
  listsAccounts: Schema.optionalKey(Schema.Literal(true)),
  /** Which optional phases the script has. */
  phases: Schema.Array(Schema.Literals(scriptPhases))
})
export type ScriptManifest = typeof ScriptManifest.Type
