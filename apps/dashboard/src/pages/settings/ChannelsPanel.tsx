/** Other ways than this page's own notices to be told that a login waits. Addresses and tokens are write-only. */
import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useRef, useState } from "react"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { NoticeChannel, NoticeChannelWrite } from "../../api/types.ts"
import { useFormats, useLanguage, useWords } from "../../i18n/language.tsx"
import { someTopic } from "../../push/device.ts"
import { Button } from "../../ui/Button.tsx"
import { fieldsOf, SelectField, TextField } from "../../ui/forms.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { oneOf } from "../../ui/oneOf.ts"
import { Failed, Notice, Panel, useFaultAt, useSentence, Waiting } from "../../ui/parts.tsx"
import { useToasts } from "../../ui/toasts.tsx"
import { ServersWords } from "../../ui/ServersWords.tsx"
import { Unsaved } from "../../ui/Unsaved.tsx"
import { useAction } from "../../ui/useAction.ts"
import { channelBody, type ChannelField, channelFields, channelKinds } from "./channelKinds.ts"

const stale = [["channels"]]

export const ChannelsPanel = () => {
  const { channels: words } = useWords()
  const { data, error, refetch } = useQuery(queries.channels())
  const [adding, setAdding] = useState(false)
  return (
    <Panel title={words.title}>
      <p className="text-muted">{words.lead}</p>
      {data === undefined && error === null ? <Waiting rows={2} /> : null}
      {data === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? null : (
        <div className="mt-4 grid gap-5">
          {data.length === 0 ? null : (
            <ul aria-label={words.title} className="divide-y divide-line border-y border-line">
              {data.map((channel) => (
                <Row key={channel.id} channel={channel} />
              ))}
            </ul>
          )}
          {adding ? (
            <NewChannel onClose={() => setAdding(false)} />
          ) : (
            <Button icon="plus" className="justify-self-start" onClick={() => setAdding(true)}>
              {words.add}
            </Button>
          )}
        </div>
      )}
    </Panel>
  )
}

const Row = ({ channel }: { readonly channel: NoticeChannel }) => {
  const { channels: words } = useWords()
  const formats = useFormats()
  const { say } = useToasts()
  const path = { channelId: channel.id }
  const test = useAction({
    run: () => api.post("/me/channels/{channelId}/test", { path }),
    stale,
    done: ({ sent }) => {
      if (sent) say(words.sent)
    }
  })
  const remove = useAction({
    run: () => api.delete("/me/channels/{channelId}", { path }),
    said: words.removed,
    stale
  })
  const problem = test.data?.sent === false ? (test.data.problem ?? "") : undefined
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon name="deliveries" className="size-5 text-muted" />
        <span className="min-w-0 flex-1 basis-40">
          <span className="block font-medium wrap-anywhere">{channel.name}</span>
          <span className="block text-sm text-muted">
            {words.kinds[channel.kind].name} · {words.since(formats.day(channel.created_at))}
          </span>
          {channel.last_fault === null || test.data !== undefined ? null : (
            <span className="block text-sm text-bad">
              {words.failed}
              <ServersWords>{channel.last_fault}</ServersWords>
            </span>
          )}
        </span>
        <Button small busy={test.isPending} onClick={() => test.mutate()}>
          {words.test}
        </Button>
        <Button small busy={remove.isPending} onClick={() => remove.mutate()}>
          {words.remove}
        </Button>
      </div>
      {problem === undefined ? null : (
        <Notice role="alert" tone="bad" title={words.notSent}>
          <ServersWords>{problem}</ServersWords>
        </Notice>
      )}
    </li>
  )
}

const NewChannel = ({ onClose }: { readonly onClose: () => void }) => {
  const { actions, channels: words } = useWords()
  const sentence = useSentence()
  const { language } = useLanguage()
  const [kind, setKind] = useState<NoticeChannel["kind"]>("ntfy")
  const isTyped = useRef(false)
  const add = useAction({
    run: (body: NoticeChannelWrite) =>
      api.post("/me/channels", { body: { ...body, language, page_origin: location.origin } }),
    said: words.added,
    stale,
    done: onClose,
    silent: true
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = fieldsOf(event.currentTarget)
    add.mutate(channelBody(kind, fields["name"]?.trim() ?? "", fields))
  }
  const faultOf = useFaultAt(add.error)
  const fields: ReadonlyArray<ChannelField> = channelFields[kind]
  const isSaidAtField = fields.some(({ name }) => faultOf(name) !== undefined) || faultOf("name") !== undefined
  return (
    <form
      onSubmit={submit}
      onInput={() => {
        isTyped.current = true
      }}
      noValidate
      className="grid gap-4 rounded-xl border border-line p-4"
    >
      <Unsaved isTouched={() => isTyped.current} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={words.kind}
          value={kind}
          autoFocus
          onChange={({ target }) => {
            setKind(oneOf(channelKinds, target.value) ?? "ntfy")
            add.reset()
          }}
        >
          {channelKinds.map((each) => (
            <option key={each} value={each}>
              {words.kinds[each].name}
            </option>
          ))}
        </SelectField>
        <TextField
          key={kind}
          label={words.name}
          name="name"
          defaultValue={words.kinds[kind].name}
          maxLength={100}
          fault={faultOf("name")}
        />
      </div>
      <p className="text-muted">{words.kinds[kind].lead}</p>
      <div key={kind} className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <Field key={field.name} field={field} fault={faultOf(field.name)} />
        ))}
      </div>
      {add.isError && !isSaidAtField ? (
        <Notice role="alert" tone="bad">
          {sentence(add.error)}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={add.isPending}>
          {words.add}
        </Button>
        <Button onClick={onClose}>{actions.cancel}</Button>
      </div>
    </form>
  )
}

const Field = ({ fault, field }: { readonly field: ChannelField; readonly fault: string | undefined }) => {
  const { channels: words } = useWords()
  const { initially, name, optional = false, placeholder, type = "text" } = field
  const label = words.fields[name]
  const [value, setValue] = useState(initially ?? "")
  if (type === "security") {
    return (
      <SelectField label={label} name={name} fault={fault}>
        <option value="tls">{words.tls}</option>
        <option value="starttls">{words.starttls}</option>
      </SelectField>
    )
  }
  return (
    <div className="grid content-start justify-items-start gap-2 *:first:w-full">
      <TextField
        label={label}
        name={name}
        type={type}
        autoComplete="off"
        spellCheck={false}
        value={value}
        placeholder={placeholder}
        onChange={({ target }) => setValue(target.value)}
        optional={optional}
        fault={fault}
      />
      {name === "topic" ? (
        <Button small onClick={() => setValue(someTopic())}>
          {words.suggest}
        </Button>
      ) : null}
    </div>
  )
}
