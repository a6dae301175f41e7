import { useQuery } from "@tanstack/react-query"
import { queries } from "../../api/queries.ts"
import { useWords } from "../../i18n/language.tsx"
import type { MovementFilter } from "./filters.ts"

interface Props {
  readonly className: string
  readonly filter: MovementFilter
  readonly onChange: (next: MovementFilter) => void
}

/** Where payments are matched, what they pay; where each is passed on, whether it was sent: the other question has one answer. */
export const Became = ({ className, filter, onChange }: Props) => {
  const { movements: words } = useWords()
  const { data: me } = useQuery(queries.me())
  const name = me?.operation_mode === "reconcile" ? "pays" : "sent"
  const says = name === "pays" ? words.paysAny : words.sents
  return (
    <select
      aria-label={name === "pays" ? words.pays : words.sent}
      className={className}
      value={filter[name] ?? ""}
      onChange={({ target }) => onChange({ [name]: target.value || undefined })}
    >
      <option value="">{says.any}</option>
      <option value="yes">{says.yes}</option>
      <option value="no">{says.no}</option>
    </select>
  )
}
