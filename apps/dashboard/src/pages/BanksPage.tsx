import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { Bank, Script } from "../api/types.ts"
import { queries } from "../api/queries.ts"
import { useWords } from "../i18n/language.tsx"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Badge, Empty, Failed, PageHead, Waiting } from "../ui/parts.tsx"
import { useNarrowed } from "../ui/useNarrowed.tsx"
import { useTitle } from "../ui/useTitle.ts"
import { NewBank } from "./enrol/BankStep.tsx"

export const BanksPage = () => {
  const { banks: words } = useWords()
  useTitle(words.title)
  const navigate = useNavigate()
  const { data, error, isPending, refetch } = useQuery(queries.banks())
  const { field, shown } = useNarrowed(data ?? [], ({ code, name }) => `${name} ${code}`)
  const { data: scripts = [] } = useQuery(queries.scripts())
  const [adding, setAdding] = useState(false)
  const add = (
    <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  )
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {data !== undefined && data.length > 0 ? add : null}
      </PageHead>
      {field}
      <div className="panel overflow-hidden">
        {isPending ? <Waiting /> : null}
        {data === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
        {data?.length === 0 ? (
          <Empty icon="banks" title={words.empty} action={add}>
            {words.emptyLong}
          </Empty>
        ) : null}
        <ul className="divide-y divide-line">
          {shown.map((bank) => (
            <Row key={bank.id} bank={bank} scripts={scripts.filter((script) => script.bank_id === bank.id)} />
          ))}
        </ul>
      </div>
      {adding ? (
        <Dialog title={words.add} onClose={() => setAdding(false)}>
          <NewBank
            bare
            first={false}
            onBack={() => setAdding(false)}
            onDone={(bankId) => void navigate({ to: "/banks/$bankId", params: { bankId } })}
          />
        </Dialog>
      ) : null}
    </>
  )
}

const Row = ({ bank, scripts }: { readonly bank: Bank; readonly scripts: ReadonlyArray<Script> }) => {
  const { banks: words } = useWords()
  const active = scripts.find(({ status }) => status === "active")
  const review = scripts.filter(({ status }) => status === "review").length
  return (
    <li>
      <Link
        to="/banks/$bankId"
        params={{ bankId: bank.id }}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-4 hover:bg-sunken"
      >
        <span className="grid size-10 place-items-center rounded-xl bg-sunken text-muted">
          <Icon name="banks" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{bank.name}</span>
          <span className="block truncate text-sm text-muted">{bank.loginUrl ?? bank.code}</span>
        </span>
        {bank.status === "retired" ? <Badge tone="plain">{words.retired}</Badge> : null}
        {review > 0 ? <span className="text-sm text-muted">{words.review(review)}</span> : null}
        <span className="max-sm:w-full max-sm:pl-14">
          <Badge tone={active === undefined ? "warn" : "good"}>
            {active === undefined ? words.noScript : words.active(active.version)}
          </Badge>
        </span>
      </Link>
    </li>
  )
}
