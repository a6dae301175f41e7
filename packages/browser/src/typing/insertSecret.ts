/**
 * Puts a secret into a field in one turn of its document. Keys, and Playwright's own `fill`, go to whatever has the focus when
 * they arrive, which a frame of somebody else's may have taken since it was looked at. The document must be trusted: its code
 * could see the text come, as it sees what the field holds.
 */
import type { ElementHandle } from "playwright-core"

interface Field {
  readonly tagName: string
  readonly focus: () => void
  readonly select?: () => void
  readonly isContentEditable?: boolean
  readonly dispatchEvent: (event: object) => boolean
  readonly shadowRoot?: Root | null
  readonly ownerDocument: Root & {
    readonly execCommand: (name: string, shows: boolean, text?: string) => boolean
    readonly getSelection: () => { readonly selectAllChildren: (field: Field) => void } | null
  }
}
interface Root {
  readonly activeElement: Field | null
}
interface Page {
  readonly InputEvent: new (name: string, init: object) => object
}

/**
 * Runs in the page: self-contained. False: there is no field. A page may have put another in its place, which takes the secret as
 * it would have taken keys.
 */
const insert = (field: Field, text: string): boolean => {
  const { ownerDocument } = field
  const { InputEvent }: Page = Object(globalThis)
  field.focus()
  let focused = ownerDocument.activeElement
  while (focused?.shadowRoot?.activeElement != null) focused = focused.shadowRoot.activeElement
  if (focused === null || /^(?:I?FRAME|OBJECT|EMBED|BODY)$/.test(focused.tagName)) return false
  // Not by the command "selectAll": where a page lets nobody select anything, that does nothing, and what stands there stays.
  if (focused.select !== undefined) focused.select()
  else if (focused.isContentEditable === true) ownerDocument.getSelection()?.selectAllChildren(focused)
  // Of keys a browser asks the page, which may take them itself; of a command it doesn't.
  const asked = { inputType: "insertText", data: text, bubbles: true, cancelable: true, composed: true }
  if (!focused.dispatchEvent(new InputEvent("beforeinput", asked))) return true
  return ownerDocument.execCommand("insertText", false, text)
}

/** Whether there was a field for it. */
export const insertSecret = (element: ElementHandle, text: string): Promise<boolean> => element.evaluate(insert, text)
