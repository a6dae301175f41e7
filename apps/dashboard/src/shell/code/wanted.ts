/** From anywhere on the page to a bank's question: it may have been put aside. */
import { useEffect } from "react"

const listeners = new Set<(accountId: string) => void>()

export const showQuestion = (accountId: string) => {
  // A copy: whoever listens may be drawn anew meanwhile, and listens anew then.
  const all = [...listeners]
  for (const listener of all) listener(accountId)
}

export const useWanted = (onWanted: (accountId: string) => void) => {
  useEffect(() => {
    listeners.add(onWanted)
    return () => void listeners.delete(onWanted)
  }, [onWanted])
}
