/**
 * What a bank script may ask of its page: one small JSON message per verb.
 *
 * The guest side (the script SDK) writes these messages, the host checks them against this schema and the browser
 * adapter carries them out on Playwright's public methods. Locators cross as lists of steps, never as selector strings:
 * an allow-list of methods is a small attack surface and survives changes of Playwright's internals.
 */
import { Schema } from "effect"
import { textEncodings } from "./textEncodings.ts"

export type { TextEncoding } from "./textEncodings.ts"

const ShortText = Schema.String.check(Schema.isMaxLength(1024))
const Timeout = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 120_000 })))
const Index = Schema.Int.check(Schema.isBetween({ minimum: -10_000, maximum: 10_000 }))

/** A text to look for: a plain string, or a regular expression that runs in the page. */
export const TextPattern = Schema.Union([
  ShortText,
  Schema.Struct({ regex: ShortText, flags: Schema.String.check(Schema.isPattern(/^[imsu]{0,4}$/)) })
])
export type TextPattern = typeof TextPattern.Type

/**
 * One step of a locator: `[method, ...arguments]`, replayed on Playwright's method of the same name.
 * Options hold only what the methods of the same name take; `has` and `hasNot` hold a nested list of steps.
 */
export interface LocatorStep {
  readonly method: (typeof locatorMethods)[number]
  /** The positional argument: a role, a text, a css selector, an index or a nested locator. */
  readonly arg?: TextPattern | number | { readonly steps: ReadonlyArray<LocatorStep> }
  readonly options?: {
    readonly exact?: boolean
    readonly name?: TextPattern
    readonly description?: TextPattern
    readonly checked?: boolean
    readonly disabled?: boolean
    readonly expanded?: boolean
    readonly selected?: boolean
    readonly pressed?: boolean
    readonly level?: number
    readonly includeHidden?: boolean
    readonly hasText?: TextPattern
    readonly hasNotText?: TextPattern
    readonly has?: { readonly steps: ReadonlyArray<LocatorStep> }
    readonly hasNot?: { readonly steps: ReadonlyArray<LocatorStep> }
    readonly visible?: boolean
  }
}

export const locatorMethods = [
  "getByRole",
  "getByLabel",
  "getByText",
  "getByPlaceholder",
  "getByTitle",
  "getByAltText",
  "getByTestId",
  "locator",
  "frameLocator",
  "contentFrame",
  "owner",
  "filter",
  "and",
  "or",
  "first",
  "last",
  "nth"
] as const

const Nested = Schema.Struct({
  steps: Schema.Array(Schema.suspend((): Schema.Codec<LocatorStep> => LocatorStep)).check(Schema.isMaxLength(24))
})

export const LocatorStep: Schema.Codec<LocatorStep> = Schema.Struct({
  method: Schema.Literals(locatorMethods),
  arg: Schema.optionalKey(Schema.Union([TextPattern, Index, Nested])),
  options: Schema.optionalKey(
    Schema.Struct({
      exact: Schema.optionalKey(Schema.Boolean),
      name: Schema.optionalKey(TextPattern),
      description: Schema.optionalKey(TextPattern),
      checked: Schema.optionalKey(Schema.Boolean),
      disabled: Schema.optionalKey(Schema.Boolean),
      expanded: Schema.optionalKey(Schema.Boolean),
      selected: Schema.optionalKey(Schema.Boolean),
      pressed: Schema.optionalKey(Schema.Boolean),
      level: Schema.optionalKey(Schema.Int),
      includeHidden: Schema.optionalKey(Schema.Boolean),
      hasText: Schema.optionalKey(TextPattern),
      hasNotText: Schema.optionalKey(TextPattern),
      has: Schema.optionalKey(Nested),
      hasNot: Schema.optionalKey(Nested),
      visible: Schema.optionalKey(Schema.Boolean)
    })
  )
})

/** A locator: 1 to 24 steps from the page's main frame. */
const LocatorSteps = Schema.NonEmptyArray(LocatorStep).check(Schema.isMaxLength(24))

/**
 * A secret that the host knows by handle. The host types the value itself; the script never holds it.
 * `positions` are 1-based: "characters 3, 5 and 8" of the secret, in that order.
 */
export const SecretHandle = Schema.Struct({
  secret: Schema.String.check(Schema.isPattern(/^[a-z0-9_-]{1,40}$/)),
  positions: Schema.optionalKey(
    Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 256 }))).check(Schema.isMaxLength(256))
  )
})
export type SecretHandle = typeof SecretHandle.Type

