/** A list that is there whole, narrowed by what is typed: of a hundred accounts or banks one is found by a few letters. */
import { useState } from "react"
import { useWords } from "../i18n/language.tsx"
import { SearchField } from "./SearchField.tsx"

/** So many are seen at a glance. */
const few = 12

/** As people type it, with or without accents. */
const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()

export const useNarrowed = <Row,>(rows: ReadonlyArray<Row>, textOf: (row: Row) => string) => {
  const words = useWords().narrow
  const [typed, setTyped] = useState("")
  if (rows.length <= few) return { field: null, shown: rows }
  const wanted = plain(typed).split(/\s+/)
  const shown = rows.filter((row) => wanted.every((word) => plain(textOf(row)).includes(word)))
  const field = (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchField label={words.label} hint={words.hint} value={typed} onChange={setTyped} />
      <p role="status" className="text-sm text-muted">
        {shown.length === rows.length ? null : words.shown(shown.length, rows.length)}
      </p>
    </div>
  )
  return { field, shown }
}
