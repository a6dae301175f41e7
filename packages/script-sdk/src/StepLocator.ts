/** Locators as lists of steps: each method gives a longer list, each action sends the list to the host. */
import { booleanAnswer, call, listAnswer, numberAnswer, objectAnswer, textAnswer, textOrNullAnswer } from "./bridge.ts"
import type {
  Exact,
  Filter,
  Finder,
  FrameLocator,
  Locator,
  Paced,
  RecordField,
  RoleOptions,
  Settled,
  Wait
} from "./locators.ts"
import { wirePace } from "./pace.ts"
import { readRows } from "./readRows.ts"
import { type Secret, wireValue } from "./Secret.ts"
import { type Place, printPlace, printSteps, step, type Step, type Text, wireText } from "./steps.ts"

const places = new WeakMap<object, Place>()

/** Where a locator points. */
export const placeOf = (locator: Locator): Place => {
  const place = places.get(locator)
  if (place === undefined) throw new TypeError("this is not a locator of the SDK")
  return place
}

const nestedIn = (place: Place, other: Locator): { readonly steps: Place["steps"] } => {
  const { page, steps } = placeOf(other)
  if (page !== place.page) throw new TypeError("a locator of one page can't be combined with one of another page")
  return { steps }
}

const filterStep = (place: Place, method: string, arg: Step["arg"], options: Filter): Step => {
  const { has, hasNot, ...plain } = options
  const made = step(method, arg, plain)
  return {
    ...made,
    ...(has === undefined && hasNot === undefined && made.options === undefined
      ? {}
      : {
          options: {
            ...made.options,
            ...(has === undefined ? {} : { has: nestedIn(place, has) }),
            ...(hasNot === undefined ? {} : { hasNot: nestedIn(place, hasNot) })
          }
        })
  }
}

/** What page, frame and locator have in common. */
export abstract class StepFinder implements Finder {
  readonly #place: Place

  constructor(place: Place) {
    this.#place = place
    places.set(this, place)
  }

  protected extended(...steps: ReadonlyArray<Step>): Place {
    return { page: this.#place.page, steps: [...this.#place.steps, ...steps] }
  }

  protected get place(): Place {
    return this.#place
  }

  #by(method: string, text: Text, options: object = {}): Locator {
    return new StepLocator(this.extended(step(method, wireText(text), { ...options })))
  }

