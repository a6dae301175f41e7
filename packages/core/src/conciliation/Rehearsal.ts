/**
 * What another preset would have done with a user's stored orders and movements. Reads only, in pages, and decides in
 * slices, so that the process goes on with its other work in between.
 */
import { Context, DateTime, type Duration, Effect, Layer, Schema } from "effect"
import {
  addDays,
  amountKey,
  type Coverage,
  currentRuleset,
  deciding,
  groupBy,
  type MovementFacts,
  normaliseName,
  type OrderReference,
  orderTimes,
  paidReferenceDays,
  plainPrefixes,
  type Preset,
  sharedAccounts,
  type Taught,
  taughtByName
} from "@counterfoil/domain"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { fairSemaphore, priorities } from "../fairSemaphore.ts"
import { ScriptRegistry } from "../catalogue/ScriptRegistry.ts"
import {
  ConciliationRepository,
  type Page,
  type PastChoice,
  type PastReference,
  type PastRequest,
  type StoredFacts
} from "./ConciliationRepository.ts"
import { expiresAt, orderFacts } from "./orderFacts.ts"
import { rehearsalReport, type RehearsalReport, type Rehearsed } from "./rehearsalReport.ts"
import { cooperatively } from "../cooperatively.ts"
import { wantedAmounts } from "./pass/wantedAmounts.ts"
import type { AccountNotFound } from "../accounts/Account.ts"

/**
 * How much history one rehearsal takes. `pairs` are counted amount by amount, its orders times its movements: all pairs that
 * agree are in memory at once.
 */
export const RehearsalLimits = Context.Reference<{
  readonly orders: number
  readonly movements: number
  readonly pairs: number
}>("@counterfoil/core/conciliation/RehearsalLimits", {
  defaultValue: () => ({ orders: 5_000, movements: 50_000, pairs: 2_000_000 })
})

/** More than `RehearsalLimits`; `message` says what would help. */
export class TooMuchHistory extends Schema.TaggedError<TooMuchHistory>()("TooMuchHistory", {
  message: Schema.String
}) {}

export interface RehearsalPlan {
  readonly preset: Preset
  /** Absent: all accounts of the user. */
  readonly accountId?: string
  /** Only orders that were first seen at this time or later. */
  readonly since?: DateTime.Utc
}

export interface RehearsalResult extends RehearsalReport {
  readonly preset: Preset
  /** The preset that passes follow. */
  readonly presetInForce: Preset
  /** Version of the weights. */
  readonly ruleset: string
  /** How many movements were looked at: those with the amount of an order. */
  readonly movements: number
}

export class Rehearsal extends Context.Service<
  Rehearsal,
  {
    /** One at a time in a process; further ones wait, the users in turns. */
    readonly rehearse: (
      userId: string,
      plan: RehearsalPlan
    ) => Effect.Effect<RehearsalResult, AccountNotFound | TooMuchHistory>
  }
