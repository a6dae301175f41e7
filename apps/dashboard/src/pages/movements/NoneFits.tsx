/** Nothing is found: why that may be, and where else to look. */
import { Link } from "@tanstack/react-router"
import { useWords } from "../../i18n/language.tsx"
import { Button, buttonLook } from "../../ui/Button.tsx"
import { NoAccount, useHasNone } from "../../ui/NoAccount.tsx"
import { Empty } from "../../ui/parts.tsx"
import { filterNames, isReversed, type MovementFilter } from "./filters.ts"

interface Props {
  readonly filter: MovementFilter
  readonly onChange: (next: MovementFilter) => void
}

export const NoneFits = ({ filter, onChange }: Props) => {
  const { movements: words } = useWords()
  const { q } = filter
  const reversed = isReversed(filter)
  const hasNoAccount = useHasNone()
  if (hasNoAccount) {
    return (
      <div className="panel">
        <NoAccount />
      </div>
    )
  }
  const isAll = filterNames.every((name) => filter[name] === undefined)
  return (
    <div className="panel">
      <Empty
        icon="movements"
        title={reversed ? words.reversed : isAll ? words.emptyNone : words.empty}
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
        {reversed
          ? words.reversedLong
          : isAll
            ? words.emptyNoneLong
            : q === undefined
              ? words.emptyLong
              : words.emptySearch}
      </Empty>
    </div>
  )
}