  getByRole(role: string, options: RoleOptions = {}): Locator {
    return this.#by("getByRole", role, options)
  }
  getByLabel(text: Text, options: Exact = {}): Locator {
    return this.#by("getByLabel", text, options)
  }
  getByText(text: Text, options: Exact = {}): Locator {
    return this.#by("getByText", text, options)
  }
  getByPlaceholder(text: Text, options: Exact = {}): Locator {
    return this.#by("getByPlaceholder", text, options)
  }
  getByTitle(text: Text, options: Exact = {}): Locator {
    return this.#by("getByTitle", text, options)
  }
  getByAltText(text: Text, options: Exact = {}): Locator {
    return this.#by("getByAltText", text, options)
  }
  getByTestId(id: Text): Locator {
    return this.#by("getByTestId", id)
  }
  locator(css: string | Locator, options: Filter = {}): Locator {
    const arg = typeof css === "string" ? css : nestedIn(this.#place, css)
    return new StepLocator(this.extended(filterStep(this.#place, "locator", arg, options)))
  }
  frameLocator(css: string): FrameLocator {
    return new StepFrameLocator(this.extended(step("frameLocator", css)))
  }

  toString(): string {
    return printSteps(this.#place.page, this.#place.steps)
  }
}

class StepFrameLocator extends StepFinder implements FrameLocator {
  owner(): Locator {
    return new StepLocator(this.extended(step("owner")))
  }
  first(): FrameLocator {
    return new StepFrameLocator(this.extended(step("first")))
  }
  last(): FrameLocator {
    return new StepFrameLocator(this.extended(step("last")))
  }
  nth(index: number): FrameLocator {
    return new StepFrameLocator(this.extended(step("nth", index)))
  }
}

class StepLocator extends StepFinder implements Locator {
  filter(options: Filter): Locator {
    return new StepLocator(this.extended(filterStep(this.place, "filter", undefined, options)))
  }
  and(other: Locator): Locator {
    return new StepLocator(this.extended(step("and", nestedIn(this.place, other))))
  }
  or(other: Locator): Locator {
    return new StepLocator(this.extended(step("or", nestedIn(this.place, other))))
  }
  first(): Locator {
    return new StepLocator(this.extended(step("first")))
  }
  last(): Locator {
    return new StepLocator(this.extended(step("last")))
  }
  nth(index: number): Locator {
    return new StepLocator(this.extended(step("nth", index)))
  }
  describe(what: string): Locator {
    return new StepLocator({ ...this.place, label: what })
  }
  contentFrame(): FrameLocator {
    return new StepFrameLocator(this.extended(step("contentFrame")))
  }

  #args(more: Readonly<Record<string, unknown>> = {}) {
    const { page, steps } = this.place
    return { page, steps, ...more }
  }
  #shown(method: string, argument = ""): string {
    return `${printPlace(this.place)}.${method}(${argument})`
  }

  async all(): Promise<ReadonlyArray<Locator>> {
    return Array.from({ length: await this.count() }, (_, index) => this.nth(index))
  }
  count(): Promise<number> {
    return numberAnswer("locator.count", this.#args(), this.#shown("count"))
  }
  async click(options: Wait & Paced = {}): Promise<void> {
    await call("locator.click", this.#args(wirePace(options)), this.#shown("click"))
  }
  async dblclick(options: Wait & Paced = {}): Promise<void> {
    await call("locator.dblclick", this.#args(wirePace(options)), this.#shown("dblclick"))
  }
  async check(options: Wait = {}): Promise<void> {
    await call("locator.check", this.#args(options), this.#shown("check"))
  }
  async uncheck(options: Wait = {}): Promise<void> {
    await call("locator.uncheck", this.#args(options), this.#shown("uncheck"))
  }
  setChecked(checked: boolean, options: Wait = {}): Promise<void> {
    return checked ? this.check(options) : this.uncheck(options)
  }
  async focus(options: Wait = {}): Promise<void> {
    await call("locator.focus", this.#args(options), this.#shown("focus"))
  }
  async blur(options: Wait = {}): Promise<void> {
    await call("locator.blur", this.#args(options), this.#shown("blur"))
  }
  async scrollIntoViewIfNeeded(options: Wait = {}): Promise<void> {
    await call("locator.scrollIntoViewIfNeeded", this.#args(options), this.#shown("scrollIntoViewIfNeeded"))
  }
  async clear(options: Wait = {}): Promise<void> {
    await call("locator.clear", this.#args(options), this.#shown("clear"))
  }
  async hover(options: Wait = {}): Promise<void> {
    await call("locator.hover", this.#args(options), this.#shown("hover"))
  }
  async fill(value: string | Secret, options: Wait & Paced = {}): Promise<void> {
    await call("locator.fill", this.#args({ ...wirePace(options), value: wireValue(value) }), this.#shown("fill", "…"))
  }
  async pressSequentially(
    value: string | Secret,
    options: Wait & Paced & { readonly delay?: number } = {}
  ): Promise<void> {
    const args = this.#args({ ...wirePace(options), value: wireValue(value) })
    await call("locator.pressSequentially", args, this.#shown("pressSequentially", "…"))
  }
  async press(key: string, options: Wait = {}): Promise<void> {
    await call("locator.press", this.#args({ ...options, key }), this.#shown("press", `'${key}'`))
  }
  async selectOption(
    option: string | { readonly label: string } | { readonly index: number },
    options: Wait = {}
  ): Promise<void> {
    const shown = this.#shown("selectOption", JSON.stringify(option))
    await call("locator.selectOption", this.#args({ ...options, option }), shown)
  }
  textContent(options: Wait = {}): Promise<string | null> {
    return textOrNullAnswer("locator.textContent", this.#args(options), this.#shown("textContent"))
  }
  innerText(options: Wait = {}): Promise<string> {
    return textAnswer("locator.innerText", this.#args(options), this.#shown("innerText"))
  }
  async allInnerTexts(): Promise<ReadonlyArray<string>> {
    const texts = await listAnswer("locator.allInnerTexts", this.#args(), this.#shown("allInnerTexts"))
    return texts.map(String)
  }
  async allTextContents(): Promise<ReadonlyArray<string>> {
    const texts = await listAnswer("locator.allTextContents", this.#args(), this.#shown("allTextContents"))
    return texts.map(String)
  }
  getAttribute(name: string, options: Wait = {}): Promise<string | null> {
    const shown = this.#shown("getAttribute", `'${name}'`)
    return textOrNullAnswer("locator.getAttribute", this.#args({ ...options, name }), shown)
  }
  inputValue(options: Wait = {}): Promise<string> {
    return textAnswer("locator.inputValue", this.#args(options), this.#shown("inputValue"))
  }
  isVisible(): Promise<boolean> {
    return booleanAnswer("locator.isVisible", this.#args(), this.#shown("isVisible"))
  }
  async isHidden(): Promise<boolean> {
    return !(await this.isVisible())
  }
  isEnabled(): Promise<boolean> {
    return booleanAnswer("locator.isEnabled", this.#args(), this.#shown("isEnabled"))
  }
  async isDisabled(): Promise<boolean> {
    return !(await this.isEnabled())
  }
  isEditable(): Promise<boolean> {
    return booleanAnswer("locator.isEditable", this.#args(), this.#shown("isEditable"))
  }
  isChecked(): Promise<boolean> {
    return booleanAnswer("locator.isChecked", this.#args(), this.#shown("isChecked"))
  }
  async waitFor(
    options: Wait & { readonly state?: "visible" | "hidden" | "attached" | "detached" } = {}
  ): Promise<void> {
    await call("locator.waitFor", this.#args(options), this.#shown("waitFor", options.state ?? "visible"))
  }
  async rows(options: Wait & Settled = {}) {
    const answer = await objectAnswer("locator.rows", this.#args(options), this.#shown("rows"))
    return readRows(answer, (place) => this.locator("tr, [role=row]").nth(place))
  }
  async records(fields: Readonly<Record<string, RecordField>>, options: Wait & Settled = {}) {
    const shown = this.#shown("records", `{ ${Object.keys(fields).join(", ")} }`)
    const answer = await objectAnswer("locator.records", this.#args({ ...options, fields }), shown)
    return readRows(answer, (place) => this.nth(place))
  }
  outline(): Promise<string> {
    return textAnswer("locator.outline", this.#args(), this.#shown("outline"))
  }
}
