/** An outline of roles and names. The values of fields are left out: snapshots print passwords in clear. */
import { Option, Schema } from "effect"
import type { Frame, Locator } from "playwright-core"

interface SnapshotNode {
  readonly role: string
  readonly name?: string
  readonly text?: string
  /** A text among elements stands there bare. */
  readonly children?: ReadonlyArray<SnapshotNode | string>
  readonly checked?: boolean | "mixed"
  readonly disabled?: boolean
  readonly expanded?: boolean
  readonly pressed?: boolean | "mixed"
  readonly invalid?: unknown
  readonly level?: number
  readonly placeholder?: string
}

const Flag = Schema.optionalKey(Schema.Union([Schema.Boolean, Schema.Literal("mixed")]))
const SnapshotNode: Schema.Codec<SnapshotNode> = Schema.Struct({
  role: Schema.String,
  name: Schema.optionalKey(Schema.String),
  text: Schema.optionalKey(Schema.String),
  children: Schema.optionalKey(
    Schema.Array(Schema.Union([Schema.String, Schema.suspend((): Schema.Codec<SnapshotNode> => SnapshotNode)]))
  ),
  checked: Flag,
  disabled: Schema.optionalKey(Schema.Boolean),
  expanded: Schema.optionalKey(Schema.Boolean),
  pressed: Flag,
  invalid: Schema.optionalKey(Schema.Unknown),
  level: Schema.optionalKey(Schema.Number),
  placeholder: Schema.optionalKey(Schema.String)
})
const decodeSnapshot = Schema.decodeUnknownOption(Schema.Array(Schema.Union([Schema.String, SnapshotNode])))

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

const printNode = (node: SnapshotNode | string, indent: string): ReadonlyArray<string> => {
  if (typeof node === "string") return [printText(node, indent)]
  const isField = fieldRoles.has(node.role)
  if (node.role === "text") return [printText(node.text ?? "", indent)]
  const placeholder = node.placeholder === undefined ? [] : [`placeholder=${quote(node.placeholder)}`]
  const flags = [...flagsOf(node), ...placeholder].map((flag) => ` [${flag}]`).join("")
  const name = node.name === undefined ? "" : ` ${quote(node.name)}`
  const text = isField || node.text === undefined ? "" : `: ${quote(node.text)}`
  const below = isField ? [] : (node.children ?? []).flatMap((child) => printNode(child, `${indent}  `))
  return [`${indent}- ${node.role}${name}${flags}${text}`, ...below]
}

const print = (snapshot: unknown): string =>
  Option.match(decodeSnapshot(snapshot), {
    onNone: () => "(no outline)",
    onSome: (nodes) => nodes.flatMap((node) => printNode(node, "")).join("\n")
  })

/** What is below a locator, one line per element; not yet scrubbed. */
export const outlineOf = async (locator: Locator, timeout: number): Promise<string> =>
  print(await locator.ariaSnapshotJSON({ timeout }))

/** A whole frame, under its address without the query. */
export const outlineOfFrame = async (frame: Frame, timeout: number): Promise<string> => {
  const body = await outlineOf(frame.locator("body").first(), timeout).catch(() => "(no outline)")
  return `${frame.url().replace(/[?#].*$/, "")}\n${body}`
}
