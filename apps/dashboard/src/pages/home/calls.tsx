/** What needs somebody, each with the way to it: first what a bank waits for just now. */
import { Link } from "@tanstack/react-router"
import { Fragment, type ReactNode } from "react"
import type { AccountOverview } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { isByFile } from "../../shell/accountStatus.ts"
import { askedOf } from "../../shell/code/asked.ts"
import { showQuestion } from "../../shell/code/wanted.ts"
import { useWhyUnread } from "../../shell/UnreadOrders.tsx"
import { Button, buttonLook } from "../../ui/Button.tsx"
import { Icon, type IconName } from "../../ui/Icon.tsx"

/** Set up, neither blocked nor paused, and not read all the same: most often its owner has to agree to something. */
const isHeldUp = (account: AccountOverview) =>
  account.has_settings &&
  account.scrape_blocked_at === null &&
  account.status === "active" &&
  account.waits_for === "impediment" &&
  !isByFile(account)

/** Its last read failed: it is tried again by itself, and what it lacks is not here meanwhile. */
export const isFailing = (account: AccountOverview) =>
  account.failures > 0 && account.scrape_blocked_at === null && account.status === "active" && !isHeldUp(account)

/** Begun, and never set up: nothing is read before somebody does so. */
const isUnset = ({ has_settings: isSet, scrape_blocked_at: blockedAt, status }: AccountOverview) =>
  !isSet && blockedAt === null && status === "active"

const isBlocked = ({ scrape_blocked_at: at }: AccountOverview) => at !== null

/** Asked for again by itself, but most often its owner has to set something right; meanwhile no new order is matched. */
const hasUnreadOrders = ({ orders_failing: failing, status }: AccountOverview) =>
  failing !== null && status === "active"

export const needsSomebody = (account: AccountOverview): boolean =>
  askedOf(account) !== undefined ||
  isBlocked(account) ||
  isHeldUp(account) ||
  isUnset(account) ||
  hasUnreadOrders(account)

