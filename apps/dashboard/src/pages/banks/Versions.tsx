/** The versions of a bank's script with their health; promoting and rolling back say what will happen before they do. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { BankDetail, ScriptSummary, VersionHealth } from "../../api/types.ts"
import { queries } from "../../api/queries.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Badge, Waiting } from "../../ui/parts.tsx"
import { Differences } from "./Differences.tsx"
import { Promotion } from "./Promotion.tsx"

const byVersion = (one: ScriptSummary, other: ScriptSummary): number =>
  other.version.localeCompare(one.version, "en", { numeric: true })

export const Versions = ({ bank }: { readonly bank: BankDetail }) => {
  const active = bank.scripts.find(({ status }) => status === "active")
  const [first] = bank.scripts
  const asked = active ?? first
  const { data } = useQuery({ ...queries.report(asked?.id ?? ""), enabled: asked !== undefined })
  const [promoting, setPromoting] = useState<ScriptSummary>()
  return (
    <>
      <ul className="divide-y divide-line">
        {bank.scripts.toSorted(byVersion).map((script) => (
          <Version
            key={script.id}
            script={script}
            health={data?.versions.find(({ script_id: id }) => id === script.id)}
            onPromote={() => setPromoting(script)}
          />
        ))}
      </ul>
      {promoting === undefined ? null : (
        <Promotion
          bank={bank}
          script={promoting}
          active={active}
          wasActive={data?.versions.find(({ script_id: id }) => id === promoting.id)?.promoted_at != null}
          onClose={() => setPromoting(undefined)}
        />
      )}
    </>
  )
}

interface VersionProps {
  readonly script: ScriptSummary
  readonly health: VersionHealth | undefined
  readonly onPromote: () => void
}

const Version = ({ health, onPromote, script }: VersionProps) => {
  const { banks: words } = useWords()
  const formats = useFormats()
  const isActive = script.status === "active"
  return (
    <li className="grid gap-3 px-5 py-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-3">
          <strong className="num text-lg font-semibold">{script.version}</strong>
          <Badge tone={isActive ? "good" : "plain"}>{words.status[script.status]}</Badge>
        </p>
        <p className="num text-sm text-muted">
          {words.publishedAt(formats.day(script.created_at))}
          {health?.promoted_at == null ? "" : ` · ${words.promotedAt(formats.day(health.promoted_at))}`}
        </p>
        <Health health={health} />
        {isActive ? null : <WouldChange script={script} />}
      </div>
      {isActive ? null : (
        <Button onClick={onPromote}>{health?.promoted_at == null ? words.promote : words.rollback}</Button>
      )}
    </li>
  )
}

/** Read when somebody wants to know: there may be many versions. */
const WouldChange = ({ script }: { readonly script: ScriptSummary }) => {
  const { banks: words } = useWords()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({ ...queries.report(script.id), enabled: open })
  return (
    <details className="mt-2 max-w-md" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-sm font-medium text-accent">{words.report}</summary>
      <div className="mt-2 text-sm">{data === undefined ? <Waiting rows={2} /> : <Differences report={data} />}</div>
    </details>
  )
}

const Health = ({ health }: { readonly health: VersionHealth | undefined }) => {
  const { accounts, banks: words } = useWords()
  const formats = useFormats()
  const kinds: Readonly<Record<string, string | undefined>> = accounts.kinds
  if (health === undefined || health.runs === 0) return <p className="text-sm text-muted">{words.noRuns}</p>
  const share = health.succeeded / health.runs
  return (
    <div className="mt-2 max-w-md">
      <div className="flex h-2 overflow-hidden rounded-full bg-sunken forced-color-adjust-none" aria-hidden="true">
        <span className="bg-good" style={{ width: `${share * 100}%` }} />
        <span className="bg-bad" style={{ width: `${(1 - share) * 100}%` }} />
      </div>
      <p className="num mt-1 text-sm">
        {words.runs(formats.number(health.succeeded), formats.number(health.runs))}
        {health.median_ms === null
          ? ""
          : ` · ${words.median} ${words.seconds(formats.number(Math.max(0.1, Math.round(health.median_ms / 100) / 10)))}`}
      </p>
      {health.failures.length === 0 ? null : (
        <ul className="text-sm text-muted">
          {health.failures.map(({ count, kind }) => (
            <li key={kind} className="num">
              {formats.number(count)} × {kinds[kind] ?? kind}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
