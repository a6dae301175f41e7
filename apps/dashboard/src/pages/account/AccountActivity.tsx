import { useInfiniteQuery } from "@tanstack/react-query"
import { queries } from "../../api/queries.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { sentenceOf } from "../../i18n/activity.ts"
import { MoreRows } from "../../ui/MoreRows.tsx"
import { Failed, Waiting } from "../../ui/parts.tsx"
import { ServersWords } from "../../ui/ServersWords.tsx"
import { EvidenceButton } from "./EvidenceButton.tsx"
import { TakeOutButton } from "./TakeOutButton.tsx"

const dotOf = (kind: string) => {
  if (/fail|block|quarantine|exhaust|refus|disabled/.test(kind)) return "bg-bad"
  if (/skip|cancel|pause|brake|gap|expired|unmatched/.test(kind)) return "bg-warn"
  return /succe|match|ingest|logged_in/.test(kind) ? "bg-good" : "bg-muted"
}

interface ToldProps {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
  readonly message: string
}

/** In the reader's language; an entry that lacks a value, or is of a kind that this page doesn't know, in the server's. */
const Told = ({ data, kind, message }: ToldProps) => {
  const { accounts } = useWords()
  const formats = useFormats()
  const words = accounts.activities[kind]
  const said = words === undefined ? undefined : sentenceOf(words, data, formats)
  return (
    <>
      <p className="font-medium">{words?.title ?? accounts.otherActivity}</p>
      {said === undefined ? <ServersWords>{message}</ServersWords> : <p className="wrap-anywhere">{said}</p>}
    </>
  )
}

export const AccountActivity = ({ accountId }: { readonly accountId: string }) => {
  const { accounts } = useWords()
  const formats = useFormats()
  const list = useInfiniteQuery(queries.activity(accountId))
  const { data, error, refetch } = list
  if (data === undefined) return error === null ? <Waiting /> : <Failed cause={error} onRetry={() => void refetch()} />
  const entries = data.pages.flat()
  if (entries.length === 0) return <p className="px-5 pt-1 pb-6 text-muted">{accounts.noActivity}</p>
  return (
    <>
      <ol className="px-5 pb-2">
        {entries.map(({ data: details, id, kind, message, occurred_at: at }) => (
          <li
            key={id}
            className="relative flex gap-4 pb-4 not-last:before:absolute not-last:before:top-4 not-last:before:bottom-0 not-last:before:left-[4.5px] not-last:before:w-px not-last:before:bg-line"
          >
            <span className={`mt-1.5 size-2.5 shrink-0 rounded-full ${dotOf(kind)}`} aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <Told kind={kind} data={details} message={message} />
              <p className="num text-sm text-muted">
                <time dateTime={at}>{formats.moment(at)}</time>
              </p>
              {typeof details["evidence_id"] === "string" ? (
                <div className="mt-1.5">
                  <EvidenceButton accountId={accountId} evidenceId={details["evidence_id"]} />
                </div>
              ) : null}
              {kind === "statement.uploaded" && details["movements_new"] !== 0 ? (
                <TakeOutButton accountId={accountId} scrapeId={String(details["scrape_id"])} />
              ) : null}
            </div>
          </li>
        ))}
      </ol>
      <MoreRows list={list} className="px-5 pb-5" />
    </>
  )
}
