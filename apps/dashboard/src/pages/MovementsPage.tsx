/** All movements of all accounts: endless, filtered by what stands in the address. */
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { isLong, queries } from "../api/queries.ts"
import type { Movement } from "../api/types.ts"
import { useFormats, useWords } from "../i18n/language.tsx"
import { useLiveMessages } from "../live/LiveProvider.tsx"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Failed, PageHead, Waiting } from "../ui/parts.tsx"
import { SearchField } from "../ui/SearchField.tsx"
import { useKeys } from "../ui/useKeys.ts"
import { usePrinting } from "../ui/usePrinting.ts"
import { useTitle } from "../ui/useTitle.ts"
import { ExportButton } from "../export/ExportButton.tsx"
import { movementsCsv } from "./movements/movementsCsv.ts"
import { agreeing } from "./movements/agreeing.ts"
import { Became } from "./movements/Became.tsx"
import { DayField } from "./movements/DayField.tsx"
import {
  askedFor,
  type FilterName,
  filterNames,
  isOfDays,
  isReversed,
  type MovementFilter,
  withDays
} from "./movements/filters.ts"
import { MovementDialog } from "./movements/MovementDialog.tsx"
import { columns, MovementRow } from "./movements/MovementRow.tsx"
import { NoneFits } from "./movements/NoneFits.tsx"

export const MovementsPage = () => {
  const { movements: words } = useWords()
  useTitle(words.title)
  const filter = withDays(useSearch({ from: "/movements" }))
  const navigate = useNavigate({ from: "/movements" })
  const change = (next: MovementFilter) =>
    void navigate({ search: (prev) => agreeing(prev, next), replace: true, resetScroll: false })
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {isReversed(filter) ? null : <ExportButton what={() => movementsCsv(filter)} />}
      </PageHead>
      <Filters filter={filter} onChange={change} />
      {isReversed(filter) ? <NoneFits filter={filter} onChange={change} /> : <List filter={filter} onChange={change} />}
    </>
  )
}

interface FilterProps {
  readonly filter: MovementFilter
  readonly onChange: (next: MovementFilter) => void
}

