/** Copies a text, over plain HTTP too, where browsers give pages no clipboard. */
import { useState } from "react"
import { useWords } from "../i18n/language.tsx"
import { Button } from "./Button.tsx"

const copyByHand = (text: string): boolean => {
  const area = document.createElement("textarea")
  area.value = text
  area.readOnly = true
  area.className = "fixed top-0 opacity-0"
  const place = document.querySelector("dialog[open]") ?? document.body
  place.append(area)
  area.select()
  try {
    return document.execCommand("copy")
  } finally {
    area.remove()
  }
}

const copy = async (text: string): Promise<boolean> => {
  if (!window.isSecureContext) return copyByHand(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyByHand(text)
  )
}

export const CopyButton = ({ text }: { readonly text: string }) => {
  const { actions } = useWords()
  const [copied, setCopied] = useState(false)
  return (
    <Button
      small
      icon={copied ? "check" : "copy"}
      onClick={() => {
        void copy(text).then((done) => {
          setCopied(done)
          setTimeout(() => setCopied(false), 2_000)
        })
      }}
    >
      <span aria-live="polite">{copied ? actions.copied : actions.copy}</span>
    </Button>
  )
}
