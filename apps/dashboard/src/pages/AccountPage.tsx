import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { api } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import type { AccountOverview } from "../api/types.ts"
import { useFormats, useWords } from "../i18n/language.tsx"
import { AccountAge, AccountBadge } from "../shell/AccountBadge.tsx"
import { isAsking, isByFile, lacksLogin } from "../shell/accountStatus.ts"
import { UnreadOrders } from "../shell/UnreadOrders.tsx"
import { Button, buttonLook } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Failed, Notice, PageHead, Panel, Waiting } from "../ui/parts.tsx"
import { useAction } from "../ui/useAction.ts"
import { useTitle } from "../ui/useTitle.ts"
import { AccountActivity } from "./account/AccountActivity.tsx"
import { EndpointPanel } from "./account/EndpointPanel.tsx"
import { EvidenceButton } from "./account/EvidenceButton.tsx"
import { RepairPanel } from "./account/RepairPanel.tsx"
import { SameBankAccount } from "./account/SameBankAccount.tsx"
import { SetAside } from "./account/SetAside.tsx"
import { ShadowPanel } from "./account/ShadowPanel.tsx"
import { StatementButton } from "./account/StatementButton.tsx"
import { askingHash, snooze } from "./codes/snooze.ts"
import { Missing } from "./Missing.tsx"

export const AccountPage = () => {
  const { accountId } = useParams({ from: "/accounts/$accountId" })
  const { data, error, refetch } = useQuery(queries.accounts())
  if (data === undefined)
    return error === null ? <Waiting rows={8} /> : <Failed cause={error} onRetry={() => void refetch()} />
  const account = data.find(({ id }) => id === accountId)
  return account === undefined ? <Missing /> : <Found key={account.id} account={account} />
}

const Found = ({ account }: { readonly account: AccountOverview }) => {
  const { accounts } = useWords()
  useTitle(account.name)
  return (
    <>
      <PageHead
        title={account.name}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <AccountBadge account={account} />
            <AccountAge account={account} />
          </span>
        }
      >
        <Actions account={account} />
      </PageHead>
      <div className="grid grid-cols-1 gap-5">
        {account.scrape_blocked_at === null ? <Standing account={account} /> : <RepairPanel account={account} />}
        <UnreadOrders account={account} />
        <SameBankAccount accountId={account.id} />
        <SetAside accountId={account.id} />
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
          <Panel title={accounts.activity} flush>
            <AccountActivity accountId={account.id} />
          </Panel>
          <div className="grid grid-cols-1 gap-5">
            <Facts account={account} />
            <EndpointPanel accountId={account.id} />
            {account.script_version === null ? null : <ShadowPanel accountId={account.id} />}
          </div>
        </div>
      </div>
    </>
  )
}

const Actions = ({ account }: { readonly account: AccountOverview }) => {
  const { accounts, codes } = useWords()
  const stale = [["accounts"], ["activity"]]
  const of = { path: { accountId: account.id } }
  const scrape = useAction({ run: () => api.post("/accounts/{accountId}/scrape", of), said: accounts.scraped, stale })
  const pause = useAction({ run: () => api.post("/accounts/{accountId}/pause", of), said: accounts.paused, stale })
  const resume = useAction({ run: () => api.post("/accounts/{accountId}/resume", of), said: accounts.resumed, stale })
  const can = account.status === "active" && account.scrape_blocked_at === null && !lacksLogin(account)
  return (
    <>
      {lacksLogin(account) ? <StatementButton isMain accountId={account.id} /> : null}
      {can ? (
        <Button look="primary" icon="refresh" busy={scrape.isPending} onClick={() => scrape.mutate()}>
          {accounts.scrape}
        </Button>
      ) : null}
      {account.status === "paused" ? (
        <Button look="primary" icon="play" busy={resume.isPending} onClick={() => resume.mutate()}>
          {accounts.resume}
        </Button>
      ) : (
        <Button icon="pause" busy={pause.isPending} onClick={() => pause.mutate()}>
          {accounts.pause}
        </Button>
      )}
      <Link to="/accounts/$accountId/codes" params={{ accountId: account.id }} className={buttonLook("quiet")}>
        <Icon name="phone" className="size-[1.1em]" />
        {codes.open}
      </Link>
      <Link to="/accounts/$accountId/settings" params={{ accountId: account.id }} className={buttonLook("quiet")}>
        <Icon name="settings" className="size-[1.1em]" />
        {accounts.settings}
      </Link>
    </>
  )
}

/** What the next read waits for; a wait for the schedule is no news. */
const useWhy = (account: AccountOverview): string => {
  const { accounts } = useWords()
  const formats = useFormats()
  const { impediment_code: impediment, next_run_at: next, waits_for: waitsFor } = account
  // It is asked already: what the read after this one waits for would contradict that.
  if (isAsking(account)) return ""
  if (isByFile(account)) return accounts.byFile
  if (waitsFor === "impediment" && impediment !== null) return accounts.impediments[impediment] ?? ""
  const waits: Readonly<Record<string, ((until: string) => string) | undefined>> = accounts.waits
  return waits[waitsFor]?.(next === null ? "" : formats.moment(next)) ?? ""
}

