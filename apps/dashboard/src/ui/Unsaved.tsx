/** What is typed into a page's form, and not saved, isn't left without a word, wherever one is led. */
import { useRouter } from "@tanstack/react-router"
import { type RefObject, useEffect, useRef, useState } from "react"
import { useWords } from "../i18n/language.tsx"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { fieldsOf } from "./forms.tsx"

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

const isChanged = (field: Element): boolean => {
  // What the browser filled in nobody has typed.
  if (field instanceof HTMLInputElement) return field.value !== field.defaultValue && !field.matches(":autofill")
  if (!(field instanceof HTMLSelectElement)) return false
  const options = [...field.options]
  // What the page itself chooses has no option that was there at first.
  return (
    options.some((option) => option.defaultSelected) && options.some((each) => each.selected !== each.defaultSelected)
  )
}

/** Of a form whose fields keep themselves what is typed. */
export const useTyped = (form: RefObject<HTMLFormElement | null>) => {
  const textNow = () => (form.current === null ? "" : JSON.stringify(fieldsOf(form.current)))
  const [sent, kept] = [useRef<string>(undefined), useRef<string>(undefined)]
  return {
    /** What is there now is being saved. */
    send: () => {
      sent.current = textNow()
    },
    /** It is saved: what was typed meanwhile is not. `clear` takes out what is shown no longer than it is typed. */
    keep: (clear = () => {}) => {
      const isAll = textNow() === sent.current
      clear()
      if (isAll) kept.current = textNow()
      sent.current = undefined
    },
    isTouched: () => textNow() !== kept.current && [...(form.current?.elements ?? [])].some(isChanged)
  }
}
