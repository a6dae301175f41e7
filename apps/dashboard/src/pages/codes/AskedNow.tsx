/** What a login of the account waits for besides a code: an approval, an answer, what a picture shows. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { AssistanceEntry } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { Countdown } from "../../shell/code/Question.tsx"
import { Button } from "../../ui/Button.tsx"
import { fieldsOf, TextField } from "../../ui/forms.tsx"
import { Failed, Notice, Panel, useSentence, Waiting } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"

interface Props {
  readonly accountId: string
  readonly entry: AssistanceEntry
}

const stale = [["assistances"], ["accounts"]]

export const AskedNow = ({ accountId }: { readonly accountId: string }) => {
  const words = useWords().codes.now
  const { data } = useInfiniteQuery(queries.assistances(accountId))
  const entry = data?.pages[0]?.[0]
  if (entry === undefined || entry.status !== "pending" || entry.type === "otp") return null
  return (
    <Panel title={words.titles[entry.type]}>
      <div key={`${entry.id} ${entry.attempts}`} className="grid gap-4">
        {entry.attempts > 0 ? (
          <Notice role="alert" tone="bad">
            {words.refused}
          </Notice>
        ) : null}
        {entry.prompt === null ? null : <p className="break-words">{entry.prompt}</p>}
        {entry.type === "approval" && entry.number !== null ? (
          <p className="num font-mono text-3xl font-medium">{entry.number}</p>
        ) : null}
        {entry.type === "picture" ? <Picture accountId={accountId} entry={entry} /> : null}
        <p>
          <Countdown until={entry.expires_at} />
        </p>
        {entry.type === "approval" ? (
          <p className="text-muted">{words.approve}</p>
        ) : (
          <Answer {...{ accountId, entry }} />
        )}
        <Withdraw accountId={accountId} entry={entry} />
      </div>
    </Panel>
  )
}

const Withdraw = ({ accountId, entry }: Props) => {
  const words = useWords().codes.now
  const { isPending, mutate } = useAction({
    run: () =>
      api.delete("/accounts/{accountId}/assistances/{assistanceId}", { path: { accountId, assistanceId: entry.id } }),
    said: words.withdrawn,
    stale
  })
  return (
    <Button small className="justify-self-start" busy={isPending} onClick={() => mutate()}>
      {entry.type === "approval" ? words.notMe : words.withdraw}
    </Button>
  )
}

const Answer = ({ accountId, entry }: Props) => {
  const words = useWords().codes.now
  const sentence = useSentence()
  const send = useAction({
    run: (answer: string) =>
      api.post("/accounts/{accountId}/assistances/{assistanceId}/answer", {
        path: { accountId, assistanceId: entry.id },
        body: { answer }
      }),
    said: words.sent,
    stale,
    silent: true
  })
  const fault = send.isError ? sentence(send.error) : undefined
  if (entry.choices !== null) {
    return (
      <div className="grid justify-items-start gap-2">
        {entry.choices.map((choice, place) => (
          <Button key={choice} busy={send.isPending && send.variables === choice} onClick={() => send.mutate(choice)}>
            {`${place + 1}. ${choice}`}
          </Button>
        ))}
        {fault === undefined ? null : <Notice tone="bad">{fault}</Notice>}
      </div>
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send.mutate(fieldsOf(event.currentTarget)["answer"]?.trim() ?? "")
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextField label={words.answer(entry.length)} name="answer" autoComplete="off" spellCheck={false} fault={fault} />
      <Button type="submit" look="primary" className="justify-self-start" busy={send.isPending}>
        {words.send}
      </Button>
    </form>
  )
}

/** An animated PNG says so before its first picture (acTL). */
const isMoving = (base64: string): boolean => atob(base64.slice(0, 96)).includes("acTL")

const Picture = ({ accountId, entry }: Props) => {
  const words = useWords().codes.now
  const [pace, setPace] = useState(20)
  const [width, setWidth] = useState(0)
  const path = { accountId, assistanceId: entry.id }
  const { data, error, refetch } = useQuery({
    queryKey: ["assistances", "picture", entry.id, entry.attempts, pace],
    queryFn: ({ signal }) =>
      api.get("/accounts/{accountId}/assistances/{assistanceId}/picture", {
        path,
        query: { steps_per_second: String(pace) },
        signal
      }),
    // It is in the memory of its login only: nothing of it stays here.
    gcTime: 0,
    placeholderData: (before) => before
  })
  if (data === undefined)
    return error === null ? <Waiting rows={3} /> : <Failed cause={error} onRetry={() => void refetch()} />
  return (
    <div className="grid gap-4">
      <img
        src={`data:image/png;base64,${data.data}`}
        alt={words.picture}
        {...(width === 0 ? {} : { width })}
        className="max-w-full self-start"
      />
      {isMoving(data.data) ? (
        <>
          <p className="text-sm text-muted">{words.hold}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={words.pace}
              type="range"
              min={2}
              max={40}
              value={pace}
              onChange={({ target }) => setPace(Number(target.value))}
            />
            <TextField
              label={words.width}
              type="range"
              min={120}
              max={700}
              value={width === 0 ? 336 : width}
              onChange={({ target }) => setWidth(Number(target.value))}
            />
          </div>
        </>
      ) : null}
    </div>
  )
}
