/** An outline of roles and names. The values of fields are left out: snapshots print passwords in clear. */
import type { Steps } from "@counterfoil/domain"
import { Option, Schema } from "effect"
import type { Frame, Locator } from "playwright-core"
import { fault } from "../fault.ts"
import { inPieces } from "../inPieces.ts"
import { wayInto } from "./wayInto.ts"

const Flag = Schema.optionalKey(Schema.Union([Schema.Boolean, Schema.Literal("mixed")]))
/** One node; what is below it is looked at when it is printed. */
const SnapshotNode = Schema.Struct({
  role: Schema.String,
  name: Schema.optionalKey(Schema.String),
  text: Schema.optionalKey(Schema.String),
  children: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  checked: Flag,
  disabled: Schema.optionalKey(Schema.Boolean),
  expanded: Schema.optionalKey(Schema.Boolean),
  pressed: Flag,
  invalid: Schema.optionalKey(Schema.Unknown),
  level: Schema.optionalKey(Schema.Number),
  placeholder: Schema.optionalKey(Schema.String)
})
type SnapshotNode = typeof SnapshotNode.Type
const decodeNode = Schema.decodeUnknownOption(SnapshotNode)

/** Roles whose text or children are what somebody entered or chose. */
const fieldRoles = new Set(["textbox", "searchbox", "spinbutton", "combobox", "listbox", "slider"])

const quote = (text: string): string => JSON.stringify(text.replaceAll(/\s+/g, " ").trim())

const flagsOf = (node: SnapshotNode): ReadonlyArray<string> => [
  ...(node.level === undefined ? [] : [`level=${node.level}`]),
  ...(["checked", "disabled", "expanded", "pressed"] as const).flatMap((flag) => {
    const value = node[flag]
    return value === undefined || value === false ? [] : [value === true ? flag : `${flag}=${value}`]
  }),
  ...(node.invalid === undefined || node.invalid === false ? [] : ["invalid"])
]

const printText = (text: string, indent: string): string => `${indent}- text: ${quote(text)}`

/** A text among elements stands there bare. */
function* printing(each: unknown, indent: string, lines: Array<string>): Steps<void> {
  yield
  if (typeof each === "string") return void lines.push(printText(each, indent))
  const node = Option.getOrUndefined(decodeNode(each))
  if (node === undefined) return void lines.push(`${indent}- (no outline)`)
  const isField = fieldRoles.has(node.role)
  if (node.role === "text") return void lines.push(printText(node.text ?? "", indent))
  const placeholder = node.placeholder === undefined ? [] : [`placeholder=${quote(node.placeholder)}`]
  const flags = [...flagsOf(node), ...placeholder].map((flag) => ` [${flag}]`).join("")
  const name = node.name === undefined ? "" : ` ${quote(node.name)}`
  const text = isField || node.text === undefined ? "" : `: ${quote(node.text)}`
  lines.push(`${indent}- ${node.role}${name}${flags}${text}`)
  // Deeper than any page is meant, and each level indents all below it.
  if (isField || indent.length > deepest) return
  for (const child of node.children ?? []) yield* printing(child, `${indent}  `, lines)
}

const deepest = 200

function* print(snapshot: unknown): Steps<string> {
  if (!Array.isArray(snapshot)) return "(no outline)"
  const lines: Array<string> = []
  for (const node of snapshot) yield* printing(node, "", lines)
  return lines.join("\n")
}

interface Element {
  readonly textContent: unknown
  readonly querySelectorAll: (css: string) => Iterable<Described> & { readonly length: number }
}
interface Described {
  readonly getAttribute: (name: string) => string | null
}

/** An outline crosses whole, and takes long to be made. */
const bounds = { elements: 10_000, chars: 1024 * 1024 }

/** Runs in the page: self-contained. */
const isTooMuch = (element: Element, { chars: mostChars, elements: most }: typeof bounds): boolean => {
  const elements = element.querySelectorAll("*")
  if (elements.length > most) return true
  let chars = typeof element.textContent === "string" ? element.textContent.length : 0
  for (const each of elements) {
    for (const name of ["aria-label", "title", "alt", "placeholder", "value", "href"]) {
      chars += each.getAttribute(name)?.length ?? 0
    }
  }
  return chars > mostChars * 4
}

/** What is below a locator, one line per element; not yet scrubbed. */
export const outlineOf = async (locator: Locator, timeout: number): Promise<string> => {
  if (await locator.evaluate(isTooMuch, bounds, { timeout })) {
    throw fault("TooLarge", `An outline of more than ${bounds.elements} elements can't be made`)
  }
  return inPieces(print(await locator.ariaSnapshotJSON({ timeout })))
}

/** A whole frame, under its address without the query and how a script gets there. */
export const outlineOfFrame = async (frame: Frame, timeout: number): Promise<string> => {
  const [body, way] = await Promise.all([
    outlineOf(frame.locator("body, frameset").first(), timeout).catch(() => "(no outline)"),
    wayInto(frame).catch(() => "")
  ])
  return `${frame.url().replace(/[?#].*$/, "")}${way === "" ? "" : ` in ${way}`}\n${body}`
}
