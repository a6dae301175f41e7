/** The types of page, frame and locator: Playwright's names and meanings, as far as a bank script needs them. */
import type { Row } from "./Row.ts"
import type { Secret } from "./Secret.ts"
import type { Text } from "./steps.ts"

export type Exact = { readonly exact?: boolean }

/** `timeout` in milliseconds, at most 120,000. (Default: the host's) */
export type Wait = { readonly timeout?: number }

export type RoleOptions = Exact & {
  readonly name?: Text
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

export interface Finder {
  getByRole(role: string, options?: RoleOptions): Locator
  getByLabel(text: Text, options?: Exact): Locator
  getByText(text: Text, options?: Exact): Locator
  getByPlaceholder(text: Text, options?: Exact): Locator
  getByTitle(text: Text, options?: Exact): Locator
  getByAltText(text: Text, options?: Exact): Locator
  getByTestId(id: Text): Locator
  locator(css: string, options?: Filter): Locator
  frameLocator(css: string): FrameLocator
}

export interface FrameLocator extends Finder {
  owner(): Locator
  first(): FrameLocator
  last(): FrameLocator
  nth(index: number): FrameLocator
  toString(): string
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
  contentFrame(): FrameLocator
  all(): Promise<ReadonlyArray<Locator>>
  count(): Promise<number>
  click(options?: Wait): Promise<void>
  check(options?: Wait): Promise<void>
  uncheck(options?: Wait): Promise<void>
  hover(options?: Wait): Promise<void>
  fill(value: string | Secret, options?: Wait): Promise<void>
  pressSequentially(value: string | Secret, options?: Wait & { readonly delay?: number }): Promise<void>
  press(key: string, options?: Wait): Promise<void>
  selectOption(option: string | { readonly label: string } | { readonly index: number }, options?: Wait): Promise<void>
  textContent(options?: Wait): Promise<string | null>
  innerText(options?: Wait): Promise<string>
  allInnerTexts(): Promise<ReadonlyArray<string>>
  getAttribute(name: string, options?: Wait): Promise<string | null>
  /** Refused (`SecretRead`) on a field that a secret was typed into. */
  inputValue(options?: Wait): Promise<string>
  isVisible(): Promise<boolean>
  isEnabled(): Promise<boolean>
  isChecked(): Promise<boolean>
  waitFor(options?: Wait & { readonly state?: "visible" | "hidden" | "attached" | "detached" }): Promise<void>
  /** All rows of a `<table>` or `[role=grid]`, in one call. */
  rows(options?: Wait): Promise<ReadonlyArray<Row>>
  /** Roles and names below the element; the values of fields are left out. */
  outline(): Promise<string>
  /** As it would be written in TypeScript. */
  toString(): string
}

export type Target = Locator | { readonly url: Text }

export interface Download {
  readonly name: string
  readonly type: string
  /** In bytes. */
  readonly size: number
  text(encoding?: "utf-8" | "windows-1252"): Promise<string>
}

export interface Page extends Finder {
  /** A whole address, or a path at the bank's first origin (`/login`). */
  goto(url: string, options?: Wait): Promise<void>
  reload(options?: Wait): Promise<void>
  goBack(options?: Wait): Promise<void>
  url(): Promise<string>
  title(): Promise<string>
  waitForURL(url: Text, options?: Wait): Promise<void>
  /** The name of the target that comes first: a locator that becomes visible, or an address. */
  waitForAny<Targets extends Readonly<Record<string, Target>>>(
    targets: Targets,
    options?: Wait
  ): Promise<keyof Targets & string>
  /** The page that `act` opens. */
  popup(act: () => Promise<void>, options?: Wait): Promise<Page>
  /** The file that `act` makes the bank send. */
  download(act: () => Promise<void>, options?: Wait): Promise<Download>
  /** How the page's next dialogs are answered. */
  dialog(answer: "accept" | "dismiss"): Promise<void>
  close(): Promise<void>
}
