/** Prints a locator as its author wrote it: the text of every fault names it so. */
import type { LocatorStep, TextPattern } from "@counterfoil/core"
import { Predicate } from "effect"

const quote = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const printText = (text: TextPattern): string =>
  typeof text === "string" ? quote(text) : `/${text.regex}/${text.flags}`

const printValue = (value: unknown): string => {
  if (typeof value === "string") return quote(value)
  if (Predicate.hasProperty(value, "steps") && Array.isArray(value.steps)) return printLocator(value.steps)
  if (Predicate.hasProperty(value, "regex"))
    return `/${String(value.regex)}/${"flags" in value ? String(value.flags) : ""}`
  return String(value)
}

const printArg = (arg: LocatorStep["arg"]): ReadonlyArray<string> => {
  if (arg === undefined) return []
  if (typeof arg === "number") return [String(arg)]
  return [Predicate.isObject(arg) && "steps" in arg ? printLocator(arg.steps) : printText(arg)]
}

const printOptions = (options: LocatorStep["options"]): ReadonlyArray<string> => {
  const pairs = Object.entries(options ?? {}).map(([key, value]) => `${key}: ${printValue(value)}`)
  return pairs.length === 0 ? [] : [`{ ${pairs.join(", ")} }`]
}

/** `page.getByRole('button', { name: 'Continue' }).nth(1)` */
export const printLocator = (steps: ReadonlyArray<LocatorStep>): string =>
  [
    "page",
    ...steps.map((step) => `${step.method}(${[...printArg(step.arg), ...printOptions(step.options)].join(", ")})`)
  ].join(".")
