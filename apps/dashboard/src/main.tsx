import { focusManager, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode, useEffect, useSyncExternalStore } from "react"
import { createRoot } from "react-dom/client"
import { isUnreachable } from "./api/client.ts"
import { session } from "./api/session.ts"
import "./app.css"
import { LanguageProvider, loadWords, preferredLanguage } from "./i18n/language.tsx"
import { LiveProvider } from "./live/LiveProvider.tsx"
import { AuthPage } from "./pages/AuthPage.tsx"
import { Lapsed } from "./pages/Lapsed.tsx"
import { router } from "./router.tsx"
import { ToastProvider } from "./ui/toasts.tsx"

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The browser's own idea of being online is wrong for a server on the same machine.
      networkMode: "always",
      retry: (failures, cause) => isUnreachable(cause) && failures < 3
    },
    mutations: { networkMode: "always" }
  }
})

// Before anything is drawn for somebody else than whose log-in has ended by itself.
let reader = session.current()?.email
session.subscribe(() => {
  const next = session.current()?.email ?? reader
  if (next !== reader) {
    client.clear()
    // Nor is the page of whoever was here before the next one's.
    if (reader !== undefined) void router.navigate({ to: "/", replace: true, ignoreBlocker: true })
  }
  reader = next
})

const App = () => {
  const person = useSyncExternalStore(session.subscribe, session.current)
  const lapsed = useSyncExternalStore(session.subscribe, session.lapsed)
  const email = person?.email ?? lapsed
  // What one person has read is never shown to the next.
  useEffect(() => (email === undefined ? undefined : () => client.clear()), [email])
  // Behind the log-in nothing is asked for again and again.
  useEffect(() => focusManager.setFocused(lapsed === undefined ? undefined : false), [lapsed])
  if (email === undefined) return <AuthPage />
  return (
    <>
      <div hidden={person === undefined}>
        <LiveProvider key={email}>
          <RouterProvider router={router} />
        </LiveProvider>
      </div>
      {person === undefined ? <Lapsed email={email} /> : null}
    </>
  )
}

const place = document.querySelector("#root")
if (place !== null) {
  const words = await loadWords(preferredLanguage()).catch(() => undefined)
  // Without its words it is as if the whole of it hadn't come: `public/anew.js` hears of it.
  if (words === undefined) window.dispatchEvent(new Event("counterfoil.missing"))
  else {
    createRoot(place).render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <LanguageProvider words={words}>
            <ToastProvider>
              <App />
            </ToastProvider>
          </LanguageProvider>
        </QueryClientProvider>
      </StrictMode>
    )
  }
}
