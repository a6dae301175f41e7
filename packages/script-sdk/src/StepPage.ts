/** A page of the session, by number. */
import { call, type Json, listAnswer, objectAnswer, textAnswer } from "./bridge.ts"
import type { Answer, Download, Locator, Page, Target, Wait } from "./locators.ts"
import { placeOf, StepFinder } from "./StepLocator.ts"
import { printPlace, type Text, wireText } from "./steps.ts"

/** The bank's first origin: where paths lead. Set when a phase begins. */
let home: string | undefined
export const setHome = (origin: string | undefined): void => {
  home = origin
}

const whole = (url: string): string => {
  if (!url.startsWith("/") || url.startsWith("//")) return url
  if (home === undefined) throw new TypeError(`goto('${url}') needs a whole address: the bank's origin is not known`)
  return home + url
}

/** Between a target's name and the number of one of its locators: no author writes it. */
const numbered = " \u2013 or "

const showText = (text: Text): string => (typeof text === "string" ? `'${text}'` : String(text))

const field = (value: Json, name: string): Json =>
  typeof value === "object" && value !== null
    ? (Object.entries(value).find(([key]) => key === name)?.[1] ?? null)
    : null

const readAnswer = (answer: Json): Answer => {
  const query = field(answer, "query")
  const pairs = typeof query === "object" && query !== null ? Object.entries(query) : []
  return {
    number: Number(field(answer, "number")),
    method: String(field(answer, "method")),
    path: String(field(answer, "path")),
    query: Object.fromEntries(pairs.map(([name, value]) => [name, String(value)])),
    status: Number(field(answer, "status")),
    json: field(answer, "json")
  }
}

export class StepPage extends StepFinder implements Page {
  constructor(page: number) {
    super({ page, steps: [] })
  }

  #args(more: Readonly<Record<string, unknown>> = {}) {
    return { page: this.place.page, ...more }
  }
  #shown(method: string, argument = ""): string {
    return `${this.toString()}.${method}(${argument})`
  }

  async goto(url: string, options: Wait = {}): Promise<void> {
    await call("page.goto", this.#args({ ...options, url: whole(url) }), this.#shown("goto", `'${url}'`))
  }
  async reload(options: Wait = {}): Promise<void> {
    await call("page.reload", this.#args(options), this.#shown("reload"))
  }
  async goBack(options: Wait = {}): Promise<void> {
    await call("page.goBack", this.#args(options), this.#shown("goBack"))
  }
  async goForward(options: Wait = {}): Promise<void> {
    await call("page.goForward", this.#args(options), this.#shown("goForward"))
  }
  async waitForLoadState(
    state: "load" | "domcontentloaded" | "networkidle" = "load",
    options: Wait = {}
  ): Promise<void> {
    await call(
      "page.waitForLoadState",
      this.#args({ ...options, state }),
      this.#shown("waitForLoadState", `'${state}'`)
    )
  }
  async press(key: string, options: Wait = {}): Promise<void> {
    await call("page.press", this.#args({ ...options, key }), this.#shown("press", `'${key}'`))
  }
  url(): Promise<string> {
    return textAnswer("page.url", this.#args(), this.#shown("url"))
  }
  title(): Promise<string> {
    return textAnswer("page.title", this.#args(), this.#shown("title"))
  }
  async waitForURL(url: Text, options: Wait = {}): Promise<void> {
    await call(
      "page.waitForURL",
      this.#args({ ...options, url: wireText(url) }),
      this.#shown("waitForURL", showText(url))
    )
  }

  /** The target as the host knows it; several locators of one meaning are targets of their own, told apart by number. */
  #wireTarget(name: string, target: Target): ReadonlyArray<readonly [string, object]> {
    if ("url" in target) return [[name, { url: wireText(target.url) }]]
    const locators = "click" in target ? [target] : target
    return locators.map((locator, index) => {
      const { page, steps } = placeOf(locator)
      if (page !== this.place.page) throw new TypeError("a target of waitForAny is on another page")
      return [index === 0 ? name : `${name}${numbered}${index}`, { steps }]
    })
  }

  async waitForAny<Targets extends Readonly<Record<string, Target>>>(
    targets: Targets,
    options: Wait = {}
  ): Promise<keyof Targets & string> {
    const wire = Object.fromEntries(Object.entries(targets).flatMap(([name, target]) => this.#wireTarget(name, target)))
    const shown = this.#shown("waitForAny", `{ ${Object.keys(targets).join(", ")} }`)
    const answer = await textAnswer("page.waitForAny", this.#args({ ...options, targets: wire }), shown)
    const [came = ""] = answer.split(numbered)
    const isName = (name: string): name is keyof Targets & string => Object.hasOwn(targets, name)
    if (!isName(came)) throw new TypeError(`the host names a target that was not waited for: ${came}`)
    return came
  }

  async #expected(what: "popup" | "download", act: () => Promise<void>, options: Wait) {
    const token = await textAnswer("page.expect", this.#args({ what }), this.#shown(what))
    try {
      await act()
    } catch (error) {
      // Else the host would go on waiting, and hand the next download to nobody.
      await call("page.expected", this.#args({ token, timeout: 1 }), this.#shown(what)).catch(() => undefined)
      throw error
    }
    return objectAnswer("page.expected", this.#args({ ...options, token }), this.#shown(what))
  }

  async popup(act: () => Promise<void>, options: Wait = {}): Promise<Page> {
    const { page } = await this.#expected("popup", act, options)
    return new StepPage(Number(page))
  }

  async download(act: () => Promise<void>, options: Wait = {}): Promise<Download> {
    const { download, name, size, type } = await this.#expected("download", act, options)
    return {
      name: String(name),
      type: String(type),
      size: Number(size),
      text: (encoding = "utf-8") =>
        textAnswer("download.text", { download: String(download), encoding }, `${this.toString()}.download().text()`),
      parts: async () => {
        const shown = `${this.toString()}.download().parts()`
        const parts = await objectAnswer("download.parts", { download: String(download) }, shown)
        return Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, String(text)]))
      }
    }
  }

  async responses(path: string, options: Wait & { readonly after?: number } = {}): Promise<ReadonlyArray<Answer>> {
    const shown = this.#shown("responses", `'${path}'`)
    const answers = await listAnswer("page.responses", this.#args({ after: 0, ...options, path }), shown)
    return answers.map(readAnswer)
  }

  async overlay(overlay: Locator, close: Locator): Promise<void> {
    const [over, key] = [placeOf(overlay), placeOf(close)]
    const args = this.#args({ steps: over.steps, close: key.steps })
    await call("page.overlay", args, this.#shown("overlay", `${printPlace(over)}, ${printPlace(key)}`))
  }

  async dialog(answer: "accept" | "dismiss"): Promise<void> {
    await call("page.dialog", this.#args({ answer }), this.#shown("dialog", `'${answer}'`))
  }
  async close(): Promise<void> {
    await call("page.close", this.#args(), this.#shown("close"))
  }
}
