/** In place of a page that can't be shown: most often its part of the program didn't come, since the server is away. */
import type { ErrorComponentProps } from "@tanstack/react-router"
import { useEffect } from "react"
import { isThere, isUnreachable } from "../api/client.ts"
import { useConnection } from "../live/LiveProvider.tsx"
import { isHalfAnswered } from "../shell/code/parts.tsx"
import { Failed } from "../ui/parts.tsx"

/** A browser whose page is loaded anew without a server shows nothing of ours. */
const loadAnew = async () => {
  if (await isThere()) window.location.reload()
}

export const Broken = ({ error }: ErrorComponentProps) => {
  const { state } = useConnection()
  const isBack = state === "open" && isUnreachable(error)
  useEffect(() => {
    // A code that is half typed is not lost for it: there is the button.
    if (isBack && !isHalfAnswered()) void loadAnew()
  }, [isBack])
  return <Failed cause={error} onRetry={() => void loadAnew()} />
}
