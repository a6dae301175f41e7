/** Makes a field ready for the keys of a secret, where nothing speaks against it. */
import { makeLook } from "./makeLook.ts"
import type { Own } from "./lookEngine.ts"
import type { Element } from "./marks.ts"

interface Field extends Element {
  readonly tagName: string
  readonly type?: string
  readonly maxLength?: number
  readonly getRootNode: () => unknown
  readonly checkVisibility: (options: object) => boolean
  readonly getBoundingClientRect: () => { readonly width: number; readonly height: number }
  readonly focus: () => void
  readonly select?: () => void
}
interface Page {
  readonly origin: string
  readonly document: { readonly activeElement: Field | null; readonly hasFocus: () => boolean }
}

export interface Wanted {
  /** Of documents that secrets may go into. */
  readonly origins: ReadonlyArray<string>
  /** Whether a field that shows what is typed takes it. */
  readonly takesText: boolean
  /** The whole secret, and not some of its characters. */
  readonly isWhole: boolean
  readonly length: number
  /** Names the snapshot of all fields' values that was taken before. It is valid in the same document only. */
  readonly snapshot: string
}

/**
 * Runs in the page: self-contained. Marks the field, selects what is in it, and says so once the keys go there. Silent where
 * anything is out of the ordinary, which has its own way (`typeSecret.ts`): a field that isn't to be seen or filled yet, is none,
 * or doesn't take the secret.
 */
const ready = ([field]: ReadonlyArray<Field>, wanted: Wanted, own: Own): string | null => {
  const page: Page = Object(globalThis)
  const { document } = page
  if (field === undefined || field.tagName !== "INPUT" || field.getRootNode() !== document) return null
  if (!wanted.origins.includes(page.origin) || own.marked()?.hasSnapshot(wanted.snapshot) !== true) return null
  const { maxLength = -1, type = "" } = field
  if (!/^(password|text|tel|search|email)$/.test(type)) return null
  const isCut = maxLength >= 0 && maxLength < wanted.length
  if (type !== "password" && (!wanted.takesText || !wanted.isWhole || isCut)) return null
  const shut =
    ":disabled, [readonly], [inert], [inert] *, [aria-readonly=true], [aria-disabled=true], [aria-disabled=true] *"
  const { height, width } = field.getBoundingClientRect()
  const isSeen = width > 0 && height > 0 && field.checkVisibility({ visibilityProperty: true })
  if (!isSeen || field.matches(shut)) return null
  field.focus()
  field.select?.()
  if (document.activeElement !== field || !document.hasFocus()) return null
  own.marks().mark(field)
  return ""
}

export const makeReady = makeLook("makeReady", ready)
