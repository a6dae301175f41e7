/** Where the focus goes when what has it leaves the page: whoever doesn't see the page would be sent to its beginning. */
import { type RefObject, useEffect, useLayoutEffect } from "react"

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

/** What says where one is. */
const surroundings = "li, ul, ol, [role=list], section, form, fieldset, [role=group], dialog, main"

const aroundOf = (element: Element): ReadonlyArray<HTMLElement> => {
  const found = element.parentElement?.closest<HTMLElement>(surroundings)
  return found == null ? [] : [found, ...aroundOf(found)]
}

const goOnAtFirst = (around: ReadonlyArray<HTMLElement>) =>
  goOnAt(() => {
    const left = around.find(({ isConnected }) => isConnected)
    if (left !== undefined && !left.hasAttribute("tabindex")) left.tabIndex = -1
    return left
  })

/** At the nearest that is left around `part`, which leaves the page. */
export const goOnAround = (part: Element | null) => goOnAtFirst(part === null ? [] : aroundOf(part))

/** Whoever stands on what is taken from the page (a row's button, a filter) goes on at the nearest that is left around it. */
export const useKeptPlace = (within: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const { current } = within
    if (current === null) return undefined
    let stood: { readonly on: Element; readonly around: ReadonlyArray<HTMLElement> } | undefined
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) stood = { on: target, around: aroundOf(target) }
    }
    // Whoever presses beside everything stands nowhere because they want to.
    const forget = () => {
      stood = undefined
    }
    const observer = new MutationObserver(() => {
      if (stood === undefined || stood.on.isConnected) return
      const { around } = stood
      stood = undefined
      goOnAtFirst(around)
    })
    observer.observe(current, { childList: true, subtree: true })
    current.addEventListener("focusin", note)
    document.addEventListener("pointerdown", forget, { capture: true })
    return () => {
      observer.disconnect()
      current.removeEventListener("focusin", note)
      document.removeEventListener("pointerdown", forget, { capture: true })
    }
  }, [within])
}
