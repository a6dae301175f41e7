/** What is typed into a page's form, and not saved, isn't left without a word, wherever one is led. */
import { useRouter } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { useWords } from "../i18n/language.tsx"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"

export const Unsaved = ({ isTouched }: { readonly isTouched: () => boolean }) => {
  const words = useWords().config.unsaved
  const { history } = useRouter()
  const [leave, setLeave] = useState<() => void>()
  const latest = useRef(isTouched)
  useEffect(() => {
    latest.current = isTouched
  })
  useEffect(() => {
    const options = { ignoreBlocker: true }
    return history.block({
      // Answered at once: while it were open one would be at the page before already, and Back would lead out of that.
      blockerFn: ({ action, currentLocation, nextLocation: { href, pathname, state } }) => {
        // A dialog that is open is what Back closes.
        const isLeft = currentLocation.pathname !== pathname && document.querySelector("dialog:modal") === null
        if (!isLeft || !latest.current()) return false
        setLeave(() => () => {
          if (action === "BACK") history.back(options)
          else if (action === "FORWARD") history.forward(options)
          else history.push(href, state, options)
        })
        return true
      },
      enableBeforeUnload: () => latest.current()
    })
  }, [history])
  // Saved while it was asked: there is nothing to ask any more.
  useEffect(() => {
    if (leave === undefined || isTouched()) return
    setLeave(undefined)
    leave()
  })
  if (leave === undefined) return null
  const stay = () => setLeave(undefined)
  return (
    <Dialog title={words.title} onClose={stay}>
      <p>{words.lead}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button look="primary" onClick={stay}>
          {words.stay}
        </Button>
        <Button
          look="danger"
          onClick={() => {
            stay()
            leave()
          }}
        >
          {words.leave}
        </Button>
      </div>
    </Dialog>
  )
}
