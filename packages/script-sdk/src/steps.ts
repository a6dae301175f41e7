/** A locator on the wire: the list of steps that led to it, and how it is printed. */

/** What to look for. A string matches as Playwright's methods of the same name do; an expression runs in the page. */
export type Text = string | RegExp

export type WireText = string | { readonly regex: string; readonly flags: string }

export type Step = {
  readonly method: string
  readonly arg?: WireText | number | Nested
  readonly options?: { readonly [name: string]: WireText | boolean | number | Nested }
}
export type Steps = ReadonlyArray<Step>
type Nested = { readonly steps: Steps }

/** Where a locator begins (a page, by number), the steps from there, and what its author calls it. */
export interface Place {
  readonly page: number
  readonly steps: Steps
  readonly label?: string
}

/** `g` and `y` keep a place between matches: they mean nothing for a text that is looked for once. */
export const wireText = (text: Text): WireText =>
  typeof text === "string" ? text : { regex: text.source, flags: text.flags.replace(/[^imsu]/g, "") }

/** A step without its empty options. */
export const step = (method: string, arg?: Step["arg"], options: Record<string, unknown> = {}): Step => {
  const filled = Object.entries(options).flatMap(
    ([name, value]): ReadonlyArray<[string, WireText | boolean | number]> => {
      if (value === undefined) return []
      if (typeof value === "boolean" || typeof value === "number") return [[name, value]]
      return [[name, value instanceof RegExp ? wireText(value) : String(value)]]
    }
  )
  return {
    method,
    ...(arg === undefined ? {} : { arg }),
    ...(filled.length === 0 ? {} : { options: Object.fromEntries(filled) })
  }
}

const quote = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const printValue = (value: WireText | boolean | number | Nested): string => {
  if (typeof value === "string") return quote(value)
  if (typeof value !== "object") return String(value)
  return "steps" in value ? printSteps(0, value.steps) : `/${value.regex}/${value.flags}`
}

const printStep = ({ arg, method, options }: Step): string => {
  const pairs = Object.entries(options ?? {}).map(([name, value]) => `${name}: ${printValue(value)}`)
  const parts = [
    ...(arg === undefined ? [] : [printValue(arg)]),
    ...(pairs.length === 0 ? [] : [`{ ${pairs.join(", ")} }`])
  ]
  return `${method}(${parts.join(", ")})`
}

/** `page.getByRole('button', { name: 'Continue' }).first()` */
export const printSteps = (page: number, steps: Steps): string =>
  [page === 0 ? "page" : `page${page}`, ...steps.map(printStep)].join(".")

/** For errors: the author's own word for it first. */
export const printPlace = ({ label, page, steps }: Place): string =>
  label === undefined ? printSteps(page, steps) : `${label} (${printSteps(page, steps)})`
