/** On a phone: where else one can go. */
import { Link } from "@tanstack/react-router"
import { session } from "../api/session.ts"
import { useWords } from "../i18n/language.tsx"
import { Preferences } from "../shell/Preferences.tsx"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { PageHead } from "../ui/parts.tsx"
import { useTitle } from "../ui/useTitle.ts"

const places = [
  { to: "/deliveries", name: "deliveries" },
  { to: "/banks", name: "banks" },
  { to: "/keys", name: "keys" },
  { to: "/settings", name: "settings" }
] as const

export const MorePage = () => {
  const { auth, nav } = useWords()
  useTitle(nav.more)
  const email = session.current()?.email ?? ""
  return (
    <>
      <PageHead title={nav.more} lead={auth.loggedInAs(email)} />
      <nav aria-label={nav.more} className="panel mb-6 divide-y divide-line overflow-hidden">
        {places.map(({ name, to }) => (
          <Link key={to} to={to} className="flex items-center gap-4 px-5 py-4 hover:bg-sunken">
            <Icon name={name} className="size-5 text-muted" />
            {nav[name]}
          </Link>
        ))}
      </nav>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Preferences />
        <Button icon="out" onClick={session.end}>
          {auth.logout}
        </Button>
      </div>
    </>
  )
}