>()("@counterfoil/core/conciliation/Rehearsal") {
  static readonly layer = Layer.effect(
    Rehearsal,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const accounts = yield* Accounts
  const matching = yield* ConciliationRepository
  const policy = yield* AccountPolicy

  const scripts = yield* ScriptRegistry
  const turns = fairSemaphore(1)

  /** Of the orders that are rehearsed, and of those before them that passes still knew. */
  const knownReferences = Effect.fnUntraced(function* (
    requests: ReadonlyArray<PastRequest>,
    accountId: string,
    zone: string,
    since: RehearsalPlan["since"]
  ) {
    const own = requests.flatMap((request) =>
      request.reference === null ? [] : [{ ...request, reference: request.reference }]
    )
    const earlier = since === undefined ? [] : yield* matching.pastReferences(accountId, since)
    const context = { expiry: policy.orderExpiry, zone }
    return [
      // Of one amount they compete for the payments, unless they are paid.
      ...own.map((order) => referenceOf(order, { ...context, isPaid: order.status === "matched" })),
      ...earlier.map((order) => referenceOf(order, { ...context, isPaid: true }))
    ]
  })

  const rehearseAccount = Effect.fnUntraced(function* (
    requests: ReadonlyArray<PastRequest>,
    { accountId, bankId }: PastRequest,
    { preset, since }: RehearsalPlan,
    passed: number
  ) {
    const limits = yield* RehearsalLimits
    const script = yield* scripts.activeVersion(bankId)
    const zone = script?.manifest.zone ?? "UTC"
    const choices = yield* matching.pastChoices(accountId)
    const accounts = new Set(choices.flatMap(({ account }) => account ?? []))
    const shared = sharedAccounts(yield* matching.payersOfAccounts(accountId, [...accounts]))
    const taughtOf = taughtBefore(choices, shared)
    const orders = requests.map((request) =>
      orderFacts(request, {
        expiry: policy.orderExpiry,
        zone,
        taught: taughtOf(request, expiresAt(request, policy.orderExpiry)),
        // Each order is judged as it was while it was open.
        state: "open"
      })
    )
    const wanted = wantedAmounts(orders)
    const read = yield* pages(limits.movements - passed, (page) => matching.pastMovements(accountId, wanted, page))
    if (read === null) return yield* tooMuch(`more than ${limits.movements} movements`)
    const rehearsed = new Set(requests.map(({ id }) => id))
    const movements = groupBy(
      read.map((movement) => ({
        ...withoutMatch(movement, rehearsed),
        bankCutsNamesAt: script?.manifest.nameLength,
        namePrefixes: plainPrefixes(script?.manifest.namePrefixes)
      })),
      amountKey
    )
    const references = yield* knownReferences(requests, accountId, zone, since)
    const groups = groupBy(orders, amountKey)
    if ([...groups].some(([amount, group]) => group.length * (movements.get(amount)?.length ?? 0) > limits.pairs)) {
      return yield* tooMuch(`more than ${limits.pairs} pairs of orders and movements of one amount`)
    }
    const decisions = yield* Effect.forEach(groups, ([amount, group]) =>
      cooperatively(
        deciding({
          orders: group,
          movements: movements.get(amount) ?? [],
          references,
          barredPairs: [],
          coverage: wholly,
          account: "active",
          preset
        })
      )
    )
    return { movements: read.length, decisions: decisions.flat() }
  })

  const rehearse = Effect.fnUntraced(function* (userId: string, plan: RehearsalPlan) {
    const { preset, ...filter } = plan
    if (filter.accountId !== undefined) yield* accounts.get(userId, filter.accountId)
    const limits = yield* RehearsalLimits
    const requests = yield* pages(limits.orders, (page) => matching.pastRequests(userId, filter, page))
    if (requests === null) return yield* tooMuch(`more than ${limits.orders} orders`)
    const byId = new Map(requests.map((request) => [request.id, request]))
    const results: Array<Rehearsed> = []
    let movements = 0
    for (const own of groupBy(requests, ({ accountId }) => accountId).values()) {
      const [first] = own
      if (first === undefined) continue
      const found = yield* rehearseAccount(own, first, plan, movements)
      movements += found.movements
      for (const decision of found.decisions) {
        const request = byId.get(decision.orderId)
        if (request !== undefined) results.push({ request, decision })
      }
    }
    const report = rehearsalReport(results, yield* matching.barredPairs(requests.map(({ id }) => id)))
    return { preset, presetInForce: policy.preset, ruleset: currentRuleset.version, movements, ...report }
  })

  return Rehearsal.of({
    rehearse: Effect.fn("Rehearsal.rehearse")((userId, plan) =>
      turns.withPermit({ name: userId, userId, priority: priorities.asked })(() => rehearse(userId, plan))
    )
  })
})

/** A rehearsal compares who pays whom, so it takes the bank as read completely. */
const wholly: Coverage = { from: "0001-01-01", to: "9999-12-31", complete: true }

const tooMuch = (what: string) =>
  Effect.fail(
    new TooMuchHistory({ message: `This would take ${what}: give an account_id, or a later since, and try again` })
  )

const pageSize = 1_000

/** All rows, page by page; null where there are more than `most`. */
const pages = Effect.fnUntraced(function* <Row extends { readonly id: string }>(
  most: number,
  read: (page: Page) => Effect.Effect<ReadonlyArray<Row>>
) {
  const rows: Array<Row> = []
  for (;;) {
    const page = yield* read({ after: rows.at(-1)?.id ?? null, limit: pageSize })
    rows.push(...page)
    if (rows.length > most) return null
    if (page.length < pageSize) return rows
  }
})

/** Its match is set aside, unless it is with an order that the rehearsal leaves alone. */
const withoutMatch = ({ paysOrder, ...movement }: StoredFacts, rehearsed: ReadonlySet<string>): MovementFacts =>
  paysOrder === undefined || rehearsed.has(paysOrder) ? movement : { ...movement, paysOrder }

/** For as long as passes know it: while its order is open, and for a fortnight after it was paid. */
const referenceOf = (
  order: PastReference,
  context: { readonly expiry: Duration.Duration; readonly zone: string; readonly isPaid: boolean }
): OrderReference => {
  const { amountMinor, currency, firstSeenAt, orderedAt, paidAt, reference } = order
  const { expiry, isPaid, zone } = context
  const until =
    paidAt === null ? expiresAt(order, expiry) : DateTime.add(paidAt, { days: paidReferenceDays }).epochMilliseconds
  const { orderDate } = orderTimes({
    createdAt: orderedAt?.epochMilliseconds,
    firstSeenAt: firstSeenAt.epochMilliseconds,
    expiresAt: until,
    zone
  })
  return {
    amountMinor,
    currency,
    reference,
    isPaid,
    known: { from: addDays(orderDate, -currentRuleset.windowDays), until }
  }
}

/** What people confirmed while the order could still be paid, other than by their choice for this very order. */
const taughtBefore = (choices: ReadonlyArray<PastChoice>, shared: ReadonlySet<string>) => {
  const said = choices.map(({ chosenAt, ...choice }) => ({
    ...choice,
    confirmed: true,
    taughtAt: chosenAt.epochMilliseconds
  }))
  const byName = groupBy(said, ({ name }) => normaliseName(name).key)
  return (request: PastRequest, until: number): Taught => {
    const own = byName.get(normaliseName(request.name).key) ?? []
    const before = own.filter(({ requestId, taughtAt }) => requestId !== request.id && taughtAt <= until)
    return taughtByName(before, shared)(request.name)
  }
}
