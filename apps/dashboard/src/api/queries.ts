/** What the page reads, each under one key: whoever changes something says which keys are stale. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { ask } from "./http.ts"
import type {
  AccountOverview,
  Activity,
  ApiKey,
  Bank,
  BankDetail,
  Consent,
  Delivery,
  DeliveryDetail,
  Endpoint,
  Evidence,
  Explanation,
  MoneyOfDay,
  Movement,
  Order,
  OrderDetail,
  OrdersOfDay,
  OrderStatus,
  Profile,
  Script,
  ScriptReport,
  Settings,
  TimelineEntry
} from "./types.ts"

const read = <A>(key: ReadonlyArray<unknown>, path: string, query = {}) =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => ask<A>(path, { query, signal }) })

type Filter = Readonly<Record<string, string | undefined>>

const pageSize = 100

/** A list that is read on from its last row. */
const endless = <A extends { readonly id: string }>(key: string, path: string, filter: Filter, limit = pageSize) =>
  infiniteQueryOptions({
    queryKey: [key, "list", path, filter],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      ask<ReadonlyArray<A>>(path, { query: { ...filter, limit, before: pageParam }, signal }),
    getNextPageParam: (page: ReadonlyArray<A>) => (page.length < limit ? undefined : page.at(-1)?.id)
  })

export const queries = {
  me: () => read<Profile>(["me"], "/me"),
  accounts: () => read<ReadonlyArray<AccountOverview>>(["accounts"], "/accounts/overview"),
  settings: (id: string) => read<Settings | null>(["settings", id], `/accounts/${id}/config`),
  endpoint: (id: string) => read<Endpoint | null>(["endpoint", id], `/accounts/${id}/endpoint`),
  consent: (id: string) => read<Consent>(["consent", id], `/accounts/${id}/consent`),
  webhookSecret: (id: string) =>
    read<{ secret: string | null }>(["webhook-secret", id], `/accounts/${id}/webhook-secret`),
  activity: (id: string) => endless<Activity>("activity", `/accounts/${id}/activity`, {}, 50),
  evidence: (id: string, evidenceId: string) =>
    read<Evidence>(["evidence", id, evidenceId], `/accounts/${id}/evidence/${evidenceId}`),
  movements: (filter: Filter) => endless<Movement>("movements", "/movements", filter),
  movementsByDay: (from: string, to: string) =>
    read<ReadonlyArray<MoneyOfDay>>(["movements", "daily", from, to], "/movements/daily", { from, to }),
  orders: (filter: Filter) => endless<Order>("orders", "/conciliation/requests", filter, 50),
  ordersByDay: (from: string, to: string, zone: string) =>
    read<ReadonlyArray<OrdersOfDay>>(["orders", "daily", from, to], "/conciliation/daily", { from, to, zone }),
  summary: () => read<Readonly<Record<OrderStatus, number>>>(["orders", "summary"], "/conciliation/summary"),
  order: (id: string) => read<OrderDetail>(["orders", "one", id], `/conciliation/${id}`),
  explanation: (id: string) =>
    read<Explanation | null>(["orders", "explanation", id], `/conciliation/${id}/explanation`),
  timeline: (id: string) =>
    read<ReadonlyArray<TimelineEntry>>(["orders", "timeline", id], `/conciliation/${id}/timeline`),
  deliveries: (filter: Filter) => endless<Delivery>("deliveries", "/deliveries", filter, 50),
  delivery: (id: string) => read<DeliveryDetail>(["deliveries", "one", id], `/deliveries/${id}`),
  keys: () => read<{ keys: ReadonlyArray<ApiKey>; available_scopes: ReadonlyArray<string> }>(["keys"], "/me/api-keys"),
  banks: () => read<ReadonlyArray<Bank>>(["banks", "list"], "/banks"),
  bank: (id: string) => read<BankDetail>(["banks", id], `/banks/${id}`),
  scripts: () => read<ReadonlyArray<Script>>(["banks", "scripts"], "/scripts"),
  report: (scriptId: string) => read<ScriptReport>(["banks", "report", scriptId], `/scripts/${scriptId}/report`)
}
