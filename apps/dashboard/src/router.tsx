import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router"
import { Missing } from "./pages/Missing.tsx"
import { Shell } from "./shell/Shell.tsx"

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
    component: lazyRouteComponent(() => import("./pages/HomePage.tsx"), "HomePage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/orders",
    validateSearch: texts(["show", "q", "account", "order"]),
    component: lazyRouteComponent(() => import("./pages/OrdersPage.tsx"), "OrdersPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/orders/$orderId",
    component: lazyRouteComponent(() => import("./pages/OrderPage.tsx"), "OrderPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/movements",
    validateSearch: texts(["q", "account", "direction", "pays", "sent", "from", "to"]),
    component: lazyRouteComponent(() => import("./pages/MovementsPage.tsx"), "MovementsPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/accounts",
    component: lazyRouteComponent(() => import("./pages/AccountsPage.tsx"), "AccountsPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/accounts/new",
    component: lazyRouteComponent(() => import("./pages/EnrolPage.tsx"), "EnrolPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/demo",
    validateSearch: texts(["account"]),
    component: lazyRouteComponent(() => import("./pages/DemoPage.tsx"), "DemoPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/accounts/$accountId",
    component: lazyRouteComponent(() => import("./pages/AccountPage.tsx"), "AccountPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/accounts/$accountId/settings",
    component: lazyRouteComponent(() => import("./pages/AccountSettingsPage.tsx"), "AccountSettingsPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/accounts/$accountId/codes",
    component: lazyRouteComponent(() => import("./pages/CodesPage.tsx"), "CodesPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/deliveries",
    validateSearch: texts(["status", "account", "delivery"]),
    component: lazyRouteComponent(() => import("./pages/DeliveriesPage.tsx"), "DeliveriesPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/banks",
    component: lazyRouteComponent(() => import("./pages/BanksPage.tsx"), "BanksPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/banks/$bankId",
    component: lazyRouteComponent(() => import("./pages/BankPage.tsx"), "BankPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/keys",
    component: lazyRouteComponent(() => import("./pages/KeysPage.tsx"), "KeysPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/settings",
    component: lazyRouteComponent(() => import("./pages/SettingsPage.tsx"), "SettingsPage")
  }),
  createRoute({
    getParentRoute: under,
    path: "/more",
    component: lazyRouteComponent(() => import("./pages/MorePage.tsx"), "MorePage")
  })
] as const

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: "/app",
  defaultPreload: "intent",
  scrollRestoration: true
})

declare module "@tanstack/react-router" {
  interface Register {
    readonly router: typeof router
  }
}
