/** The answer to a question, in words or by choosing; or what a picture says. */
import { type FormEvent, useEffect, useId, useRef, useState } from "react"
import { api } from "../../api/client.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { useSentence } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"
import type { Asked } from "./asked.ts"
import { Cancel, Countdown, endLook, isTyping, Label, lineLook, Rejected } from "./parts.tsx"
import { Picture } from "./Picture.tsx"

interface Props {
  readonly asked: Asked<"question"> | Asked<"picture">
  readonly isActive: boolean
  readonly onSent: () => void
}

/** As much as the server takes. */
const longest = 200

export const AnswerForm = ({ asked, isActive, onSent }: Props) => {
  const { code } = useWords()
  const { account, id: assistanceId, kind } = asked
  const sentence = useSentence()
  const id = useId()
  const [value, setValue] = useState("")
  const answer = value.trim()
  const submit = useAction({
    run: () =>
      api.post("/accounts/{accountId}/assistances/{assistanceId}/answer", {
        path: { accountId: account.id, assistanceId },
        body: { answer }
      }),
    stale: [["accounts"]],
    done: onSent,
    silent: true
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!submit.isPending && answer !== "") submit.mutate()
  }
  const field = { asked, id, isActive, isWrong: submit.isError, value, onChange: setValue }
  const length = kind === "picture" ? asked.length : null
  return (
    <form onSubmit={send} className="mt-2 grid gap-2 sm:mt-3 sm:gap-3">
      {submit.isIdle ? <Rejected asked={asked}>{code.rejectedAnswer}</Rejected> : null}
      {kind === "picture" ? <Picture asked={asked} /> : <Asks question={asked.question} />}
      {kind === "question" && asked.choices !== null ? (
        <Choose {...field} choices={asked.choices} />
      ) : (
        <Words {...field} />
      )}
      {submit.isError ? (
        <p id={`${id}-fault`} role="alert" className="text-sm font-medium text-bad">
          {sentence(submit.error)}
        </p>
      ) : null}
      <div className={endLook}>
        <Button
          type="submit"
          look="primary"
          busy={submit.isPending}
          disabled={answer === "" || (length !== null && answer.length !== length)}
        >
          {submit.isPending ? code.sending[kind] : code.send[kind]}
        </Button>
        <Cancel asked={asked} />
      </div>
    </form>
  )
}

/** In the words of the bank's script, and said to be. */
const Asks = ({ question }: { readonly question: string }) => {
  const { code } = useWords()
  return (
    <figure>
      <figcaption className="text-sm text-muted">{code.asks}</figcaption>
      <blockquote className="mt-1 border-l-3 border-warn pl-3 font-medium wrap-anywhere">{question}</blockquote>
    </figure>
  )
}

interface FieldProps extends Pick<Props, "asked" | "isActive"> {
  readonly id: string
  readonly isWrong: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

const Words = ({ asked, id, isActive, isWrong, onChange, value }: FieldProps) => {
  const { code } = useWords()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isActive && !isTyping()) field.current?.focus()
  }, [isActive])
  const isCode = asked.kind === "picture"
  const label = isCode ? (asked.length === null ? code.fromPicture : code.label(asked.length)) : code.answer
  return (
    <>
      <Label htmlFor={`${id}-answer`} until={asked.until}>
        {label}
      </Label>
      <input
        ref={field}
        id={`${id}-answer`}
        value={value}
        // What a device shows in groups is one code.
        onChange={({ target }) => onChange(isCode ? target.value.replaceAll(/\s/g, "") : target.value)}
        maxLength={longest}
        autoComplete={isCode ? "one-time-code" : "off"}
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={isWrong ? `${id}-fault` : undefined}
        aria-invalid={isWrong ? true : undefined}
        className={`field ${isCode ? "num min-h-13 text-center font-mono text-2xl tracking-[0.2em]" : ""}`}
      />
    </>
  )
}

const Choose = ({ asked, choices, id, onChange, value }: FieldProps & { readonly choices: ReadonlyArray<string> }) => {
  const { code } = useWords()
  return (
    <fieldset aria-labelledby={`${id}-choose`}>
      <p className={lineLook}>
        <span id={`${id}-choose`}>{code.choose}</span>
        <Countdown until={asked.until} />
      </p>
      <div className="mt-2 grid max-h-64 gap-2 overflow-y-auto p-0.5">
        {choices.map((choice) => (
          <label
            key={choice}
            className="flex cursor-pointer items-center gap-3 rounded-xl border border-line px-3 py-2 wrap-anywhere has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={`${id}-choice`}
              value={choice}
              checked={value === choice}
              onChange={() => onChange(choice)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">{choice}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
