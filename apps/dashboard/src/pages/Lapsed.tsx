/**
 * A log-in that ended by itself, while somebody was at something. They log in again before the page as they left it: what they
 * had typed is still there. A dialog may be open on it, and only another one is reached beside that.
 */
import { useLayoutEffect, useRef } from "react"
import { useWords } from "../i18n/language.tsx"
import { useWayBack } from "../shell/code/useWayBack.ts"
import { AuthPage } from "./AuthPage.tsx"

export const Lapsed = ({ email }: { readonly email: string }) => {
  const { auth } = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const show = () => {
    if (dialog.current?.open === false) dialog.current.showModal()
    dialog.current?.querySelector<HTMLElement>("[type=password]")?.focus()
  }
  useWayBack(true)
  useLayoutEffect(() => {
    const shown = dialog.current
    show()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={auth.loginTitle}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.preventDefault()
      }}
      onCancel={(event) => event.preventDefault()}
      // At a second way back, as a phone has it, browsers don't ask.
      onClose={show}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-paper text-ink"
    >
      <AuthPage lapsed={email} />
    </dialog>
  )
}
