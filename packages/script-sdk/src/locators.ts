/** The types of page, frame and locator: Playwright's names and meanings, as far as a bank script needs them. */
import type { Json } from "./bridge.ts"
import type { Row } from "./Row.ts"
import type { Secret } from "./Secret.ts"
import type { Text } from "./steps.ts"

export type Exact = { readonly exact?: boolean }

/** `timeout` in milliseconds, at most 120,000. (Default: the host's) */
export type Wait = { readonly timeout?: number }

/**
 * `human`: a pause before, and an uneven one after each key, for banks that look at how one types. Set for the whole
 * script in `defineBankScript({ pace })`. (Default: the script's, else at once)
 */
export type Paced = { readonly pace?: "human" | "none" }

/** `settled`: read until two readings are the same, for lists that fill while they are looked at. (Default: once) */
export type Settled = { readonly settled?: boolean }

export type RoleOptions = Exact & {
  /** The accessible name: a part of it in any case, unless `exact`. */
  readonly name?: Text
  /** The accessible description. */
  readonly description?: Text
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly expanded?: boolean
  readonly selected?: boolean
  readonly pressed?: boolean
  readonly level?: number
  readonly includeHidden?: boolean
}

export type Filter = {
  readonly hasText?: Text
  readonly hasNotText?: Text
  readonly has?: Locator
  readonly hasNot?: Locator
  readonly visible?: boolean
}

/** What page, frame and locator find elements by: Playwright's methods of the same names. */
export interface Finder {
  /** By ARIA role and accessible name: the first choice, for it is what a person sees. */
  getByRole(role: string, options?: RoleOptions): Locator
  getByLabel(text: Text, options?: Exact): Locator
  getByText(text: Text, options?: Exact): Locator
  getByPlaceholder(text: Text, options?: Exact): Locator
  getByTitle(text: Text, options?: Exact): Locator
  getByAltText(text: Text, options?: Exact): Locator
  getByTestId(id: Text): Locator
  /**
   * By css, or another locator looked for inside this one. Other selector engines and `>>` are refused, and tests of what
   * `value` holds or of a part of what `href`, `title` or `data-…` hold (a piece of a path in `href` is fine).
   */
  locator(css: string | Locator, options?: Filter): Locator
  /** Into the frame that the css selects. */
  frameLocator(css: string): FrameLocator
}

/**
 * Where a part of a record is: the first element below that the css selects (`""`: the record itself), in open shadow roots too; its
 * text or an attribute.
 */
export type RecordField =
  | string
  | {
      readonly css: string
      /** `data-…`, `datetime`, `title`, `alt`, `href`, `id`, `aria-label`, or a place: `aria-posinset`, `aria-rowindex`. */
      readonly attribute: string
    }
  | {
      /**
       * Of the elements before the record, in the order of the page, the last that this css selects: the heading of its day.
       * Needs `records.above` (`needs`).
       */
      readonly above: string
      readonly attribute?: string
    }

/** A frame of the page, in which locators are looked for. */
export interface FrameLocator extends Finder {
  /** The `<iframe>` element itself. */
  owner(): Locator
  first(): FrameLocator
  last(): FrameLocator
  nth(index: number): FrameLocator
  toString(): string
}

/** A row of a page: its element can be clicked, or looked into. */
export interface TableRow extends Row {
  readonly locator: Locator
}

/** An immutable list of steps. Nothing happens before one of the methods that return a promise is called. */
export interface Locator extends Finder {
  filter(options: Filter): Locator
  and(other: Locator): Locator
  or(other: Locator): Locator
  first(): Locator
  last(): Locator
  nth(index: number): Locator
  /** A name for people; errors begin with it. */
  describe(what: string): Locator
  /** Into the frame that this `<iframe>` element holds. */
  contentFrame(): FrameLocator
  /** One locator for each element that matches now. */
  all(): Promise<ReadonlyArray<Locator>>
  count(): Promise<number>
  click(options?: Wait & Paced): Promise<void>
  dblclick(options?: Wait & Paced): Promise<void>
  check(options?: Wait): Promise<void>
  uncheck(options?: Wait): Promise<void>
  setChecked(checked: boolean, options?: Wait): Promise<void>
  hover(options?: Wait): Promise<void>
  focus(options?: Wait): Promise<void>
  blur(options?: Wait): Promise<void>
  scrollIntoViewIfNeeded(options?: Wait): Promise<void>
  clear(options?: Wait): Promise<void>
  /**
   * Replaces what the field holds. A secret goes only into the bank's own frames (`SecretOrigin`), in `login` only, the
   * password only into password fields (`SecretRefused`).
   */
  fill(value: string | Secret, options?: Wait & Paced): Promise<void>
  /** Types key by key, `delay` milliseconds apart, for fields that listen to keys. */
  pressSequentially(value: string | Secret, options?: Wait & Paced & { readonly delay?: number }): Promise<void>
  /**
   * One key or chord: `Enter`, `ArrowDown`, `Shift+Tab`. Those of the clipboard are refused, and in a field that a secret
   * was typed into all but `Enter`, `Tab` and `Escape`.
   */
  press(key: string, options?: Wait): Promise<void>
  /** By value or label, by label, or by 0-based place. */
  selectOption(option: string | { readonly label: string } | { readonly index: number }, options?: Wait): Promise<void>
  textContent(options?: Wait): Promise<string | null>
  innerText(options?: Wait): Promise<string>
  allInnerTexts(): Promise<ReadonlyArray<string>>
  allTextContents(): Promise<ReadonlyArray<string>>
  getAttribute(name: string, options?: Wait): Promise<string | null>
  /** Refused (`SecretRead`) on a field that a secret was typed into. */
  inputValue(options?: Wait): Promise<string>
  /** Now, without waiting. */
  isVisible(): Promise<boolean>
  isHidden(): Promise<boolean>
  isEnabled(): Promise<boolean>
  isDisabled(): Promise<boolean>
  isEditable(): Promise<boolean>
  isChecked(): Promise<boolean>
  waitFor(options?: Wait & { readonly state?: "visible" | "hidden" | "attached" | "detached" }): Promise<void>
  /** All rows of a `<table>` or `[role=grid]`, in one call. */
  rows(options?: Wait & Settled): Promise<ReadonlyArray<TableRow>>
  /**
   * A list that is no table, in one call: a row for each visible element that matches, with the fields' names as its
   * headers. Empty where nothing matches now.
   */
  records(fields: Readonly<Record<string, RecordField>>, options?: Wait & Settled): Promise<ReadonlyArray<TableRow>>
  /** Roles and names below the element; the values of fields are left out. */
  outline(): Promise<string>
  /** As it would be written in TypeScript. */
  toString(): string
}