/** A value to type: plain text of the script's own, or a handle. */
const TypedValue = Schema.Union([Schema.String.check(Schema.isMaxLength(4096)), SecretHandle])

/** Which page of the session: 0 is the first one, popups count up. */
const PageNumber = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 99 }))

const onPage = { page: PageNumber, timeout: Timeout }
const onLocator = { page: PageNumber, steps: LocatorSteps, timeout: Timeout }

/** Typed as a person types: a pause before, and pauses of uneven length between keys. Absent: without pauses. */
const Pace = Schema.optionalKey(Schema.Literal("human"))

const Key = Schema.String.check(Schema.isMaxLength(40))

const RecordAttribute = Schema.String.check(
  Schema.isPattern(/^(data-[\w-]+|datetime|title|alt|href|id|aria-(?:label|posinset|rowindex))$/)
)

/**
 * A field of a record: the text of the first element below that matches, or one of its attributes; or of the last such element
 * that stands before the record (`above`).
 */
const RecordField = Schema.Union([
  ShortText,
  Schema.Struct({ css: ShortText, attribute: RecordAttribute }),
  Schema.Struct({ above: ShortText, attribute: Schema.optionalKey(RecordAttribute) })
])
export type RecordField = typeof RecordField.Type

/** Something to wait for: a locator that becomes visible, or an address. */
const Target = Schema.Union([Schema.Struct({ steps: LocatorSteps }), Schema.Struct({ url: TextPattern })])

const call = <const Verb extends string, const Fields extends Schema.Struct.Fields>(verb: Verb, fields: Fields) =>
  Schema.Struct({ verb: Schema.Literal(verb), ...fields })

