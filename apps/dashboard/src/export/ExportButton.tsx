import { useSyncExternalStore } from "react"
import { useFormats, useWords } from "../i18n/language.tsx"
import { Button } from "../ui/Button.tsx"
import { useSentence } from "../ui/parts.tsx"
import { useToasts } from "../ui/toasts.tsx"
import type { Export } from "./exportCsv.ts"
import { exporting } from "./exporting.ts"

interface Props<Row extends { readonly id: string }> {
  /** Asked for when it is pressed. */
  readonly what: () => Export<Row>
}

export const ExportButton = <Row extends { readonly id: string }>({ what }: Props<Row>) => {
  const { actions, movements: words } = useWords()
  const formats = useFormats()
  const { complain, say } = useToasts()
  const sentence = useSentence()
  const rows = useSyncExternalStore(exporting.subscribe, exporting.rows)
  const run = () =>
    exporting.start(what(), {
      onDone: (count) => say(words.exported(count, formats.number(count))),
      onFailed: (cause) => complain(sentence(cause))
    })
  return (
    <>
      {rows === undefined ? null : (
        <Button
          look="bare"
          // Not where a second press of the other button would meet it.
          className="max-sm:order-last"
          onClick={({ currentTarget: { nextElementSibling: other } }) => {
            exporting.stop()
            if (other instanceof HTMLElement) other.focus()
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
