/** Whether versions of the bank's script that are in review are tried on this account, and what came of it. */
import { useQuery } from "@tanstack/react-query"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Panel } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"

export const ShadowPanel = ({ accountId }: { readonly accountId: string }) => {
  const { accounts } = useWords()
  const words = accounts.shadow
  const formats = useFormats()
  const { data } = useQuery(queries.shadow(accountId))
  const of = { path: { accountId } }
  const stale = [["shadow", accountId]]
  const agree = useAction({ run: () => api.put("/accounts/{accountId}/shadow", of), said: words.agreed, stale })
  const withdraw = useAction({
    run: () => api.delete("/accounts/{accountId}/shadow", of),
    said: words.withdrawn,
    stale
  })
  if (data === undefined) return null
  const kinds: Readonly<Record<string, string | undefined>> = { ...accounts.kinds, ...words.outcomes }
  return (
    <Panel title={words.title}>
      <div className="grid gap-3">
        <p className="text-sm text-muted">
          {data.agreed_at === null ? words.lead : words.since(formats.day(data.agreed_at))}
        </p>
        {data.agreed_at === null ? (
          <Button small className="justify-self-start" busy={agree.isPending} onClick={() => agree.mutate()}>
            {words.agree}
          </Button>
        ) : (
          <Button small className="justify-self-start" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {words.withdraw}
          </Button>
        )}
        {data.runs.length === 0 ? null : (
          <ul className="grid gap-2 border-t border-line pt-3">
            {data.runs.slice(0, 5).map((run) => (
              <li key={run.script_id} className="num text-sm">
                <span className="font-medium">{run.version}</span>
                <span className="block text-muted">
                  {run.outcome === null ? words.running : (kinds[run.outcome] ?? run.outcome)}
                  {run.outcome === "read"
                    ? ` ${words.counts(run.movements_before, run.identities_changed, run.signs_changed)}`
                    : ""}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}
