/** A one-time code, typed or pasted. */
import { type FormEvent, useEffect, useId, useRef, useState } from "react"
import { api } from "../../api/client.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { useSentence } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"
import type { Asked } from "./asked.ts"
import { Cancel, endLook, isTyping, Label, Rejected } from "./parts.tsx"

interface Props {
  readonly asked: Asked<"code">
  readonly isActive: boolean
  readonly onSent: () => void
}

export const CodeForm = ({ asked, isActive, onSent }: Props) => {
  const { code } = useWords()
  const { account, id: assistanceId, isNumeric, length, until } = asked
  const sentence = useSentence()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [value, setValue] = useState("")
  const [isOdd, setOdd] = useState(false)
  const submit = useAction({
    run: (typed: string) =>
      api.post("/accounts/{accountId}/otp", {
        path: { accountId: account.id },
        // For this question only: a login that asks later is not answered by mistake.
        body: { code: typed, assistance_id: assistanceId }
      }),
    stale: [["accounts"]],
    done: onSent,
    silent: true
  })

  useEffect(() => {
    if (isActive && !isTyping()) field.current?.focus()
  }, [isActive])

  const send = (event: FormEvent) => {
    event.preventDefault()
    const fits = value.length === length && !(isNumeric && /\D/.test(value))
    setOdd(!fits)
    if (!fits) field.current?.focus()
    else if (!submit.isPending) submit.mutate(value)
  }
  const fault = isOdd
    ? code.misfit[isNumeric ? "digits" : "letters"](length)
    : submit.isError
      ? sentence(submit.error)
      : undefined
  return (
    <form onSubmit={send} className="mt-2 grid gap-2 sm:mt-3 sm:gap-3">
      {submit.isIdle ? <Rejected asked={asked}>{code.rejected}</Rejected> : null}
      <Label htmlFor={`${id}-code`} until={until}>
        {isNumeric ? code.digits(length) : code.label(length)}
      </Label>
      <input
        ref={field}
        id={`${id}-code`}
        name="one-time-code"
        value={value}
        // A pasted code often comes with spaces or dashes.
        onChange={({ target }) => {
          setOdd(false)
          setValue(target.value.replaceAll(/[\s-]/g, "").slice(0, 32))
        }}
        inputMode={isNumeric ? "numeric" : "text"}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        aria-invalid={fault === undefined ? undefined : true}
        className="field num text-center sm:min-h-13 font-mono text-2xl tracking-[0.3em]"
      />
      {fault === undefined ? null : (
        <p id={`${id}-fault`} role="alert" className="text-sm font-medium text-bad">
          {fault}
        </p>
      )}
      <div className={endLook}>
        <Button type="submit" look="primary" busy={submit.isPending}>
          {submit.isPending ? code.sending.code : code.send.code}
        </Button>
        <Cancel asked={asked} />
      </div>
    </form>
  )
}
