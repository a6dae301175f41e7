/** Within which hours, and how often, the owner of an account is asked; and until when not at all. */
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { clock } from "../../api/clock.ts"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { AskRules } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { BothSaved } from "../../ui/BothSaved.tsx"
import { fieldsOf, TextField } from "../../ui/forms.tsx"
import { Failed, Panel, useFaultAt, Waiting } from "../../ui/parts.tsx"
import { Refused, useFirstFault } from "../../ui/Refused.tsx"
import { useToasts } from "../../ui/toasts.tsx"
import { saveTogether } from "../../ui/together.ts"
import { Unsaved, useTyped } from "../../ui/Unsaved.tsx"
import { useAction } from "../../ui/useAction.ts"
import { useNow } from "../../ui/useNow.ts"
import { askingHash, snooze } from "./snooze.ts"

type Fields = Readonly<Record<string, string>>

const orNull = (text: string | undefined): string | null => (text === undefined || text === "" ? null : text)

const rulesOf = ({ from = "", most, to = "", zone }: Fields, saved: AskRules): AskRules => ({
  hours: from === "" && to === "" ? null : { from, to },
  zone: orNull(zone?.trim()),
  most_per_day: most === undefined || most === "" ? null : Number(most),
  snoozed_until: saved.snoozed_until
})

export const AskingPanel = ({ accountId }: { readonly accountId: string }) => {
  const { codes } = useWords()
  // Nobody's half-typed rules are replaced under their hands.
  const { data, error, refetch } = useQuery({ ...queries.asking(accountId), refetchOnWindowFocus: false })
  const frame = useRef<HTMLDivElement>(null)
  const isThere = data !== undefined
  // Whoever was led here sees it, below all that comes before.
  useEffect(() => {
    if (isThere && location.hash === `#${askingHash}`) frame.current?.scrollIntoView()
  }, [isThere])
  return (
    <div ref={frame} className="scroll-mt-6">
      <Panel title={codes.asking.title}>
        {data === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
        {data === undefined && error === null ? <Waiting rows={3} /> : null}
        {data === undefined ? null : (
          <div className="grid gap-6">
            <Rules accountId={accountId} saved={data} />
            <Quiet accountId={accountId} saved={data} />
          </div>
        )}
      </Panel>
    </div>
  )
}

interface Props {
  readonly accountId: string
  readonly saved: AskRules
}

const Rules = ({ accountId, saved }: Props) => {
  const { actions, codes } = useWords()
  const words = codes.asking
  const client = useQueryClient()
  const { say } = useToasts()
  const path = { accountId }
  /** As whoever sits here knows them to be saved. */
  const known = useRef(saved)
  /** As the fields were drawn: they don't follow what is saved meanwhile. */
  const drawn = useRef(saved)
  const [drawing, setDrawing] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const typed = useTyped(form)
  const save = useAction({
    run: (fields: Fields) =>
      saveTogether({
        drawn: drawn.current,
        mine: rulesOf(fields, drawn.current),
        known: known.current,
        read: () => api.get("/accounts/{accountId}/asking", { path }),
        write: (body) => api.put("/accounts/{accountId}/asking", { path, body })
      }),
    stale: [["accounts"]],
    silent: true,
    done: (outcome) => {
      if (!outcome.isSaved) {
        known.current = outcome.now ?? saved
        return
      }
      typed.keep()
      say(words.saved)
      client.setQueryData(queries.asking(accountId).queryKey, outcome.saved)
      known.current = outcome.saved
      drawn.current = outcome.saved
      setDrawing(drawing + 1)
    }
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    typed.send()
    save.mutate(fieldsOf(event.currentTarget))
  }
  const faultAt = useFaultAt(save.error)
  useFirstFault(form, save.error)
  return (
    <form key={drawing} ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <Unsaved isTouched={typed.isTouched} />
      <p className="-mt-4 text-muted">{words.lead}</p>
      <Refused cause={save.error} except={["hours", "zone", "most_per_day"]} />
      <BothSaved outcome={save.data} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.from}
          hint={words.hoursHint}
          name="from"
          type="time"
          optional
          defaultValue={saved.hours?.from ?? ""}
          fault={faultAt("hours")}
        />
        <TextField label={words.to} name="to" type="time" optional defaultValue={saved.hours?.to ?? ""} />
        <TextField
          label={words.zone}
          hint={words.zoneHint}
          name="zone"
          list="zones"
          autoComplete="off"
          optional
          placeholder="Europe/Madrid"
          defaultValue={saved.zone ?? ""}
          fault={faultAt("zone")}
        />
        <TextField
          label={words.most}
          hint={words.mostHint}
          name="most"
          inputMode="numeric"
          type="number"
          min={1}
          max={100}
          optional
          defaultValue={saved.most_per_day ?? ""}
          fault={faultAt("most_per_day")}
        />
      </div>
      <datalist id="zones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Button type="submit" look="primary" busy={save.isPending} className="justify-self-start">
        {actions.save}
      </Button>
    </form>
  )
}

/** Nine in the morning, that many days from now, where the reader is. */
const nine = (days: number): Date => {
  const then = new Date()
  then.setDate(then.getDate() + days)
  then.setHours(9, 0, 0, 0)
  return then
}

const times = {
  hour: () => new Date(clock.now() + 3_600_000),
  tomorrow: () => nine(1),
  // On a Monday the next one.
  monday: () => nine((8 - new Date().getDay()) % 7 || 7)
}

const Quiet = ({ accountId, saved }: Props) => {
  const { accounts, codes } = useWords()
  const words = codes.asking
  const formats = useFormats()
  const now = useNow()
  const stale = [["asking", accountId], ["accounts"]]
  const rest = useAction({ run: (until: Date) => snooze(accountId, until), said: words.snoozed, stale })
  const again = useAction({ run: () => snooze(accountId, null), said: accounts.askedAgain, stale })
  const until = saved.snoozed_until
  const isQuiet = until !== null && new Date(until).getTime() > now
  return (
    <section aria-labelledby="quiet" className="grid gap-3 border-t border-line pt-5">
      <div>
        <h3 id="quiet">{words.quiet}</h3>
        <p className="text-muted">{isQuiet ? words.quietUntil(formats.moment(until)) : words.quietLead}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {isQuiet ? (
          <Button small icon="play" busy={again.isPending} onClick={() => again.mutate()}>
            {accounts.askAgain}
          </Button>
        ) : null}
        {(["hour", "tomorrow", "monday"] as const).map((each) => (
          <Button key={each} small icon="clock" busy={rest.isPending} onClick={() => rest.mutate(times[each]())}>
            {words[each]}
          </Button>
        ))}
      </div>
    </section>
  )
}
