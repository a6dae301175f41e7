/** A statement that was uploaded by mistake: all that it brought is taken out at once, and in again. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Failed, Notice, useSentence, Waiting } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"

interface Props {
  readonly accountId: string
  readonly scrapeId: string
}

export const TakeOutButton = (props: Props) => {
  const words = useWords().accounts.takeOut
  const [open, setOpen] = useState(false)
  return (
    <div className="mt-1.5">
      <Button small onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {open ? (
        <Dialog title={words.title} onClose={() => setOpen(false)}>
          <TakeOut {...props} onClose={() => setOpen(false)} />
        </Dialog>
      ) : null}
    </div>
  )
}

const TakeOut = ({ accountId, onClose, scrapeId }: Props & { readonly onClose: () => void }) => {
  const { accounts, actions } = useWords()
  const words = accounts.takeOut
  const formats = useFormats()
  const sentence = useSentence()
  const { data, error, refetch } = useQuery(queries.scrape(accountId, scrapeId))
  const path = { accountId, scrapeId }
  const act = useAction({
    run: async (which: "exclude" | "include") => {
      if (which === "include") {
        const { movements_included: count } = await api.post("/accounts/{accountId}/scrapes/{scrapeId}/include", {
          path
        })
        return { isOut: false, kept: 0, says: words.isBack(count) }
      }
      const scrape = await api.post("/accounts/{accountId}/scrapes/{scrapeId}/exclude", { path })
      const { excluded_at: at, movements_excluded: count, movements_kept: kept } = scrape
      return { isOut: at !== null, kept, says: words.wasOut(count) }
    },
    stale: [["scrape", scrapeId], ["movements"], ["orders"], ["accounts"], ["activity"], ["endpoint", accountId]],
    silent: true,
    elsewhere: { done: ({ says }) => says }
  })
  if (data === undefined) {
    return error === null ? <Waiting rows={3} /> : <Failed cause={error} onRetry={() => void refetch()} />
  }
  const { excluded_at: outSince } = data
  const { isOut, kept } = act.data ?? { isOut: outSince !== null, kept: 0 }
  return (
    <div className="grid gap-4">
      <p className="font-medium">
        {words.of(
          [...new Set([data.coverage.from, data.coverage.to])].map(formats.day).join(" – "),
          data.rows_read,
          data.rows_new
        )}
      </p>
      <p className="text-muted">{words.lead}</p>
      {act.data !== undefined || outSince === null ? null : <p>{words.isOut(formats.moment(outSince))}</p>}
      {act.data === undefined ? null : (
        <Notice
          role="status"
          tone={kept === 0 ? "good" : "warn"}
          title={act.data.says}
          icon={kept === 0 ? "check" : "alert"}
        >
          {kept === 0 ? null : words.kept(kept)}
        </Notice>
      )}
      {act.isError ? (
        <Notice role="alert" tone="bad">
          {sentence(act.error)}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {isOut ? (
          <Button busy={act.isPending && act.variables === "include"} onClick={() => act.mutate("include")}>
            {words.back}
          </Button>
        ) : null}
        {act.data?.isOut === true && kept === 0 ? null : (
          <Button
            look="danger"
            busy={act.isPending && act.variables === "exclude"}
            onClick={() => act.mutate("exclude")}
          >
            {isOut ? words.rest : words.out}
          </Button>
        )}
        <Button onClick={onClose}>{actions.close}</Button>
      </div>
    </div>
  )
}
