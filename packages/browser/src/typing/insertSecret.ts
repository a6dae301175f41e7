/**
 * Puts a secret into a field in one turn of its document. Keys, and Playwright's own `fill`, go to whatever has the focus when
 * they arrive, which a frame of somebody else's may have taken since it was looked at. The document must be trusted: its code
 * could see the text come, as it sees what the field holds.
 */
import type { ElementHandle } from "playwright-core"

interface Field {
  readonly tagName: string
  readonly focus: () => void
  readonly shadowRoot?: Root | null
  readonly ownerDocument: Root & { readonly execCommand: (name: string, shows: boolean, text?: string) => boolean }
}
interface Root {
  readonly activeElement: Field | null
}

/**
 * Runs in the page: self-contained. False: there is no field. A page may have put another in its place, which takes the secret as
 * it would have taken keys.
 */
const insert = (field: Field, text: string): boolean => {
  const { ownerDocument } = field
  field.focus()
  let focused = ownerDocument.activeElement
  while (focused?.shadowRoot?.activeElement != null) focused = focused.shadowRoot.activeElement
  if (focused === null || /^(?:I?FRAME|OBJECT|EMBED|BODY)$/.test(focused.tagName)) return false
  ownerDocument.execCommand("selectAll", false)
  return ownerDocument.execCommand("insertText", false, text)
}

/** Whether there was a field for it. */
export const insertSecret = (element: ElementHandle, text: string): Promise<boolean> => element.evaluate(insert, text)
