/** Nothing is found: why that may be, and where else to look. */
import { Link } from "@tanstack/react-router"
import { useWords } from "../../i18n/language.tsx"
import { Button, buttonLook } from "../../ui/Button.tsx"
import { Empty } from "../../ui/parts.tsx"
import { isReversed, type MovementFilter } from "./filters.ts"

interface Props {
  readonly filter: MovementFilter
  readonly onChange: (next: MovementFilter) => void
}

export const NoneFits = ({ filter, onChange }: Props) => {
  const { movements: words } = useWords()
  const { q } = filter
  const reversed = isReversed(filter)
  return (
    <div className="panel">
      <Empty
        icon="movements"
        title={reversed ? words.reversed : words.empty}
        action={
          reversed ? (
            <Button onClick={() => onChange({ from: filter.to, to: filter.from })}>{words.exchange}</Button>
          ) : q === undefined ? undefined : (
            <Link to="/orders" search={{ show: "all", q }} className={buttonLook("quiet")}>
              {words.searchOrders(q)}
            </Link>
          )
        }
      >
        {reversed ? words.reversedLong : q === undefined ? words.emptyLong : words.emptySearch}
      </Empty>
    </div>
  )
}
