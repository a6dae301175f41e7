/** What a form is refused for: said at its fields where it is theirs, and above them only where it is nobody's. */
import { type RefObject, useEffect } from "react"
import { Refusal } from "../api/client.ts"
import { Notice, useSentence } from "./parts.tsx"

/** Whether all of it stands at these fields. */
export const isSaidAt = (cause: unknown, fields: ReadonlyArray<string>): boolean =>
  cause instanceof Refusal && cause.fields.length > 0 && cause.fields.every((name) => fields.includes(name))

interface Props {
  readonly cause: unknown
  /** The fields that say what is wrong with them. */
  readonly except?: ReadonlyArray<string>
}

export const Refused = ({ cause, except = [] }: Props) => {
  const sentence = useSentence()
  return cause === null || isSaidAt(cause, except) ? null : (
    <Notice role="alert" tone="bad">
      {sentence(cause)}
    </Notice>
  )
}

/** Once a form is refused, its reader stands at the first field that says why, wherever that is: it may be folded away. */
export const useFirstFault = (form: RefObject<HTMLFormElement | null>, refused: unknown) => {
  useEffect(() => {
    if (refused === null) return
    const field = form.current?.querySelector<HTMLElement>("[aria-invalid=true]")
    const folded = field?.closest("details")
    if (folded != null) folded.open = true
    field?.focus()
  }, [form, refused])
}
