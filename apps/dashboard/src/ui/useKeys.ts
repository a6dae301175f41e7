/** Keys of a page. They are silent while somebody types, and where a dialog is open or a key is held with another. */
import { useEffect, useRef } from "react"

export interface Keys {
  readonly [key: string]: ((number: number) => void) | undefined
}

export const isBusyElsewhere = ({ altKey, ctrlKey, metaKey, target }: KeyboardEvent, key: string): boolean => {
  if (altKey || ctrlKey || metaKey || document.querySelector("dialog[open]") !== null) return true
  if (!(target instanceof HTMLElement)) return false
  if (target.matches("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])")) return true
  // A button that has the focus is pressed by Enter itself, but for what is chosen already.
  return key === "Enter" && target.closest("a, button, summary") !== null && target.closest("[data-keys]") === null
}

export const useKeys = (keys: Keys) => {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const digit = /^[1-9]$/.test(event.key)
      const run = latest.current[digit ? "digit" : event.key]
      if (run === undefined || isBusyElsewhere(event, event.key)) return
      event.preventDefault()
      run(digit ? Number(event.key) : 0)
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [])
}
