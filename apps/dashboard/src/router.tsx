import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router"
import { isThere, Refusal } from "./api/client.ts"
import { Broken } from "./pages/Broken.tsx"
import { Missing } from "./pages/Missing.tsx"
import { Shell } from "./shell/Shell.tsx"

/**
 * A page's part of the program. That it is gone, since the server has a newer page, the router mends by loading all of it
 * anew; while the server is away that would leave nothing at all.
 */
const part =
  <A,>(load: () => Promise<A>) =>
  async (): Promise<A> => {
    try {
      return await load()
    } catch (cause) {
      if (await isThere()) throw cause
      throw new Refusal({ status: 0, code: "unreachable", message: "This part of the page can't be reached", cause })
    }
  }

type Search = Readonly<Record<string, unknown>>

/** The filters of a page that stand in its address. */
const texts =
  <const Names extends ReadonlyArray<string>>(names: Names) =>
  (search: Search): { readonly [Name in Names[number]]?: string | undefined } => {
    const found: { [Name in Names[number]]?: string | undefined } = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === "string" && value !== "") Object.assign(found, { [name]: value })
      if (typeof value === "number") Object.assign(found, { [name]: String(value) })
    }
    return found
  }

const root = createRootRoute({ component: Shell, notFoundComponent: Missing })
const under = () => root

const routes = [
  createRoute({
    getParentRoute: under,
    path: "/",
    component: lazyRouteComponent(
      part(() => import("./pages/HomePage.tsx")),
      "HomePage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/orders",
    validateSearch: texts(["show", "q", "account", "order"]),
    component: lazyRouteComponent(
      part(() => import("./pages/OrdersPage.tsx")),
      "OrdersPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/orders/$orderId",
    component: lazyRouteComponent(
      part(() => import("./pages/OrderPage.tsx")),
      "OrderPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/movements",
    validateSearch: texts(["q", "account", "direction", "pays", "sent", "held", "from", "to"]),
    component: lazyRouteComponent(
      part(() => import("./pages/MovementsPage.tsx")),
      "MovementsPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/accounts",
    component: lazyRouteComponent(
      part(() => import("./pages/AccountsPage.tsx")),
      "AccountsPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/accounts/new",
    validateSearch: texts(["step", "account"]),
    component: lazyRouteComponent(
      part(() => import("./pages/EnrolPage.tsx")),
      "EnrolPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/demo",
    validateSearch: texts(["account"]),
    component: lazyRouteComponent(
      part(() => import("./pages/DemoPage.tsx")),
      "DemoPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/accounts/$accountId",
    component: lazyRouteComponent(
      part(() => import("./pages/AccountPage.tsx")),
      "AccountPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/accounts/$accountId/settings",
    component: lazyRouteComponent(
      part(() => import("./pages/AccountSettingsPage.tsx")),
      "AccountSettingsPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/accounts/$accountId/codes",
    component: lazyRouteComponent(
      part(() => import("./pages/CodesPage.tsx")),
      "CodesPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/deliveries",
    validateSearch: texts(["status", "account", "delivery"]),
    component: lazyRouteComponent(
      part(() => import("./pages/DeliveriesPage.tsx")),
      "DeliveriesPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/banks",
    component: lazyRouteComponent(
      part(() => import("./pages/BanksPage.tsx")),
      "BanksPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/banks/$bankId",
    component: lazyRouteComponent(
      part(() => import("./pages/BankPage.tsx")),
      "BankPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/keys",
    component: lazyRouteComponent(
      part(() => import("./pages/KeysPage.tsx")),
      "KeysPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/settings",
    component: lazyRouteComponent(
      part(() => import("./pages/SettingsPage.tsx")),
      "SettingsPage"
    )
  }),
  createRoute({
    getParentRoute: under,
    path: "/more",
    component: lazyRouteComponent(
      part(() => import("./pages/MorePage.tsx")),
      "MorePage"
    )
  })
] as const

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: "/app",
  defaultPreload: "intent",
  defaultErrorComponent: Broken,
  scrollRestoration: true
})

declare module "@tanstack/react-router" {
  interface Register {
    readonly router: typeof router
  }
}