/** What goes wrong at the moment, in words, with the bank's page beside it. */
const Trouble = ({ account }: { readonly account: AccountOverview }) => {
  const { accounts } = useWords()
  const why = useWhy(account)
  const kinds: Readonly<Record<string, string | undefined>> = accounts.kinds
  const { failure_kind: kind, failures } = account
  if (failures === 0)
    return why === "" ? null : (
      <Notice tone="calm" icon="clock">
        <p>{why}</p>
        <AskedWhen account={account} />
      </Notice>
    )
  return (
    <Notice tone="warn" title={kind === null ? accounts.states.failing : (kinds[kind] ?? kind)}>
      <p>
        {accounts.failures(failures)}. {why}
      </p>
      <AskedWhen account={account} />
      {account.latest_evidence_id === null ? null : (
        <div className="mt-2">
          <EvidenceButton accountId={account.id} evidenceId={account.latest_evidence_id} />
        </div>
      )}
    </Notice>
  )
}

/** Where it waits because of what its owner wishes: the way to wish something else. */
const AskedWhen = ({ account }: { readonly account: AccountOverview }) => {
  const { accounts } = useWords()
  const { id, waits_for: waitsFor } = account
  if (isAsking(account)) return null
  if (waitsFor !== "assisted_hours" && waitsFor !== "snoozed" && waitsFor !== "asked_enough") return null
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {waitsFor === "snoozed" ? <AskAgain accountId={id} /> : null}
      <Link
        to="/accounts/$accountId/codes"
        params={{ accountId: id }}
        hash={askingHash}
        className={buttonLook("quiet", true)}
      >
        {accounts.whenAsked}
      </Link>
    </div>
  )
}

const AskAgain = ({ accountId }: { readonly accountId: string }) => {
  const { accounts } = useWords()
  const again = useAction({
    run: () => snooze(accountId, null),
    said: accounts.askedAgain,
    stale: [["accounts"], ["asking", accountId]]
  })
  return (
    <Button small busy={again.isPending} onClick={() => again.mutate()}>
      {accounts.askAgain}
    </Button>
  )
}

/** What its owner has to agree to, else what goes wrong or is waited for. */
const Standing = ({ account }: { readonly account: AccountOverview }) => {
  const { data } = useQuery({ ...queries.consent(account.id), enabled: account.script_version !== null })
  const isAsked = data !== undefined && data.missing.length > 0
  return (
    <>
      {isAsked && account.failures === 0 ? null : <Trouble account={account} />}
      {isAsked ? <ConsentNotice accountId={account.id} {...data} /> : null}
    </>
  )
}

interface ConsentProps {
  readonly accountId: string
  readonly gaps: ReadonlyArray<{ readonly code: string; readonly about: string | null }>
  readonly fingerprint: string
}

const ConsentNotice = ({ accountId, fingerprint, gaps }: ConsentProps) => {
  const { accounts } = useWords()
  const agree = useAction({
    run: () => api.post("/accounts/{accountId}/consent", { path: { accountId }, body: { fingerprint } }),
    said: accounts.consent.agreed,
    stale: [["consent", accountId], ["accounts"]]
  })
  return (
    <Notice tone="warn" title={accounts.consent.title}>
      <p>{accounts.consent.lead}</p>
      <ul className="mt-1 list-disc pl-5">
        {gaps.map(({ about, code }) => (
          <li key={`${code} ${about}`}>{accounts.gaps[code]?.(about ?? "") ?? about}</li>
        ))}
      </ul>
      <Button small className="mt-3" busy={agree.isPending} onClick={() => agree.mutate()}>
        {accounts.consent.agree}
      </Button>
    </Notice>
  )
}

/** Its shop is asked all the time; who has just added an order need not wait. */
const PollButton = ({ accountId }: { readonly accountId: string }) => {
  const { accounts } = useWords()
  const { data: me } = useQuery(queries.me())
  const poll = useAction({
    run: () => api.post("/conciliation/poll/{accountId}", { path: { accountId } }),
    said: accounts.polled,
    stale: [["orders"], ["activity"]]
  })
  if (me?.operation_mode !== "reconcile") return null
  return (
    <Button small icon="refresh" busy={poll.isPending} onClick={() => poll.mutate()}>
      {accounts.poll}
    </Button>
  )
}

const Facts = ({ account }: { readonly account: AccountOverview }) => {
  const { accounts, states } = useWords()
  // As it is, whatever the settings ask for.
  const session = account.script_session_types?.includes("persistent") === false ? "one-shot" : account.session_type
  const facts = [
    [accounts.details.bank, account.bank_name],
    [accounts.details.script, account.script_version ?? states.none],
    // Nobody logs in to what is read from files.
    ...(lacksLogin(account)
      ? []
      : [
          [accounts.details.login, accounts.loginModes[account.login_mode]],
          [accounts.details.session, accounts.sessionTypes[session]]
        ])
  ]
  return (
    <Panel>
      <dl className="grid gap-3">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4">
        <Link to="/movements" search={{ account: account.id }} className={buttonLook("quiet", true)}>
          {accounts.movements}
        </Link>
        <Link to="/orders" search={{ account: account.id, show: "all" }} className={buttonLook("quiet", true)}>
          {accounts.orders}
        </Link>
        {lacksLogin(account) ? null : <StatementButton accountId={account.id} />}
        <PollButton accountId={account.id} />
      </div>
    </Panel>
  )
}
