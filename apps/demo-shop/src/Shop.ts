import { InputError } from "@counterfoil/demo-bank/Fields"
import { Journal } from "./Journal.ts"

export type Order = {
  readonly external_id: string
  /** As it was given: a decimal text, or a number. */
  readonly amount: string | number
  readonly currency: string
  readonly name: string
  readonly created_at?: string
  readonly reference?: string
  readonly tax_id?: string
  readonly account?: string
}

export type Stored = {
  order: Order
  status: "pending" | "paid"
  /** The last result that a hook told us of this order. */
  result: string | null
  paidAt: string | null
}

/** The one `Authorization` that opens a door. */
export type Credential = { readonly scheme: "bearer" | "api_key"; readonly token: string }

/** An answer in place of the ordinary one. */
export type Answer = {
  readonly status: number
  readonly retryAfterSeconds: number | null
  readonly location: string | null
  readonly body: string | null
  readonly delayMs: number
  /** Says nothing until the caller gives up. */
  readonly hang: boolean
}

/** An answer to give, for the next `times` calls, or for good. */
export type Fault = { readonly answer: Answer; times: number | null }

export type OrderList = {
  auth: Credential | null
  /** `object`: `{orders, next}`. */
  shape: "array" | "object"
  /** Orders per page; 0: all at once. */
  pageSize: number
  etag: boolean
  /** Where `next` points, if not here. */
  nextOrigin: string | null
  fault: Fault | null
  readonly orders: Map<string, Stored>
}

export type Hook = {
  secret: string | null
  auth: Credential | null
  /** A bad signature or authorization is answered 401. */
  strict: boolean
  /** A `matched` result marks the order as paid. */
  marksPaid: boolean
  /** The list whose orders the results are about. */
  list: string
  fault: Fault | null
  readonly accepted: Set<string>
}

export type HookKind = "hook" | "notification"

export const newList = (): OrderList => ({
  auth: null,
  shape: "array",
  pageSize: 0,
  etag: false,
  nextOrigin: null,
  fault: null,
  orders: new Map()
})

const newHook = (): Hook => ({
  secret: null,
  auth: null,
  strict: true,
  marksPaid: true,
  list: "main",
  fault: null,
  accepted: new Set()
})

/** The shop in memory: lists of orders, hooks, and what was heard on them. */
export class Shop {
  readonly journal: Journal
  #lists = new Map<string, OrderList>()
  #hooks: Readonly<Record<HookKind, Map<string, Hook>>> = { hook: new Map(), notification: new Map() }

  constructor(journalFile: string | undefined) {
    this.journal = new Journal(journalFile)
    this.#lists.set("main", newList())
  }

  /** Empty again, but for the list `main`. What the journal file holds stays. */
  reset(): void {
    this.#lists = new Map([["main", newList()]])
    this.#hooks = { hook: new Map(), notification: new Map() }
    this.journal.clear()
  }

  lists(): ReadonlyArray<readonly [string, OrderList]> {
    return [...this.#lists]
  }

  hooks(kind: HookKind): ReadonlyArray<readonly [string, Hook]> {
    return [...this.#hooks[kind]]
  }

  findList(name: string): OrderList | undefined {
    return this.#lists.get(name)
  }

  keepList(name: string, list: OrderList): void {
    this.#lists.set(name, list)
  }

  /** The hook of that name, made if it is new: any hook can be called. */
  hook(kind: HookKind, name: string): Hook {
    const hook = this.#hooks[kind].get(name) ?? newHook()
    this.#hooks[kind].set(name, hook)
    return hook
  }

  addOrder(listName: string, order: Order): Stored {
    const list = this.#lists.get(listName) ?? newList()
    const { orders } = list
    if (orders.has(order.external_id)) throw new InputError(`order ${order.external_id} already exists`, 409)
    const stored: Stored = { order, status: "pending", result: null, paidAt: null }
    orders.set(order.external_id, stored)
    this.keepList(listName, list)
    return stored
  }

  order(listName: string, externalId: string): Stored {
    const stored = this.#lists.get(listName)?.orders.get(externalId)
    if (stored === undefined) throw new InputError(`there is no order ${externalId} in ${listName}`, 404)
    return stored
  }

  removeOrder(listName: string, externalId: string): void {
    this.order(listName, externalId)
    this.#lists.get(listName)?.orders.delete(externalId)
  }

  /** Notes what a hook says of an order, and marks it as paid when that is what it says. */
  hearResult(hook: Hook, externalId: string, result: string): void {
    const stored = this.#lists.get(hook.list)?.orders.get(externalId)
    if (stored === undefined) return
    stored.result = result
    if (result !== "matched" || !hook.marksPaid || stored.status === "paid") return
    stored.status = "paid"
    stored.paidAt = new Date().toISOString()
  }
}

/** The answer that a fault gives now, which uses it up by one. */
export const takeFault = (holder: { fault: Fault | null }): Answer | undefined => {
  const { fault } = holder
  if (fault === null) return undefined
  if (fault.times !== null) {
    fault.times -= 1
    if (fault.times <= 0) holder.fault = null
  }
  return fault.answer
}
