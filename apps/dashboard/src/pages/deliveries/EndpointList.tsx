/** How each account's endpoint does, before the log of what was sent there. */
import { useQueries } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { queries } from "../../api/queries.ts"
import type { AccountOverview, Endpoint } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Badge, Panel } from "../../ui/parts.tsx"
import { useNow } from "../../ui/useNow.ts"
import { conditionOf, toneOf } from "../account/EndpointPanel.tsx"

/** Each is asked for: of more, the accounts' own pages tell. */
const most = 24

/** Of more than these, those that work stand behind a line: what comes below is what one came for. */
const few = 3

/** `isPending`: what stands below the list would move once it comes. */
export const useEndpoints = (accounts: ReadonlyArray<AccountOverview>) => {
  const all = accounts.filter(({ has_settings: has }) => has)
  const shown = all.slice(0, most)
  const found = useQueries({ queries: shown.map(({ id }) => queries.endpoint(id)) })
  const rows = shown.flatMap((account, index) => {
    const endpoint = found[index]?.data
    return endpoint == null ? [] : [{ account, endpoint }]
  })
  return { rows, further: all.length - shown.length, isPending: found.some(({ isPending }) => isPending) }
}

interface ListProps {
  readonly rows: ReadonlyArray<RowProps>
  /** So many are not asked for. */
  readonly further: number
}

export const EndpointList = ({ further, rows }: ListProps) => {
  const { deliveries: words } = useWords()
  if (rows.length === 0) return null
  const troubled = rows.length > few ? rows.filter(({ endpoint }) => toneOf[conditionOf(endpoint)] !== "good") : rows
  const others = rows.filter((row) => !troubled.includes(row))
  return (
    <Panel title={words.endpoints} flush>
      <Rows rows={troubled} />
      {others.length === 0 ? null : (
        <details className="border-t border-line">
          <summary className="px-5 py-3 font-medium text-accent">{words.endpointsWork(others.length)}</summary>
          <Rows rows={others} />
        </details>
      )}
      {further === 0 ? null : (
        <p className="border-t border-line px-5 py-3 text-sm text-muted">{words.endpointsFurther(further)}</p>
      )}
    </Panel>
  )
}

interface RowProps {
  readonly account: AccountOverview
  readonly endpoint: Endpoint
}

const Rows = ({ rows }: { readonly rows: ReadonlyArray<RowProps> }) => (
  <ul className="divide-y divide-line">
    {rows.map(({ account, endpoint }) => (
      <Row key={account.id} account={account} endpoint={endpoint} />
    ))}
  </ul>
)

const Row = ({ account, endpoint }: RowProps) => {
  const { accounts } = useWords()
  const words = accounts.endpoint
  const formats = useFormats()
  const now = useNow()
  const condition = conditionOf(endpoint)
  const facts = [
    endpoint.waiting > 0 ? words.waiting(endpoint.waiting) : "",
    endpoint.last_success_at === null ? "" : words.last(formats.ago(endpoint.last_success_at, now))
  ].filter(Boolean)
  return (
    <li>
      <Link
        to="/accounts/$accountId"
        params={{ accountId: account.id }}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 hover:bg-sunken"
      >
        <span className="min-w-0 flex-1 basis-48">
          <span className="block truncate font-medium">{account.name}</span>
          <span className="block truncate font-mono text-sm text-muted">{endpoint.url}</span>
        </span>
        <span className="text-sm text-muted max-sm:order-last max-sm:basis-full">{facts.join(" · ")}</span>
        <Badge tone={toneOf[condition]}>{words[condition]}</Badge>
      </Link>
    </li>
  )
}
