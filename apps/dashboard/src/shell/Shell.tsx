/** What is around every page: where one can go, whether it is live, and the code that a bank waits for. */
import { Link, Outlet, useRouterState } from "@tanstack/react-router"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { isOutdated } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { session } from "../api/session.ts"
import { useFormats, useWords } from "../i18n/language.tsx"
import { useConnection } from "../live/LiveProvider.tsx"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Notice } from "../ui/parts.tsx"
import { useKeptPlace } from "../ui/place.ts"
import { CodeSheet } from "./code/CodeSheet.tsx"
import { Preferences } from "./Preferences.tsx"
import { StillTold } from "./StillTold.tsx"

const places = [
  { to: "/", name: "home" },
  { to: "/orders", name: "orders" },
  { to: "/movements", name: "movements" },
  { to: "/accounts", name: "accounts" },
  { to: "/deliveries", name: "deliveries" },
  { to: "/banks", name: "banks" },
  { to: "/keys", name: "keys" },
  { to: "/settings", name: "settings" }
] as const

const useOpenWork = () => {
  const { data } = useQuery(queries.summary())
  return data?.needs_person ?? 0
}

/** A number or a dot says little to whoever doesn't see where it stands: what it counts is said. */
const Said = ({ value }: { readonly value: number }) => {
  const { home } = useWords()
  return value === 0 ? null : <span className="sr-only"> {home.settle(value)}</span>
}

const Count = ({ value }: { readonly value: number }) =>
  value === 0 ? null : (
    <span className="num rounded-full bg-warn-soft px-2 text-xs font-semibold text-warn" aria-hidden="true">
      {value > 99 ? "99+" : value}
    </span>
  )

const SideNav = () => {
  const { auth, nav, product } = useWords()
  const open = useOpenWork()
  return (
    <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r border-line px-4 py-5 lg:flex print:hidden">
      <Link to="/" className="mb-7 flex items-center gap-2.5 px-2">
        <img src="/app/icon.svg" alt="" className="size-7" />
        <span className="text-[1.0625rem] font-semibold tracking-tight">{product}</span>
      </Link>
      <nav aria-label={nav.label} className="grid gap-0.5">
        {places.map(({ name, to }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === "/" }}
            className="flex items-center gap-3 rounded-lg px-2.5 py-2 text-muted hover:bg-sunken hover:text-ink"
            activeProps={{ className: "bg-accent-soft! text-accent! font-semibold" }}
          >
            <Icon name={name} />
            <span className="flex-1">
              {nav[name]}
              {name === "orders" ? <Said value={open} /> : null}
            </span>
            {name === "orders" ? <Count value={open} /> : null}
          </Link>
        ))}
      </nav>
      <div className="mt-auto grid gap-3 px-2">
        <LiveDot />
        <Preferences />
        <p className="truncate text-sm text-muted" title={session.current()?.email}>
          {session.current()?.email}
        </p>
        <button
          type="button"
          onClick={session.end}
          className="-mx-2 flex items-center gap-2.5 rounded-lg px-2 py-1.5 text-left text-muted hover:bg-sunken hover:text-ink"
        >
          <Icon name="out" />
          {auth.logout}
        </button>
      </div>
    </aside>
  )
}

const TabBar = () => {
  const { nav } = useWords()
  const open = useOpenWork()
  const tabs = [...places.slice(0, 4), { to: "/more", name: "more" } as const]
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/^\/app/, "") })
  // Where that tab leads to has none of its own.
  const isFurther = places.slice(4).some(({ to }) => path.startsWith(to))
  return (
    <nav
      aria-label={nav.label}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-[repeat(5,minmax(max-content,1fr))] border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      {tabs.map(({ name, to }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === "/" }}
          className={`relative grid justify-items-center gap-0.5 py-2 text-[0.6875rem] ${
            name === "more" && isFurther ? "font-semibold text-accent" : "text-muted"
          }`}
          activeProps={{ className: "text-accent! font-semibold" }}
        >
          <Icon name={name} className="size-6" />
          <span>
            {nav[name]}
            {name === "orders" ? <Said value={open} /> : null}
          </span>
          {name === "orders" && open > 0 ? (
            <span className="absolute top-1.5 left-[calc(50%+0.5rem)] size-2 rounded-full bg-warn" aria-hidden="true" />
          ) : null}
        </Link>
      ))}
    </nav>
  )
}

