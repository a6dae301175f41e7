import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../api/client.ts"
import type { ApiKey, NewApiKey } from "../api/types.ts"
import { queries } from "../api/queries.ts"
import { useFormats, useWords } from "../i18n/language.tsx"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Badge, Empty, Failed, PageHead, Waiting } from "../ui/parts.tsx"
import { useAction } from "../ui/useAction.ts"
import { useTitle } from "../ui/useTitle.ts"
import { Made, NewKey } from "./keys/NewKey.tsx"

export const KeysPage = () => {
  const { keys: words } = useWords()
  useTitle(words.title)
  const { data, error, isPending, refetch } = useQuery(queries.keys())
  const [creating, setCreating] = useState(false)
  // Not in the form: a key that was asked for is shown though that was closed before it was made, for it is shown only once.
  const making = useAction({
    run: (body: NewApiKey) => api.post("/me/api-keys", { body }),
    stale: [["keys"]],
    silent: creating,
    done: () => setCreating(false)
  })
  const create = (
    <Button
      look="primary"
      icon="plus"
      onClick={() => {
        if (!making.isPending) making.reset()
        setCreating(true)
      }}
    >
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {data !== undefined && data.keys.length > 0 ? create : null}
      </PageHead>
      <div className="panel overflow-hidden">
        {isPending ? <Waiting /> : null}
        {data === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
        {data?.keys.length === 0 ? (
          <Empty icon="keys" title={words.empty} action={create}>
            {words.emptyLong}
          </Empty>
        ) : null}
        <ul className="divide-y divide-line">
          {data?.keys.map((key) => (
            <Row key={key.id} apiKey={key} />
          ))}
        </ul>
      </div>
      {creating ? (
        <NewKey
          scopes={data?.available_scopes ?? []}
          refused={making.error}
          busy={making.isPending}
          onCreate={(body) => making.mutate(body)}
          onClose={() => setCreating(false)}
        />
      ) : null}
      {making.data === undefined ? null : <Made created={making.data} onClose={making.reset} />}
    </>
  )
}

const Row = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  const { actions, keys: words } = useWords()
  const formats = useFormats()
  const { data: accounts = [] } = useQuery(queries.accounts())
  const [asking, setAsking] = useState(false)
  const scopes: Readonly<Record<string, string | undefined>> = words.scopeNames
  const revoke = useAction({
    run: () => api.delete("/me/api-keys/{id}", { path: { id: apiKey.id } }),
    stale: [["keys"]],
    done: () => setAsking(false)
  })
  const names = apiKey.account_ids?.map((id) => accounts.find((account) => account.id === id)?.name ?? id.slice(0, 8))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">
          {apiKey.name} <code className="ml-1 font-mono text-sm font-normal text-muted">svc_{apiKey.prefix}_…</code>
        </p>
        <p className="text-sm text-muted">
          {apiKey.scopes.map((scope) => scopes[scope] ?? scope).join(" · ")}
          {apiKey.types === undefined ? "" : ` · ${words.allTypes}`}
          {names === undefined ? "" : ` · ${formats.list(names)}`}
        </p>
        <p className="num text-sm text-muted">
          {words.created(formats.day(apiKey.created_at))} ·{" "}
          {apiKey.last_used_at === null ? words.unused : words.used(formats.moment(apiKey.last_used_at))}
        </p>
      </div>
      {apiKey.revoked_at === null ? (
        <Button small look="danger" onClick={() => setAsking(true)}>
          {words.revoke}
        </Button>
      ) : (
        <Badge tone="plain">{words.revoked}</Badge>
      )}
      {asking ? (
        <Dialog title={words.revoke} onClose={() => setAsking(false)}>
          <p>{words.revokeSure(apiKey.name)}</p>
          <div className="mt-5 flex gap-2">
            <Button look="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
              {words.revoke}
            </Button>
            <Button onClick={() => setAsking(false)}>{actions.cancel}</Button>
          </div>
        </Dialog>
      ) : null}
    </li>
  )
}
