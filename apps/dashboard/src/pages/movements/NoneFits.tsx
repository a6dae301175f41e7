/** Nothing is found: why that may be, and where else to look. */
import { Link } from "@tanstack/react-router"
import { useWords } from "../../i18n/language.tsx"
import { buttonLook } from "../../ui/Button.tsx"
import { Empty } from "../../ui/parts.tsx"
import type { MovementFilter } from "./filters.ts"

export const NoneFits = ({ filter: { from, q, to } }: { readonly filter: MovementFilter }) => {
  const { movements: words } = useWords()
  const isReversed = from !== undefined && to !== undefined && from > to
  return (
    <div className="panel">
      <Empty
        icon="movements"
        title={isReversed ? words.reversed : words.empty}
        action={
          isReversed || q === undefined ? undefined : (
            <Link to="/orders" search={{ show: "all", q }} className={buttonLook("quiet")}>
              {words.searchOrders(q)}
            </Link>
          )
        }
      >
        {isReversed ? words.reversedLong : q === undefined ? words.emptyLong : words.emptySearch}
      </Empty>
    </div>
  )
}
