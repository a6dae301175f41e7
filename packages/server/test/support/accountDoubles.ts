/** Doubles of the services about accounts: settings, actors, movements, requests, activity, events. */
import {
  AccountCommands,
  AccountNotFound,
  Accounts,
  type AccountSettings,
  ActivityLog,
  BankNotFound,
  CannotSettle,
  CodeDoesNotFit,
  ConciliationRequests,
  ConfirmationMismatch,
  EventHistory,
  EventLog,
  InvalidInput,
  KeptEvidence,
  MovementNotFound,
  Movements,
  NoPendingAssistance,
  RequestNotFound,
  ScrapeNotFound,
  Scrapes,
  Rehearsal,
  Settlement,
  Statements,
  StatementUnreadable,
  UnknownCursor,
  Worklists
} from "@counterfoil/core"
import { Effect, Layer, Redacted, Stream, Option } from "effect"
import { randomUUID } from "node:crypto"
import { at, type World } from "./World.ts"

export const accountDoubles = (world: World) =>
  Layer.mergeAll(
    accounts(world),
    commands(world),
    movements(world),
    requests(world),
    worklists,
    settlement(world),
    rehearsal(world),
    scrapes,
    statements,
    activity(world),
    noEvidence,
    events(world)
  )

const accounts = (world: World) => {
  const get = Effect.fnUntraced(function* (userId: string, accountId: string) {
    const account = world.accounts.get(accountId)
    if (account === undefined || account.userId !== userId) return yield* new AccountNotFound()
    return account
  })
  return Layer.succeed(Accounts, {
    list: (userId) => Effect.sync(() => [...world.accounts.values()].filter((account) => account.userId === userId)),
    create: Effect.fnUntraced(function* (userId, { bankId, name }) {
      const bank = world.banks.get(bankId)
      const user = world.users.get(userId)
      if (bank === undefined || user === undefined) return yield* new BankNotFound()
      return world.accountOf(user, bank, name)
    }),
    get,
    remove: Effect.fnUntraced(function* (userId, accountId, confirmationName) {
      const account = yield* get(userId, accountId)
      if (account.name !== confirmationName) return yield* new ConfirmationMismatch()
      world.accounts.delete(accountId)
    }),
    settings: (userId, accountId) => Effect.map(get(userId, accountId), ({ id }) => world.settings.get(id) ?? null),
    saveSettings: Effect.fnUntraced(function* (
      userId,
      accountId,
      { bankAccount, bankPassword, bankUsername, ...input }
    ) {
      yield* get(userId, accountId)
      if (world.users.get(userId)?.operationMode === "reconcile" && input.pendingOrdersEndpoint === null) {
        return yield* new InvalidInput({
          message: "pending_orders_endpoint is required when the operation mode is reconcile"
        })
      }
      const earlier = world.settings.get(accountId)
      const settings: AccountSettings = {
        ...input,
        id: earlier?.id ?? randomUUID(),
        accountId,
        bankUsername: bankUsername ?? earlier?.bankUsername ?? null,
        bankAccount: bankAccount === undefined ? (earlier?.bankAccount ?? null) : bankAccount,
        credentialsVersion: 1
      }
      if (bankPassword !== undefined) world.passwords.set(accountId, Redacted.value(bankPassword))
      world.settings.set(accountId, settings)
      world.secrets.set(accountId, world.secrets.get(accountId) ?? "whsec_first")
      return settings
    }),
    sameBankAccount: (userId, accountId) => Effect.as(get(userId, accountId), []),
    webhookSecret: (userId, accountId) =>
      Effect.map(get(userId, accountId), ({ id }) => {
        const secret = world.secrets.get(id)
        return secret === undefined ? null : Redacted.make(secret)
      }),
    rotateWebhookSecret: Effect.fnUntraced(function* (userId, accountId) {
      yield* get(userId, accountId)
      if (!world.secrets.has(accountId)) return yield* new InvalidInput({ message: "Save settings first" })
      world.secrets.set(accountId, "whsec_second")
      return Redacted.make("whsec_second")
    }),
    find: () => Effect.succeed(null),
    findSettings: () => Effect.succeed(null),
    credentials: () => Effect.succeed(null),
    signingSecrets: () => Effect.succeed([])
  })
}

