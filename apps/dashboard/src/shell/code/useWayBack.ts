/** Who is led into a question comes back to where they were when it is over or put aside. */
import { useLayoutEffect } from "react"
import { goOnAt } from "../../ui/place.ts"

/** `isAsked`: the question's own field takes the focus after this, or nothing does. */
export const useWayBack = (isAsked: boolean) => {
  useLayoutEffect(() => {
    if (!isAsked) return undefined
    const before = document.activeElement
    return () =>
      goOnAt(() =>
        before instanceof HTMLElement && before.isConnected && before !== document.body ? before : undefined
      )
  }, [isAsked])
}
