/**
 * The form of an account's settings, which others may save meanwhile. What nobody has touched here follows them; what
 * somebody has, stays typed.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import { api } from "../../api/client.ts"
import type { Settings, SettingsWrite } from "../../api/types.ts"
import { fieldsOf } from "../../ui/forms.tsx"
import { changesOf, saveTogether } from "../../ui/together.ts"
import { settingsBody } from "./settingsBody.ts"

/** Told of settings, and none of them. */
const isNone = (name: string): boolean => ["same_bank_account", "address_warnings"].includes(name)

export const useSettingsForm = (form: RefObject<HTMLFormElement | null>, accountId: string, saved: Settings | null) => {
  const path = { accountId }
  const [drawn, setDrawn] = useState({ from: saved, count: 0 })
  /** As whoever sits here knows it to be saved. */
  const [known, setKnown] = useState(saved)
  const body = useRef<SettingsWrite>(undefined)
  const focusedAt = useRef<string>(undefined)
  const bodyNow = (): SettingsWrite | undefined =>
    form.current === null ? undefined : settingsBody(fieldsOf(form.current), drawn.from)

  const draw = (from: Settings | null) => {
    const at = document.activeElement
    focusedAt.current = form.current?.contains(at) === true ? (at?.getAttribute("name") ?? undefined) : undefined
    setKnown(from)
    setDrawn({ from, count: drawn.count + 1 })
  }
  const read = useRef(bodyNow)
  useLayoutEffect(() => {
    read.current = bodyNow
  })
  const { count } = drawn
  useLayoutEffect(() => {
    if (form.current === null) return
    body.current = read.current()
    const { current: name } = focusedAt
    if (name !== undefined) form.current.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
    focusedAt.current = undefined
  }, [form, count])

  const theirs = changesOf(known, saved).filter((name) => !isNone(name))
  const isUntouched = () => JSON.stringify(bodyNow()) === JSON.stringify(body.current)
  const drawIfUntouched = useRef(() => {})
  useEffect(() => {
    drawIfUntouched.current = () => {
      if (theirs.length > 0 && isUntouched()) draw(saved)
    }
  })
  useEffect(() => drawIfUntouched.current(), [saved])

  /** What is typed while it is being saved stays typed, and a password no longer than that. */
  const keep = (from: Settings, mine: SettingsWrite) => {
    const { bank_password: sent, bank_username: _username, ...rest } = mine
    const field = form.current?.elements.namedItem("bank_password")
    if (field instanceof HTMLInputElement && field.value === sent) field.value = ""
    body.current = rest
    setKnown(from)
    setDrawn({ from, count })
  }

  const save = (mine: SettingsWrite) =>
    saveTogether({
      drawn: body.current ?? mine,
      mine,
      known,
      read: () => api.get("/accounts/{accountId}/config", { path }),
      write: (whole) => api.put("/accounts/{accountId}/config", { path, body: whole })
    })

  return {
    from: drawn.from,
    drawing: count,
    /** Saved meanwhile by others, beside what is typed here. */
    theirs,
    /** Whether something is typed that isn't saved. */
    isTouched: () => form.current !== null && !isUntouched(),
    bodyOf: (fields: Readonly<Record<string, string>>) => settingsBody(fields, drawn.from),
    save,
    draw,
    keep,
    know: setKnown
  }
}
