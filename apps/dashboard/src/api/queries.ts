/** What the page reads, each under one key: whoever changes something says which keys are stale. */
import type { Paths } from "@counterfoil/client"
import { infiniteQueryOptions, type InfiniteData, type Query, queryOptions } from "@tanstack/react-query"
import { api, hasGuide } from "./client.ts"
import type { Movement } from "./types.ts"

type QueryOf<Path extends keyof Paths> = Paths[Path] extends { readonly get: { readonly query?: infer Query } }
  ? Omit<NonNullable<Query>, "limit" | "before" | "offset">
  : never

const read = <A>(key: ReadonlyArray<unknown>, ask: (signal: AbortSignal) => Promise<A>) =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => ask(signal) })

/** An amount is looked for as people copy it from the page, with its currency's sign. */
export const searchedFor = ({ q }: { readonly q?: string | undefined }) => ({
  q: q === undefined || !/^[\p{Sc}\s\d.,]+$/u.test(q) ? q : q.replaceAll(/[\p{Sc}\s]/gu, "") || q
})

const isEndless = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === "object" && data !== null && "pages" in data && Array.isArray(data.pages)

/** So far down a list nobody wants all of it anew: it is said that there is news, and read again when it is asked for. */
export const isLong = ({ state }: Pick<Query, "state">): boolean => isEndless(state.data) && state.data.pages.length > 5

/** A list that is read on from its last row. */
const endless = <A extends { readonly id: string }>(
  key: ReadonlyArray<unknown>,
  limit: number,
  ask: (
    page: { readonly limit: number; readonly before: string | undefined },
    signal: AbortSignal
  ) => Promise<ReadonlyArray<A>>
) =>
  infiniteQueryOptions({
    queryKey: key,
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => ask({ limit, before: pageParam || undefined }, signal),
    getNextPageParam: (page: ReadonlyArray<A>) => (page.length < limit ? undefined : page.at(-1)?.id),
    refetchOnWindowFocus: (query) => !isLong(query),
    refetchOnMount: (query) => !isLong(query)
  })

/** Beyond it "or more" is said. */
export const mostHeld = 50
export const mostUnpaid = 100

const ofAccount = (accountId: string, signal: AbortSignal) => ({ path: { accountId }, signal })
const ofRequest = (requestId: string, signal: AbortSignal) => ({ path: { requestId }, signal })

const listed = async (id: string, signal: AbortSignal) => {
  const [order] = await api.get("/conciliation/requests", { query: { id, limit: 1 }, signal })
  return order ?? null
}

interface Payment {
  readonly id: string
  readonly amount: string
  readonly at: string
}

/** One movement is read by its amount and moment: there is no other way to one of them. */
const isTakenOut = async (accountId: string, { amount, at, id }: Payment, signal: AbortSignal) => {
  const to = new Date(Date.parse(at) + 1000).toISOString()
  const query = { account_id: accountId, amount, pays: "yes", from: at, to, limit: 200 } as const
  const found = await api.get("/movements", { query, signal })
  return found.some((movement) => movement.id === id && movement.excluded_at !== null)
}

interface HeldMovement {
  readonly id: string
  readonly account_id: string
  readonly amount: string
  readonly possible_duplicate_of?: ReadonlyArray<string> | undefined
}

const most = 200
/** Of one price an account may have any number: so many of them are looked through. */
const mostAlike = 5_000

/** Those that a held movement may be: of its account and amount, as all that is alike is. */
const alike = async (held: HeldMovement, signal: AbortSignal) => {
  const wanted = held.possible_duplicate_of ?? []
  const query = { account_id: held.account_id, amount: held.amount.replace("-", ""), limit: most }
  const found: Array<Movement> = []
  let before: string | undefined
  for (let seen = 0; seen < mostAlike && found.length < wanted.length; seen += most) {
    const page = await api.get("/movements", { query: { ...query, before }, signal })
    found.push(...page.filter(({ id }) => wanted.includes(id)))
    before = page.at(-1)?.id
    if (page.length < most) break
  }
  return found
}