const LiveDot = () => {
  const { live } = useWords()
  const { state } = useConnection()
  const dot = { open: "bg-good", connecting: "bg-warn beat", lost: "bg-bad" }[state]
  return (
    <p className="flex items-center gap-2 text-sm text-muted" data-connection={state}>
      <span className={`size-2 rounded-full ${dot}`} aria-hidden="true" />
      {live[state]}
    </p>
  )
}

/** The server was away, and may have come back as a newer one. Nothing is loaded anew while somebody types. */
const NewerNotice = () => {
  const { live } = useWords()
  const { state } = useConnection()
  const [isNewer, setNewer] = useState(false)
  const wasAway = useRef(false)
  useEffect(() => {
    if (state === "lost") wasAway.current = true
    if (state !== "open" || !wasAway.current) return
    wasAway.current = false
    void isOutdated().then((is) => {
      if (is) setNewer(true)
    })
  }, [state])
  return (
    <div role="status">
      {isNewer ? (
        <div className="mb-5">
          <Notice tone="calm" icon="refresh" title={live.newer}>
            <p>{live.newerLong}</p>
            <Button small className="mt-2" onClick={() => window.location.reload()}>
              {live.reload}
            </Button>
          </Notice>
        </div>
      ) : null}
    </div>
  )
}

const ConnectionNotice = () => {
  const { live } = useWords()
  const formats = useFormats()
  const connection = useConnection()
  const [lost, setLost] = useState<number>()
  if (connection.state === "lost" && connection.since !== lost) setLost(connection.since)
  return (
    <div role="status">
      {connection.state === "open" && lost !== undefined ? <p className="sr-only">{live.back}</p> : null}
      {connection.state === "lost" ? (
        <div className="mb-5">
          <Notice tone="warn" title={live.lost}>
            {live.lostLong(formats.clock(connection.since))}
          </Notice>
        </div>
      ) : null}
    </div>
  )
}

export const Shell = () => {
  const { nav } = useWords()
  const main = useRef<HTMLElement>(null)
  useKeptPlace(main)
  // Of the page that is shown: until the next one is there, its heading is not.
  const path = useRouterState({ select: ({ location, resolvedLocation }) => (resolvedLocation ?? location).pathname })
  const seen = useRef(path)
  // Who doesn't see the page is told where they came to; nothing moves while one stays on a page.
  useEffect(() => {
    if (seen.current === path) return
    seen.current = path
    // Not left on the link that led here, which Enter would press again: neither now nor when a dialog gives the focus back.
    const goThere = () => {
      const dialog = document.querySelector("dialog:modal")
      if (dialog !== null) return dialog.addEventListener("close", goThere, { once: true })
      ;(main.current?.querySelector<HTMLElement>("h1") ?? main.current)?.focus({ preventScroll: true })
    }
    goThere()
    // Its heading may come later, unless one is somewhere else by then.
    const timer = setTimeout(() => {
      if (document.activeElement === main.current) goThere()
    }, 60)
    return () => clearTimeout(timer)
  }, [path])
  return (
    <div className="flex">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {nav.skip}
      </a>
      <SideNav />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="min-w-0 flex-1 px-4 pt-6 pb-[calc(7rem+var(--told))] outline-none sm:px-8 lg:pt-9 lg:pb-[calc(4rem+var(--told))]"
      >
        <div className="mx-auto max-w-6xl">
          <ConnectionNotice />
          <NewerNotice />
          <Outlet />
        </div>
      </main>
      <TabBar />
      <CodeSheet />
      <StillTold />
    </div>
  )
}