const Filters = ({ filter, onChange }: FilterProps) => {
  const {
    actions,
    movements: words,
    undone: { quoted }
  } = useWords()
  const formats = useFormats()
  const { data: accounts = [] } = useQuery(queries.accounts())
  const search = useRef<HTMLInputElement>(null)
  useKeys({ "/": () => search.current?.focus() })
  const select = "field sm:w-auto! sm:max-w-72 min-h-10"
  const nameOf: Readonly<Record<FilterName, (value: string) => string>> = {
    q: quoted,
    account: (value) => accounts.find(({ id }) => id === value)?.name ?? value,
    direction: (value) => (value === "in" ? words.directions.in : words.directions.out),
    pays: (value) => (value === "yes" ? words.paysAny.yes : words.paysAny.no),
    sent: (value) => (value === "yes" ? words.sents.yes : words.sents.no),
    held: () => words.heldOnly,
    from: (value) => `${words.from} ${formats.shortDay(value)}`,
    to: (value) => `${words.to} ${formats.shortDay(value)}`
  }
  const held = filterNames.flatMap((name) => {
    const value = filter[name]
    return value === undefined ? [] : [{ name, text: nameOf[name](value) }]
  })
  return (
    <div className="mb-4 grid gap-3">
      <div role="group" aria-label={words.filters} className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap print:hidden">
        <SearchField
          ref={search}
          label={words.search}
          hint={words.searchFor}
          value={filter.q ?? ""}
          onChange={(q) => onChange({ q: q || undefined })}
        />
        <select
          aria-label={words.account}
          className={select}
          value={filter.account ?? ""}
          onChange={({ target }) => onChange({ account: target.value || undefined })}
        >
          <option value="">{words.allAccounts}</option>
          {accounts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label={words.direction}
          className={select}
          value={filter.direction ?? ""}
          onChange={({ target }) => onChange({ direction: target.value || undefined })}
        >
          <option value="">{words.directions.any}</option>
          <option value="in">{words.directions.in}</option>
          <option value="out">{words.directions.out}</option>
        </select>
        <Became filter={filter} className={`${select} max-sm:col-span-2`} onChange={onChange} />
        {/* Beside each other, wherever the line ends. */}
        <span className="grid grid-cols-subgrid gap-x-2 gap-y-2 max-sm:col-span-2 sm:flex sm:gap-x-4 sm:flex-wrap">
          {(["from", "to"] as const).map((name) => (
            <label key={name} className="grid min-w-0 items-center gap-x-2 text-sm text-muted sm:flex">
              {words[name]}
              <DayField
                className={`${select} max-sm:px-2!`}
                value={filter[name] ?? ""}
                onChange={(day) => onChange({ [name]: day || undefined })}
              />
            </label>
          ))}
        </span>
      </div>
      {held.length === 0 ? null : (
        <ul className="flex flex-wrap gap-2">
          {held.map(({ name, text }) => (
            <li key={name}>
              <button
                type="button"
                aria-label={words.remove(text)}
                onClick={() => onChange({ [name]: undefined })}
                className="inline-flex items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2 pl-3 text-sm font-medium text-accent"
              >
                {text}
                <Icon name="cross" className="size-3.5" />
              </button>
            </li>
          ))}
          <li>
            <Button
              small
              look="bare"
              onClick={() => onChange(Object.fromEntries(filterNames.map((name) => [name, undefined])))}
            >
              {actions.clear}
            </Button>
          </li>
        </ul>
      )}
    </div>
  )
}

const rowHeight = 60

/** Far down the list nothing moves under the reader: what is new comes when they want it. */
const News = ({ filter }: { readonly filter: MovementFilter }) => {
  const { movements: words } = useWords()
  const client = useQueryClient()
  const [isThere, setThere] = useState(false)
  const { queryKey } = queries.movements(askedFor(filter))
  useLiveMessages(({ type }) => {
    const query = client.getQueryCache().find({ queryKey })
    if (type === "movements.stored" && query !== undefined && isLong(query)) setThere(true)
  })
  const show = () => {
    setThere(false)
    window.scrollTo({ top: 0 })
    void client.resetQueries({ queryKey })
  }
  return (
    <div role="status" className="sticky top-4 z-20 grid justify-items-center">
      {isThere ? (
        <Button look="primary" icon="refresh" className="mb-3 shadow-lift" onClick={show}>
          {words.news}
        </Button>
      ) : null}
    </div>
  )
}

const List = ({ filter, onChange }: FilterProps) => {
  const { movements: words } = useWords()
  const { from, to } = filter
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPending, refetch } =
    useInfiniteQuery(queries.movements(askedFor(filter)))
  const wantsMore = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const [open, setOpen] = useState<Movement>()
  const rows = useMemo(() => data?.pages.flat().filter(isOfDays({ from, to })) ?? [], [data, from, to])
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    setTop(frame.current?.offsetTop ?? 0)
  }, [isPending])
  const isPrinting = usePrinting()
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    // Paper has no window to scroll in.
    overscan: isPrinting ? rows.length : 12,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.id ?? index
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    // The next page is there before one comes to it.
    if (wantsMore && last > rows.length - 60) void fetchNextPage()
  }, [fetchNextPage, wantsMore, last, rows.length])
  if (isPending || (rows.length === 0 && hasNextPage && !isFetchNextPageError)) {
    return (
      <div className="panel">
        <Waiting rows={9} />
      </div>
    )
  }
  if (data === undefined) return <Failed cause={error} onRetry={() => void refetch()} />
  // What was read is of the days beside: those that were asked for may be in what could not be read.
  if (rows.length === 0 && isFetchNextPageError) return <Failed cause={error} onRetry={() => void fetchNextPage()} />
  if (rows.length === 0) return <NoneFits filter={filter} onChange={onChange} />
  return (
    <>
      <News filter={filter} />
      <div className="panel overflow-hidden">
        <div
          className={`${columns} border-b border-line py-2.5 text-sm font-medium text-muted max-md:hidden`}
          aria-hidden="true"
        >
          <span>{words.columns.date}</span>
          <span>{words.columns.payer}</span>
          <span>{words.columns.account}</span>
          <span>{words.columns.state}</span>
          <span className="text-right">{words.columns.amount}</span>
        </div>
        <div
          ref={frame}
          role="list"
          aria-label={words.title}
          className="relative"
          style={{ height: virtual.getTotalSize() }}
        >
          {items.map(({ index, key, size, start }) => {
            const movement = rows[index]
            return movement === undefined ? null : (
              <div
                key={key}
                role="listitem"
                aria-posinset={index + 1}
                aria-setsize={hasNextPage ? -1 : rows.length}
                className="absolute inset-x-0 top-0"
                style={{ height: size, transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
              >
                <MovementRow movement={movement} onOpen={() => setOpen(movement)} />
              </div>
            )
          })}
        </div>
      </div>
      {isFetchNextPageError ? <Failed cause={error} onRetry={() => void fetchNextPage()} /> : null}
      <p role="status" className="num mt-3 text-sm text-muted">
        {hasNextPage ? words.loaded(rows.length) : words.all(rows.length)}
      </p>
      {open === undefined ? null : (
        // As the list has it by now: it may have been opened a moment before it was read anew.
        <MovementDialog
          movement={rows.find(({ id }) => id === open.id) ?? open}
          // What was asked for in one closes no other one that is open when its answer comes.
          onClose={() => setOpen((now) => (now?.id === open.id ? undefined : now))}
        />
      )}
    </>
  )
}
