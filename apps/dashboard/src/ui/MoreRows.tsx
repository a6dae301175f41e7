/** Below a list that is read on by a press: the button, and why the next rows did not come. */
import { type ReactNode, useEffect, useRef, useState } from "react"
import { useWords } from "../i18n/language.tsx"
import { Button } from "./Button.tsx"
import { useSentence } from "./parts.tsx"

interface Props {
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly error: unknown
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly className: string
}

export const MoreRows = ({ className, list }: Props) => {
  const { actions, states } = useWords()
  const sentence = useSentence()
  const [wasPressed, setPressed] = useState(false)
  if (!list.hasNextPage) return wasPressed ? <End>{states.allShown}</End> : null
  const isFault = list.isFetchNextPageError && !list.isFetchingNextPage
  const more = () => {
    setPressed(true)
    void list.fetchNextPage()
  }
  return (
    <div className={`flex flex-wrap items-center gap-x-3 gap-y-2 ${className}`}>
      {isFault ? (
        <p role="alert" className="text-sm text-bad">
          {sentence(list.error)}
        </p>
      ) : null}
      <Button small {...(isFault ? { icon: "refresh" } : {})} busy={list.isFetchingNextPage} onClick={more}>
        {isFault ? actions.retry : actions.more}
      </Button>
    </div>
  )
}

/** The button is gone with the last rows: who stood on it stays at the list's end, and is told. */
const End = ({ children }: { readonly children: ReactNode }) => {
  const end = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) end.current?.focus({ preventScroll: true })
  }, [])
  return (
    <p ref={end} tabIndex={-1} className="sr-only">
      {children}
    </p>
  )
}