const commands = (world: World) => {
  const ask = (what: string) => Effect.sync(() => void world.asked.push(what))
  return Layer.succeed(AccountCommands, {
    overview: () => Effect.succeed([]),
    scrape: (id) => Effect.as(ask(`scrape ${id}`), { jobId: "5f0c0a9e-2a55-4a38-9c55-0d6a1c1f2b11" }),
    restart: (id) => Effect.as(ask(`restart ${id}`), { jobId: "5f0c0a9e-2a55-4a38-9c55-0d6a1c1f2b12" }),
    submitOtp: Effect.fnUntraced(function* (id: string, code: Redacted.Redacted<string>) {
      const pending = world.assistance.get(id)
      if (pending === undefined) return yield* new NoPendingAssistance()
      if (Redacted.value(code).length !== pending.descriptor.length) {
        return yield* new CodeDoesNotFit({ message: "code must be 6 digits" })
      }
      world.assistance.delete(id)
      yield* ask(`otp ${id} ${Redacted.value(code)}`)
    }),
    cancelAssistance: Effect.fnUntraced(function* (id) {
      if (!world.assistance.delete(id)) return yield* new NoPendingAssistance()
    }),
    withdraw: Effect.fnUntraced(function* (id) {
      if (!world.assistance.delete(id)) return yield* new NoPendingAssistance()
    }),
    picture: () => Effect.fail(new NoPendingAssistance()),
    status: (id) =>
      Effect.sync(() => {
        const pendingAssistance = world.assistance.get(id) ?? null
        return {
          sessionRunning: pendingAssistance !== null,
          pendingAssistance,
          openAssistance: null,
          state: pendingAssistance === null ? "idle" : "awaiting-otp"
        }
      }),
    nextRunAt: () => Effect.succeed(at("2026-11-20T09:40:00Z")),
    pollOrders: (id) => ask(`poll ${id}`),
    runRequest: (id, requestId) => ask(`run ${id} ${requestId}`),
    pause: (id) => setStatus(world, id, "paused"),
    resume: (id) => setStatus(world, id, "active")
  })
}

const setStatus = (world: World, id: string, status: "active" | "paused") =>
  Effect.sync(() => {
    const account = world.accounts.get(id)
    if (account !== undefined) world.accounts.set(id, { ...account, status })
  })

const movements = (world: World) => {
  const get = Effect.fnUntraced(function* (accountId: string, movementId: string) {
    const movement = world.movements.get(movementId)
    if (movement === undefined || movement.accountId !== accountId) return yield* new MovementNotFound()
    return movement
  })
  const change = (accountId: string, movementId: string, excludedAt: World["now"] | null) =>
    Effect.map(get(accountId, movementId), (movement) => {
      const changed = { ...movement, excludedAt }
      world.movements.set(movementId, changed)
      return changed
    })
  return Layer.succeed(Movements, {
    list: Effect.fnUntraced(function* (accountId, { before, limit, offset }) {
      world.asked.push(`movements ${limit} ${offset}`)
      if (before !== undefined && !world.movements.has(before)) return yield* new UnknownCursor()
      const all = [...world.movements.values()].filter((movement) => movement.accountId === accountId)
      return all.slice(offset, offset + limit)
    }),
    notify: (accountId, movementId) => Effect.asVoid(get(accountId, movementId)),
    exclude: (accountId, movementId) => change(accountId, movementId, world.now),
    include: (accountId, movementId) => change(accountId, movementId, null)
  })
}