export const queries = {
  registration: () => read(["registration"], (signal) => api.get("/auth/registration", { signal })),
  me: () => read(["me"], (signal) => api.get("/me", { signal })),
  demo: () => read(["demo"], (signal) => api.get("/demo", { signal })),
  push: () => read(["push"], (signal) => api.get("/me/push", { signal })),
  channels: () => read(["channels"], (signal) => api.get("/me/channels", { signal })),
  accounts: () =>
    queryOptions({
      queryKey: ["accounts"],
      queryFn: ({ signal }) => api.get("/accounts/overview", { signal }),
      // Nobody is told that a shop's orders are read again.
      refetchInterval: ({ state: { data } }) =>
        data?.some(({ orders_failing: failing }) => failing !== null) === true ? 10_000 : false
    }),
  settings: (id: string) =>
    read(["settings", id], (signal) => api.get("/accounts/{accountId}/config", ofAccount(id, signal))),
  endpoint: (id: string) =>
    queryOptions({
      queryKey: ["endpoint", id],
      queryFn: ({ signal }) => api.get("/accounts/{accountId}/endpoint", ofAccount(id, signal)),
      // Nobody is told of a delivery that goes well, nor of a try that fails; one that failed is not tried again so soon. One that
      // is delivered is written just before its endpoint works again.
      refetchInterval: ({ state: { data } }) =>
        data?.state !== "active" || (data.waiting === 0 && data.failures === 0)
          ? false
          : data.failures === 0
            ? 2_000
            : 10_000
    }),
  consent: (id: string) =>
    read(["consent", id], (signal) => api.get("/accounts/{accountId}/consent", ofAccount(id, signal))),
  shadow: (id: string) =>
    read(["shadow", id], (signal) => api.get("/accounts/{accountId}/shadow", ofAccount(id, signal))),
  /** What choosing and separating payments has taught. */
  payers: (id: string) =>
    read(["payers", id], (signal) => api.get("/accounts/{accountId}/payers", ofAccount(id, signal))),
  /** What was read and not taken in, since something is broken in it. */
  setAside: (id: string) =>
    read(["set-aside", id], (signal) =>
      api.get("/accounts/{accountId}/scrapes", { query: { status: "quarantined", limit: 5 }, ...ofAccount(id, signal) })
    ),
  scrape: (accountId: string, scrapeId: string) =>
    read(["scrape", scrapeId], (signal) =>
      api.get("/accounts/{accountId}/scrapes/{scrapeId}", { path: { accountId, scrapeId }, signal })
    ),
  webhookSecret: (id: string) =>
    read(["webhook-secret", id], (signal) => api.get("/accounts/{accountId}/webhook-secret", ofAccount(id, signal))),
  codes: (id: string) => read(["codes", id], (signal) => api.get("/accounts/{accountId}/codes", ofAccount(id, signal))),
  mailbox: (id: string) =>
    read(["mailbox", id], (signal) => api.get("/accounts/{accountId}/mailbox", ofAccount(id, signal))),
  asking: (id: string) =>
    read(["asking", id], (signal) => api.get("/accounts/{accountId}/asking", ofAccount(id, signal))),
  picture: (accountId: string, assistanceId: string, attempts: number, pace: number) =>
    read(["picture", assistanceId, attempts, pace], (signal) =>
      api.get("/accounts/{accountId}/assistances/{assistanceId}/picture", {
        path: { accountId, assistanceId },
        query: { steps_per_second: String(pace) },
        signal
      })
    ),
  assistances: (id: string) =>
    endless(["assistances", id], 20, (query, signal) =>
      api.get("/accounts/{accountId}/assistances", { query, ...ofAccount(id, signal) })
    ),
  activity: (id: string) =>
    endless(["activity", "list", id], 50, (query, signal) =>
      api.get("/accounts/{accountId}/activity", { query, ...ofAccount(id, signal) })
    ),
  evidence: (accountId: string, evidenceId: string) =>
    read(["evidence", accountId, evidenceId], (signal) =>
      api.get("/accounts/{accountId}/evidence/{evidenceId}", { path: { accountId, evidenceId }, signal })
    ),
  movements: (filter: QueryOf<"/movements">) =>
    endless(["movements", "list", filter], 100, (page, signal) =>
      api.get("/movements", { query: { ...filter, ...searchedFor(filter), ...page }, signal })
    ),
  /** So many at most: what is held waits for a person, who is told that it does. */
  heldMovements: () =>
    read(["movements", "held"], (signal) => api.get("/movements", { query: { held: "yes", limit: mostHeld }, signal })),
  /** The same of what pays no order. */
  unpaidMovements: (filter: QueryOf<"/movements">) =>
    read(["movements", "unpaid", filter], (signal) =>
      api.get("/movements", { query: { ...filter, limit: mostUnpaid }, signal })
    ),
  movementsByDay: (from: string, to: string) =>
    read(["movements", "daily", from, to], (signal) => api.get("/movements/daily", { query: { from, to }, signal })),
  orders: (filter: QueryOf<"/conciliation/requests">) =>
    endless(["orders", "list", filter], 50, (page, signal) =>
      api.get("/conciliation/requests", { query: { ...filter, ...searchedFor(filter), ...page }, signal })
    ),
  ordersByDay: (from: string, to: string, zone: string) =>
    read(["orders", "daily", from, to], (signal) =>
      api.get("/conciliation/daily", { query: { from, to, zone }, signal })
    ),
  summary: () => read(["orders", "summary"], (signal) => api.get("/conciliation/summary", { signal })),
  order: (id: string) =>
    read(["orders", "one", id], (signal) => api.get("/conciliation/{requestId}", ofRequest(id, signal))),
  /** As it is listed, whatever the list is filtered by; null: it is not there. */
  listedOrder: (id: string) => read(["orders", "listed", id], (signal) => listed(id, signal)),
  /** Of those that were settled here there may be many: each is read anew only when something is told of it. */
  settledOrder: (id: string) => read(["settled", id], (signal) => listed(id, signal)),
  explanation: (id: string) =>
    read(["orders", "explanation", id], (signal) =>
      api.get("/conciliation/{requestId}/explanation", ofRequest(id, signal))
    ),
  timeline: (id: string) =>
    read(["orders", "timeline", id], (signal) => api.get("/conciliation/{requestId}/timeline", ofRequest(id, signal))),
  deliveries: (filter: QueryOf<"/deliveries">) =>
    endless(["deliveries", "list", filter], 50, (page, signal) =>
      api.get("/deliveries", { query: { ...filter, ...page }, signal })
    ),
  /** The number of the last word on an order, or on a movement; an old one that was sent again has its own once more. */
  latestDelivery: (order: string | undefined, movement: string | undefined) =>
    read(["deliveries", "latest", order, movement], async (signal) => {
      const of = order === undefined ? { movement_id: movement } : { request_id: order }
      const all = await api.get("/deliveries", { query: { ...of, limit: 50 }, signal })
      return Math.max(0, ...all.map(({ sequence }) => sequence))
    }),
  /** Whether a person took one of an order's payments out. */
  takenOut: (order: string, accountId: string, payments: ReadonlyArray<Payment>) =>
    read(["movements", "taken-out", order, payments], async (signal) =>
      (await Promise.all(payments.map((payment) => isTakenOut(accountId, payment, signal)))).includes(true)
    ),
  mayBe: (held: HeldMovement) => read(["movements", "may-be", held.id], (signal) => alike(held, signal)),
  /** What a movement pays, and what it was taken off. */
  ordersOfMovement: (movementId: string) =>
    read(["movements", "orders", movementId], (signal) =>
      api.get("/movements/{movementId}/orders", { path: { movementId }, signal })
    ),
  delivery: (deliveryId: string) =>
    read(["deliveries", "one", deliveryId], (signal) =>
      api.get("/deliveries/{deliveryId}", { path: { deliveryId }, signal })
    ),
  keys: () => read(["keys"], (signal) => api.get("/me/api-keys", { signal })),
  guide: () => queryOptions({ queryKey: ["guide"], queryFn: ({ signal }) => hasGuide(signal), staleTime: Infinity }),
  banks: () => read(["banks", "list"], (signal) => api.get("/banks", { signal })),
  bank: (bankId: string) =>
    read(["banks", bankId], (signal) => api.get("/banks/{bankId}", { path: { bankId }, signal })),
  scripts: () => read(["banks", "scripts"], (signal) => api.get("/scripts", { signal })),
  report: (scriptId: string) =>
    read(["banks", "report", scriptId], (signal) =>
      api.get("/scripts/{scriptId}/report", { path: { scriptId }, signal })
    )
}
