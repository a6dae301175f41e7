/** What the account's logins asked for: when, who answered, after how long, and what came of it. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { queries } from "../../api/queries.ts"
import type { AssistanceEntry } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { useConnection } from "../../live/LiveProvider.tsx"
import { scriptSays } from "../../shell/code/asked.ts"
import { MoreRows } from "../../ui/MoreRows.tsx"
import { Badge, Empty, Failed, Panel, type Tone, Waiting } from "../../ui/parts.tsx"

const toneOf = {
  accepted: "good",
  rejected: "bad",
  timed_out: "warn",
  cancelled: "plain",
  session_ended: "plain",
  pending: "warn"
} as const satisfies Record<NonNullable<AssistanceEntry["outcome"]> | "pending", Tone>

export const AskedList = ({ accountId }: { readonly accountId: string }) => {
  const { codes } = useWords()
  const words = codes.asked
  const list = useInfiniteQuery(queries.assistances(accountId))
  const { data, error, refetch } = list
  const entries = data?.pages.flat()
  return (
    <Panel title={words.title} flush>
      {entries === undefined && error === null ? <Waiting rows={3} /> : null}
      {entries === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
      {entries?.length === 0 ? (
        <Empty icon="phone" title={words.empty}>
          {words.emptyLong}
        </Empty>
      ) : null}
      <ul className="divide-y divide-line">
        {entries?.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ul>
      <MoreRows list={list} className="p-5" />
    </Panel>
  )
}

const Row = ({ entry }: { readonly entry: AssistanceEntry }) => {
  const { accounts, code, codes } = useWords()
  const words = codes.asked
  const said = entry.prompt === null ? undefined : scriptSays({ prompt: entry.prompt })
  const formats = useFormats()
  // Whether it still waits is not known while nothing is heard.
  const isUnknown = useConnection().state === "lost" && entry.outcome === null
  const types: Readonly<Record<string, string | undefined>> = words.types
  const channels: Readonly<Record<string, string | undefined>> = words.channels
  const { answered_after_seconds: after, answered_by: by, attempts, outcome, requested_at: at, type } = entry
  const outcomes: Readonly<Record<string, string | undefined>> = words.outcomes
  const tones: Readonly<Record<string, Tone | undefined>> = toneOf
  const state = outcome ?? "pending"
  const facts = [
    by === null ? undefined : words.answered(channels[by] ?? by, after),
    attempts === 0 ? undefined : words.refused(attempts)
  ].filter((each) => each !== undefined)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">
          {types[type] ?? type}
          {facts.length === 0 ? null : <span className="font-normal text-muted"> · {facts.join(" · ")}</span>}
        </p>
        {said === undefined ? null : <p className="text-sm wrap-anywhere">{code.says(said)}</p>}
        <p className="num text-sm text-muted">
          <time dateTime={at}>{formats.moment(at)}</time>
        </p>
      </div>
      {isUnknown ? (
        <Badge tone="plain">{accounts.states.unknown}</Badge>
      ) : (
        <Badge tone={tones[state] ?? "plain"} alive={outcome === null}>
          {outcomes[state] ?? state}
        </Badge>
      )}
    </li>
  )
}