const requests = (world: World) => {
  const owned = (userId: string) =>
    [...world.requests.values()].filter(({ accountId }) => world.accounts.get(accountId)?.userId === userId)
  const get = Effect.fnUntraced(function* (userId: string, requestId: string) {
    const request = owned(userId).find(({ id }) => id === requestId)
    return request ?? (yield* new RequestNotFound())
  })
  return Layer.succeed(ConciliationRequests, {
    list: Effect.fnUntraced(function* (userId, { before, limit, offset, status }) {
      world.asked.push(`requests ${limit} ${offset} ${status ?? "any"}`)
      if (before !== undefined && owned(userId).every(({ id }) => id !== before)) return yield* new UnknownCursor()
      const all = owned(userId).filter((request) => status === undefined || request.status === status)
      return all.slice(offset, offset + limit)
    }),
    get,
    explanation: (userId, requestId) => Effect.as(get(userId, requestId), null),
    summary: (userId) =>
      Effect.sync(() => {
        const count = (status: string) => owned(userId).filter((request) => request.status === status).length
        return {
          pending: count("pending"),
          processing: count("processing"),
          matched: count("matched"),
          ambiguous: count("ambiguous"),
          not_found: count("not_found"),
          expired: count("expired"),
          cancelled: count("cancelled"),
          failed: count("failed")
        }
      }),
    notify: (userId, requestId) => Effect.asVoid(get(userId, requestId))
  })
}

/** Nothing is found. */
const worklists = Layer.succeed(Worklists, {
  movements: () => Effect.succeed([]),
  requests: () => Effect.succeed([]),
  moneyByDay: () => Effect.succeed([]),
  ordersByDay: () => Effect.succeed([]),
  timeline: () => Effect.fail(new RequestNotFound())
})

const settlement = (world: World) => {
  const owned = (userId: string, requestId: string) => {
    const request = world.requests.get(requestId)
    const mine = request !== undefined && world.accounts.get(request.accountId)?.userId === userId
    return mine ? Effect.succeed(request) : Effect.fail(new RequestNotFound())
  }
  return Layer.succeed(Settlement, {
    resolve: Effect.fnUntraced(function* ({ id }, requestId, movementId) {
      const request = yield* owned(id, requestId)
      const movement = world.movements.get(movementId)
      if (movement?.accountId !== request.accountId) return yield* new MovementNotFound()
      if (request.status === "cancelled") return yield* new CannotSettle({ message: "The order is cancelled" })
      world.requests.set(requestId, { ...request, status: "matched" })
    }),
    unmatch: Effect.fnUntraced(function* ({ id }, requestId) {
      const request = yield* owned(id, requestId)
      if (request.status !== "matched") return yield* new CannotSettle({ message: `The order is ${request.status}` })
      world.requests.set(requestId, { ...request, status: "pending" })
    })
  })
}

/** Nothing would change. */
const rehearsal = (world: World) =>
  Layer.succeed(Rehearsal, {
    rehearse: Effect.fnUntraced(function* (userId, { accountId, preset }) {
      if (accountId !== undefined && world.accounts.get(accountId)?.userId !== userId)
        return yield* new AccountNotFound()
      const counts = {
        orders: 0,
        matchedNow: 0,
        matchedRehearsed: 0,
        same: 0,
        different: 0,
        lost: 0,
        gained: 0,
        ambiguousNow: 0,
        ambiguousRehearsed: 0,
        againstPerson: 0
      }
      return { preset, presetInForce: "default" as const, ruleset: "2", movements: 0, counts, changes: [] }
    })
  })

/** No account has any. */
const scrapes = Layer.succeed(Scrapes, {
  list: () => Effect.succeed([]),
  get: () => Effect.fail(new ScrapeNotFound()),
  accept: () => Effect.fail(new ScrapeNotFound())
})
const statements = Layer.succeed(Statements, {
  upload: () => Effect.fail(new StatementUnreadable({ message: "Line 1: it is no statement" }))
})

const noEvidence = Layer.succeed(KeptEvidence, {
  keep: () => Effect.void,
  list: () => Effect.succeed([]),
  read: () => Effect.succeed(Option.none())
})

const activity = (world: World) =>
  Layer.succeed(ActivityLog, {
    add: () => Effect.void,
    list: (_, { before, limit }) =>
      Effect.sync(() => world.activity.filter(({ id }) => before === undefined || id < before).slice(0, limit))
  })

const events = (world: World) =>
  Layer.merge(
    Layer.succeed(EventLog, {
      append: () => Effect.void,
      feed: Stream.fromPubSub(world.events),
      recentIds: Effect.succeed([])
    }),
    Layer.succeed(EventHistory, { list: () => Effect.succeed([]) })
  )