export const PageCall = Schema.Union([
  // Page. Answers: null unless said otherwise.
  call("page.goto", { ...onPage, url: Schema.String.check(Schema.isMaxLength(4096)) }),
  call("page.reload", onPage),
  call("page.goBack", onPage),
  call("page.goForward", onPage),
  call("page.waitForLoadState", {
    ...onPage,
    state: Schema.optionalKey(Schema.Literals(["load", "domcontentloaded", "networkidle"]))
  }),
  /** A key for the element that has the focus. */
  call("page.press", { ...onPage, key: Key }),
  /** Answer: the page's address, with every secret scrubbed. */
  call("page.url", onPage),
  /** Answer: the page's title. */
  call("page.title", onPage),
  call("page.waitForURL", { ...onPage, url: TextPattern }),
  /** Answer: the name of the target that came first; fault `Timeout` when none came. */
  call("page.waitForAny", { ...onPage, targets: Schema.Record(Schema.String, Target) }),
  call("page.close", onPage),
  /** How the next dialogs (alert, confirm, prompt) of the page are answered. */
  call("page.dialog", { ...onPage, answer: Schema.Literals(["accept", "dismiss"]) }),
  /**
   * Answer: what the bank answered to requests of its page at a declared path, in the phase and after number `after`; waits
   * for one. `{ number, method, path, query, status, json }` each.
   */
  call("page.responses", { ...onPage, path: ShortText, after: Schema.Int }),
  /** Whenever `steps` is seen before an action, `close` is clicked; until the phase ends. */
  call("page.overlay", { ...onLocator, close: LocatorSteps }),
  /** Starts to listen for a popup or a download before the script acts. Answer: a token (string). */
  call("page.expect", { ...onPage, what: Schema.Literals(["popup", "download"]) }),
  /** Waits for it. Answer: `{ page }` for a popup, `{ download, name, type, size }` for a download. */
  call("page.expected", { ...onPage, token: Schema.String.check(Schema.isMaxLength(64)) }),
  /** Answer: the downloaded text; at most 4 MiB. */
  call("download.text", {
    download: Schema.String.check(Schema.isMaxLength(64)),
    encoding: Schema.optionalKey(Schema.Literals(textEncodings))
  }),
  /** Answer: the text parts of a packed download (XLSX, ODS, ZIP) by name; at most 4 MiB unpacked. */
  call("download.parts", { download: Schema.String.check(Schema.isMaxLength(64)) }),
  // Locator actions.
  call("locator.click", { ...onLocator, pace: Pace }),
  call("locator.dblclick", { ...onLocator, pace: Pace }),
  call("locator.check", onLocator),
  call("locator.uncheck", onLocator),
  call("locator.hover", onLocator),
  call("locator.focus", onLocator),
  call("locator.blur", onLocator),
  call("locator.clear", onLocator),
  call("locator.scrollIntoViewIfNeeded", onLocator),
  call("locator.fill", { ...onLocator, value: TypedValue, pace: Pace }),
  call("locator.pressSequentially", {
    ...onLocator,
    value: TypedValue,
    delay: Schema.optionalKey(Schema.Int),
    pace: Pace
  }),
  call("locator.press", { ...onLocator, key: Key }),
  call("locator.selectOption", {
    ...onLocator,
    option: Schema.Union([ShortText, Schema.Struct({ label: ShortText }), Schema.Struct({ index: Schema.Int })])
  }),
  // Locator reads. Fields that a secret was typed into answer the fault `SecretRead`.
  call("locator.textContent", onLocator),
  call("locator.innerText", onLocator),
  call("locator.allInnerTexts", onLocator),
  call("locator.allTextContents", onLocator),
  call("locator.getAttribute", { ...onLocator, name: ShortText }),
  call("locator.inputValue", onLocator),
  call("locator.count", onLocator),
  call("locator.isVisible", onLocator),
  call("locator.isEnabled", onLocator),
  call("locator.isEditable", onLocator),
  call("locator.isChecked", onLocator),
  call("locator.waitFor", {
    ...onLocator,
    state: Schema.optionalKey(Schema.Literals(["visible", "hidden", "attached", "detached"]))
  }),
  /**
   * A whole `<table>` or `[role=grid]` in one call.
   * Answer: `{ headers: string[], rows: { at: number, cells: { text: string, href: string | null }[] }[] }`; `at` is
   * the row's place among all `tr` and `[role=row]` of the table. `settled`: read until two readings are the same.
   */
  call("locator.rows", { ...onLocator, settled: Schema.optionalKey(Schema.Boolean) }),
  /**
   * The fields of every visible element that matches, in one call: lists that are no tables. Answer: as of
   * `locator.rows`, with the fields' names as headers; `at` is the element's place among all that match.
   */
  call("locator.records", {
    ...onLocator,
    fields: Schema.Record(Schema.String, RecordField),
    settled: Schema.optionalKey(Schema.Boolean)
  }),
  /** Answer: an outline of roles and names below the locator; the values of fields are left out. */
  call("locator.outline", onLocator),
  /** The host picks and clicks the keys that spell the secret; the script never learns which. */
  call("keypad.type", {
    ...onLocator,
    secret: SecretHandle,
    pace: Pace,
    read: Schema.Union([
      Schema.Literals(["text", "alt", "aria-label"]),
      Schema.Struct({ attribute: ShortText }),
      Schema.Struct({ images: Schema.Record(Schema.String, Schema.String) }),
      Schema.Struct({ labels: Schema.Record(Schema.String, Schema.String) }),
      Schema.Struct({
        shapes: Schema.Record(Schema.String, Schema.String),
        columns: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 })),
        rows: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 }))
      })
    ])
  })
])
export type PageCall = typeof PageCall.Type

/** Why a page call did not work, as the script sees it. `message` is safe to show to the author: scrubbed, no host paths. */
export const pageFaultCodes = [
  /** The message doesn't follow the schema. */
  "InvalidCall",
  /** Nothing matched in time. */
  "Timeout",
  /** More than one element matched where one is needed. */
  "StrictMode",
  /** The address isn't on one of the bank's origins, or not http(s). */
  "NavigationRefused",
  /** The page could not be loaded (connection, DNS, 5xx of the proxy). */
  "NavigationFailed",
  /** A field that a secret was typed into can't be read back. */
  "SecretRead",
  /** A secret may only be typed into the bank's own origins. */
  "SecretOrigin",
  /** This secret may not be typed in this phase, into this field, or a second time. `message` says what to do. */
  "SecretRefused",
  /** The secret has no character at a position that was asked for: it is mistyped, or the position misread. */
  "SecretTooShort",
  /** The keypad can't spell the secret; a second one ends the run. */
  "KeypadMiss",
  /** Elements that were pressed as keys tell which of them it was; it ends the run. */
  "KeypadTells",
  /** The page, its renderer or the browser is gone. */
  "PageClosed",
  "TooLarge",
  "Failed"
] as const
export type PageFaultCode = (typeof pageFaultCodes)[number]

export class PageFault extends Schema.TaggedError<PageFault>()("PageFault", {
  code: Schema.Literals(pageFaultCodes),
  message: Schema.String,
  /** It is the bank's own address that the operator's rules close: the script is right to go there. */
  isClosed: Schema.optionalKey(Schema.Boolean)
}) {}
