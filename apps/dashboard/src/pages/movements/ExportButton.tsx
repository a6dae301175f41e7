import { useEffect, useRef, useState } from "react"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { useSentence } from "../../ui/parts.tsx"
import { useToasts } from "../../ui/toasts.tsx"
import { exportCsv } from "./exportCsv.ts"
import type { MovementFilter } from "./filters.ts"

export const ExportButton = ({ filter }: { readonly filter: MovementFilter }) => {
  const { actions, movements: words } = useWords()
  const formats = useFormats()
  const { complain, say } = useToasts()
  const sentence = useSentence()
  const [rows, setRows] = useState<number>()
  const running = useRef<AbortController>(undefined)
  // Whoever leaves the page waits for it no longer, and what is still to come would be read for whoever logs in next.
  useEffect(() => () => running.current?.abort(), [])
  const run = () => {
    const { signal } = (running.current = new AbortController())
    setRows(0)
    exportCsv(filter, setRows, signal)
      .then((count) => say(words.exported(count, formats.number(count))))
      .catch((cause: unknown) => {
        if (!signal.aborted) complain(sentence(cause))
      })
      .finally(() => setRows(undefined))
  }
  return (
    <>
      {rows === undefined ? null : (
        <Button
          look="bare"
          // Not where a second press of the other button would meet it.
          className="max-sm:order-last"
          onClick={({ currentTarget: { nextElementSibling: exporting } }) => {
            running.current?.abort()
            if (exporting instanceof HTMLElement) exporting.focus()
          }}
        >
          {actions.cancel}
        </Button>
      )}
      <Button busy={rows !== undefined} onClick={run}>
        {rows === undefined ? words.export : words.exporting(formats.number(rows))}
      </Button>
    </>
  )
}
