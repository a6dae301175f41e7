/** The devices whose browsers ring when a bank wants a code. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import { session } from "../../api/session.ts"
import type { PushChannel } from "../../api/types.ts"
import { useFormats, useLanguage, useWords } from "../../i18n/language.tsx"
import { abilityOf, deviceName, Refused, subscribe } from "../../push/device.ts"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Failed, Notice, Panel, Waiting } from "../../ui/parts.tsx"
import { useToasts } from "../../ui/toasts.tsx"
import { useAction } from "../../ui/useAction.ts"

const stale = [["push"]]

export const PhonePanel = () => {
  const { phone: words } = useWords()
  const { data, error, refetch } = useQuery(queries.push())
  return (
    <Panel title={words.title}>
      <p className="text-muted">{words.lead}</p>
      {data === undefined && error === null ? <Waiting rows={2} /> : null}
      {data === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? null : (
        <div className="mt-4 grid gap-5">
          <Channels channels={data.channels} />
          <ThisDevice publicKey={data.public_key} />
        </div>
      )}
    </Panel>
  )
}

const ThisDevice = ({ publicKey }: { readonly publicKey: string }) => {
  const { phone: words } = useWords()
  const { language } = useLanguage()
  const { complain } = useToasts()
  const [ability, setAbility] = useState(abilityOf)
  const ring = useAction({
    run: async () => {
      const subscription = await subscribe(publicKey).catch((cause: unknown) => {
        setAbility(abilityOf())
        // Browsers say why they can't in words for programmers.
        complain(cause instanceof Refused ? words.refused : words.noService)
      })
      if (subscription === undefined) return undefined
      return api.post("/me/push", {
        body: { kind: "web_push", ...subscription, label: deviceName(), page_origin: location.origin, language }
      })
    },
    stale
  })
  if (ability !== "can") {
    return (
      <Notice tone="calm" icon="phone" title={words.unable[ability].title}>
        {words.unable[ability].text}
      </Notice>
    )
  }
  return (
    <div>
      <Button look="primary" icon="phone" busy={ring.isPending} onClick={() => ring.mutate()}>
        {words.ring}
      </Button>
      {session.isLasting() ? null : <p className="mt-2 text-sm text-muted">{words.stayHint}</p>}
    </div>
  )
}

const Channels = ({ channels }: { readonly channels: ReadonlyArray<PushChannel> }) => {
  const { phone: words } = useWords()
  if (channels.length === 0) return null
  return (
    <ul aria-label={words.list} className="divide-y divide-line border-y border-line">
      {channels.map((channel) => (
        <Channel key={channel.id} channel={channel} />
      ))}
    </ul>
  )
}

const Channel = ({ channel }: { readonly channel: PushChannel }) => {
  const { phone: words } = useWords()
  const formats = useFormats()
  const { complain, say } = useToasts()
  const path = { id: channel.id }
  const test = useAction({
    run: () => api.post("/me/push/{id}/test", { path }),
    stale,
    done: ({ outcome }) => {
      if (outcome === "sent") say(words.sent)
      else complain(outcome === "gone" ? words.gone : words.failed)
    }
  })
  const remove = useAction({ run: () => api.delete("/me/push/{id}", { path }), said: words.removed, stale })
  const { label, last_fault: fault, last_success_at: success } = channel
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Icon name="phone" className="size-5 text-muted" />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-medium">{label}</span>
        <span className={`block text-sm ${fault === null ? "text-muted" : "text-bad"}`}>
          {fault !== null ? words.failed : success === null ? words.never : words.last(formats.moment(success))}
        </span>
      </span>
      <Button small busy={test.isPending} onClick={() => test.mutate()}>
        {words.test}
      </Button>
      <Button small busy={remove.isPending} onClick={() => remove.mutate()}>
        {words.remove}
      </Button>
    </li>
  )
}