export const AccountCalls = ({ accounts }: { readonly accounts: ReadonlyArray<AccountOverview> }) => {
  const { accounts: accountWords, code, home: words } = useWords()
  const kinds: Readonly<Record<string, string | undefined>> = accountWords.kinds
  const asked = accounts.flatMap((account) => askedOf(account) ?? [])
  const [firstAsked] = asked
  const blocked = accounts.filter(isBlocked)
  const [firstBlocked] = blocked
  const waiting = accounts.filter(isHeldUp)
  const [firstWaiting] = waiting
  const unset = accounts.filter(isUnset)
  const [firstUnset] = unset
  // Whoever is asked for a code answers that first: its read may go well then.
  const failing = accounts.filter((account) => isFailing(account) && askedOf(account) === undefined)
  const [firstFailing] = failing
  const unread = accounts.filter(hasUnreadOrders)
  const [firstUnread] = unread
  const whyUnread = useWhyUnread()
  return (
    <>
      {firstAsked === undefined ? null : (
        <Call
          icon="phone"
          tone="bg-warn-soft text-warn"
          title={
            asked.length > 1
              ? code.several(asked.length)
              : code.waiting[firstAsked.kind === "code" ? "code" : "other"](firstAsked.account.name)
          }
          text={asked.map(({ account }) => code.for(account.name, account.bank_name)).join(", ")}
        >
          <Button look="primary" onClick={() => showQuestion(firstAsked.account.id)}>
            {words.askedGo[firstAsked.kind === "code" ? "code" : "other"]}
          </Button>
        </Call>
      )}
      {firstBlocked === undefined ? null : (
        <Call
          icon="alert"
          tone="bg-bad-soft text-bad"
          title={words.blocked(blocked.length)}
          text={<Names accounts={blocked} />}
        >
          {blocked.length > 1 ? null : <ToAccount id={firstBlocked.id}>{words.blockedGo}</ToAccount>}
        </Call>
      )}
      {firstWaiting === undefined ? null : (
        <Call
          icon="eye"
          tone="bg-warn-soft text-warn"
          title={waiting.length > 1 ? words.heldUpMany(waiting.length) : words.heldUp(firstWaiting.name)}
          text={
            waiting.length > 1 ? (
              <Names accounts={waiting} />
            ) : (
              (accountWords.impediments[firstWaiting.impediment_code ?? ""] ?? "")
            )
          }
        >
          {waiting.length > 1 ? null : <ToAccount id={firstWaiting.id}>{words.heldUpGo}</ToAccount>}
        </Call>
      )}
      {firstUnset === undefined ? null : (
        <Call
          icon="accounts"
          tone="bg-warn-soft text-warn"
          title={unset.length > 1 ? words.unsetMany(unset.length) : words.unset(firstUnset.name)}
          text={
            unset.length > 1 ? (
              <Names accounts={unset} to="/accounts/$accountId/settings" />
            ) : (
              (accountWords.impediments["no_settings"] ?? "")
            )
          }
        >
          {unset.length > 1 ? null : (
            <Link
              to="/accounts/$accountId/settings"
              params={{ accountId: firstUnset.id }}
              className={buttonLook("quiet")}
            >
              {words.unsetGo}
            </Link>
          )}
        </Call>
      )}
      {firstUnread?.orders_failing == null ? null : (
        <Call
          icon="orders"
          tone="bg-warn-soft text-warn"
          title={unread.length > 1 ? words.unreadOrdersMany(unread.length) : words.unreadOrders(firstUnread.name)}
          text={
            unread.length > 1 ? (
              <Names accounts={unread} to="/accounts/$accountId/settings" />
            ) : (
              whyUnread(firstUnread.orders_failing)
            )
          }
        >
          {unread.length > 1 ? null : (
            <Link
              to="/accounts/$accountId/settings"
              params={{ accountId: firstUnread.id }}
              className={buttonLook("quiet")}
            >
              {accountWords.unreadOrders.go}
            </Link>
          )}
        </Call>
      )}
      {firstFailing === undefined ? null : (
        <Call
          icon="alert"
          tone="bg-warn-soft text-warn"
          title={failing.length > 1 ? words.failingMany(failing.length) : words.failing(firstFailing.name)}
          text={
            failing.length > 1 ? (
              <>
                <Names accounts={failing} />
                {failing.length > namedAtMost ? " " : ". "}
                {words.triedAgain}
              </>
            ) : (
              `${kinds[firstFailing.failure_kind ?? ""] ?? ""} ${words.triedAgain}`.trim()
            )
          }
        >
          {failing.length > 1 ? null : <ToAccount id={firstFailing.id}>{words.heldUpGo}</ToAccount>}
        </Call>
      )}
    </>
  )
}

const namedAtMost = 5

interface NamesProps {
  readonly accounts: ReadonlyArray<AccountOverview>
  readonly to?: "/accounts/$accountId" | "/accounts/$accountId/settings"
}

/** Each leads to its own page; a button beside them would be for one of them only. */
const Names = ({ accounts, to = "/accounts/$accountId" }: NamesProps) => (
  <>
    {accounts.slice(0, namedAtMost).map(({ id, name }, index) => (
      <Fragment key={id}>
        {index === 0 ? "" : ", "}
        {accounts.length === 1 ? (
          name
        ) : (
          <Link to={to} params={{ accountId: id }} className="font-medium text-accent underline underline-offset-2">
            {name}
          </Link>
        )}
      </Fragment>
    ))}
    {accounts.length > namedAtMost ? " …" : ""}
  </>
)

const ToAccount = ({ children, id }: { readonly id: string; readonly children: ReactNode }) => (
  <Link to="/accounts/$accountId" params={{ accountId: id }} className={buttonLook("quiet")}>
    {children}
  </Link>
)

interface CallProps {
  readonly icon: IconName
  readonly tone: string
  readonly title: string
  readonly text: ReactNode
  readonly children?: ReactNode
}

export const Call = ({ children, icon, text, title, tone }: CallProps) => (
  <section className="panel flex flex-wrap items-center gap-4 p-5">
    <span className={`grid size-11 place-items-center rounded-xl ${tone}`}>
      <Icon name={icon} className="size-6" />
    </span>
    <div className="min-w-0 flex-1 basis-48">
      <h2>{title}</h2>
      <p className="text-muted">{text}</p>
    </div>
    {children}
  </section>
)
