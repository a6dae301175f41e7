/** One bank: where its secrets may go, the versions of its script, and changing which of them reads. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { queries } from "../api/queries.ts"
import type { BankDetail } from "../api/types.ts"
import { useWords } from "../i18n/language.tsx"
import { Failed, PageHead, Panel, Waiting } from "../ui/parts.tsx"
import { useTitle } from "../ui/useTitle.ts"
import { BankChanges } from "./banks/BankChanges.tsx"
import { FirstScript } from "./banks/FirstScript.tsx"
import { Publishing } from "./banks/Publishing.tsx"
import { RunsChart } from "./banks/RunsChart.tsx"
import { useCreator } from "./banks/useCreator.ts"
import { Versions } from "./banks/Versions.tsx"
import { Missing } from "./Missing.tsx"
import { Refusal } from "../api/client.ts"

export const BankPage = () => {
  const { bankId } = useParams({ from: "/banks/$bankId" })
  const { data, error, refetch } = useQuery(queries.bank(bankId))
  if (data !== undefined) return <Found bank={data} />
  if (error instanceof Refusal && error.status === 404) return <Missing />
  return error === null ? <Waiting rows={8} /> : <Failed cause={error} onRetry={() => void refetch()} />
}

const Found = ({ bank }: { readonly bank: BankDetail }) => {
  const { banks: words } = useWords()
  const creatorOf = useCreator()
  useTitle(bank.name)
  const facts = [
    [words.code, bank.code] as const,
    ...(bank.loginUrl === undefined ? [] : [[words.loginPage, bank.loginUrl] as const]),
    [words.origins, bank.origins.length === 0 ? words.noOrigins : bank.origins.join(", ")] as const,
    [words.creator, creatorOf(bank.creator)] as const
  ]
  return (
    <>
      <PageHead title={bank.name} lead={bank.active === null ? words.noScript : words.active(bank.active.version)} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid gap-5">
          <Panel title={words.versions} flush>
            {bank.scripts.length === 0 ? <FirstScript bank={bank} /> : <Versions bank={bank} />}
          </Panel>
          {bank.scripts.length === 0 ? null : <RunsChart bank={bank} />}
        </div>
        <div className="grid gap-5">
          <Panel>
            <dl className="grid gap-4">
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt className="text-sm text-muted">{name}</dt>
                  <dd className="font-medium wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          </Panel>
          <Publishing />
          <BankChanges bank={bank} />
        </div>
      </div>
    </>
  )
}