/** A locator, an address, or several locators of which any will do: they may be in different frames. */
export type Target = Locator | { readonly url: Text } | ReadonlyArray<Locator>

/** Names of the WHATWG's encoding standard. */
export type TextEncoding =
  | "utf-8"
  | "utf-16le"
  | "utf-16be"
  | `windows-${1250 | 1251 | 1252 | 1253 | 1254 | 1255 | 1256 | 1257}`
  | `iso-8859-${1 | 2 | 7 | 8 | 9 | 15}`
  | "ibm866"
  | "koi8-r"
  | "shift_jis"
  | "euc-jp"
  | "euc-kr"
  | "gb18030"
  | "big5"

/** A file that the page gave out. Its bytes stay with the host; the script reads its text. */
export interface Download {
  /** As the bank names the file. */
  readonly name: string
  readonly type: string
  /** In bytes. */
  readonly size: number
  /** At most 4 MiB (`TooLarge`). A byte order mark is left out. (Default: utf-8, or UTF-16 where the mark says so) */
  text(encoding?: TextEncoding): Promise<string>
  /** The text parts of a packed file (XLSX, ODS, a ZIP of XML or CSV) by name; at most 4 MiB unpacked (`TooLarge`). */
  parts(): Promise<Readonly<Record<string, string>>>
}

/** What the bank answered to a request of its own page. Values that look like keys to the session are left out. */
export interface Answer {
  /** Counts up in the phase. */
  readonly number: number
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly status: number
  readonly json: Json
}

/** One tab of the session's browser. Its verbs are Playwright's where they have the same names. */
export interface Page extends Finder {
  /** A whole address, or a path at the bank's first origin (`/login`). */
  goto(url: string, options?: Wait): Promise<void>
  reload(options?: Wait): Promise<void>
  goBack(options?: Wait): Promise<void>
  goForward(options?: Wait): Promise<void>
  url(): Promise<string>
  title(): Promise<string>
  /** A whole address with `*` (no slash) and `**` (anything) as wildcards, or an expression. */
  waitForURL(url: Text, options?: Wait): Promise<void>
  /** Rarely needed: every action waits for its element. (Default: load) */
  waitForLoadState(state?: "load" | "domcontentloaded" | "networkidle", options?: Wait): Promise<void>
  /** A key for whatever has the focus: `Escape`. */
  press(key: string, options?: Wait): Promise<void>
  /** The name of the target that comes first: a locator that becomes visible, or an address. */
  waitForAny<Targets extends Readonly<Record<string, Target>>>(
    targets: Targets,
    options?: Wait
  ): Promise<keyof Targets & string>
  /** The page that `act` opens. */
  popup(act: () => Promise<void>, options?: Wait): Promise<Page>
  /** The file that `act` makes the bank send. */
  download(act: () => Promise<void>, options?: Wait): Promise<Download>
  /**
   * The JSON that the bank answered to requests which its page made in this phase, oldest first; waits for one that is newer
   * than `after`. In `extract` only, at paths only that the manifest's `requests` declare with `readable: true`. Cookies,
   * headers and values that look like tokens stay out of it.
   */
  responses(path: string, options?: Wait & { readonly after?: number }): Promise<ReadonlyArray<Answer>>
  /**
   * Whenever `overlay` stands in the way of an action, `close` is clicked first: banners, surveys, "did you know?". Not in
   * `login`, and until the phase ends.
   */
  overlay(overlay: Locator, close: Locator): Promise<void>
  /** How the page's next dialogs are answered. */
  dialog(answer: "accept" | "dismiss"): Promise<void>
  close(): Promise<void>
}
