/** Where the list of orders would be: why there is none in it. */
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { NoAccount, useHasNone } from "../../ui/NoAccount.tsx"
import { Empty } from "../../ui/parts.tsx"
import { AllSettled } from "./AllSettled.tsx"

interface NoOrdersProps {
  readonly shown: string
  readonly isSearched: boolean
  readonly onAll: () => void
}

export const NoOrders = ({ isSearched, onAll, shown }: NoOrdersProps) => {
  const words = useWords().orders
  const hasNoAccount = useHasNone()
  const isAll = shown === "all"
  const ofNone = isAll ? words.emptyNone : words.emptyLong
  const ofSearch = isAll ? words.emptySearch : words.emptySearchHere
  return (
    <div className="panel">
      {hasNoAccount ? (
        <NoAccount />
      ) : shown === "open" && !isSearched ? (
        <AllSettled />
      ) : (
        <Empty
          icon="search"
          title={words.empty}
          action={isAll ? undefined : <Button onClick={onAll}>{words.lookInAll}</Button>}
        >
          {isSearched ? ofSearch : ofNone}
        </Empty>
      )}
    </div>
  )
}
