/** Where the focus goes when what has it leaves the page: whoever doesn't see the page would be sent to its beginning. */
import { type RefObject, useLayoutEffect } from "react"

const isNowhere = (): boolean => {
  const { activeElement, body } = document
  // What was hidden with the focus in it has it until the page is drawn.
  return activeElement === null || activeElement === body || !activeElement.checkVisibility()
}

const findMain = () => document.querySelector<HTMLElement>("#main")

/** Once the page is drawn without what had the focus, unless something else has taken it by then. */
export const goOnAt = (find: () => HTMLElement | null | undefined = findMain) => {
  requestAnimationFrame(() => {
    if (isNowhere()) (find() ?? findMain())?.focus({ preventScroll: true })
  })
}

/** `find`: where one goes on when this part leaves with the focus in it. It has to stay the same. */
export const useGoOn = (part: RefObject<HTMLElement | null>, find?: () => HTMLElement | null | undefined) => {
  useLayoutEffect(() => {
    const { current } = part
    return () => {
      if (current?.contains(document.activeElement) === true) goOnAt(find)
    }
  }, [part, find])
}
