/** Doubles of the services about accounts: settings, actors, movements, activity, events. */
import {
  AccountCommands,
  AccountNotFound,
  Accounts,
  type AccountSettings,
  ActivityLog,
  BankNotFound,
  CodeDoesNotFit,
  ConfirmationMismatch,
  EventHistory,
  EventLog,
  InvalidInput,
  KeptEvidence,
  KeyErased,
  LoginUnreachable,
  MovementNotFound,
  Movements,
  NoPendingAssistance,
  RequestNotFound,
  ScrapeNotFound,
  Scrapes,
  Statements,
  StatementReaderUnavailable,
  StatementUnreadable,
  UnknownCursor,
  Worklists
} from "@counterfoil/core"
import { Effect, Layer, Redacted, Stream, Option } from "effect"
import { randomUUID } from "node:crypto"
import { orderDoubles } from "./orderDoubles.ts"
import { storedMovement } from "./storedMovement.ts"
import { at, type World } from "./World.ts"

export const accountDoubles = (world: World) =>
  Layer.mergeAll(
    accounts(world),
    commands(world),
    movements(world),
    orderDoubles(world),
    worklists,
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

/** A question of a login whose node does not answer. */
export const unreachableQuestion = "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b98"

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
    picture: (_, assistanceId) =>
      assistanceId === unreachableQuestion
        ? Effect.die(new LoginUnreachable({ cause: "its node is frozen" }))
        : Effect.fail(new NoPendingAssistance()),
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
    rename: (id, name) => changeAccount(world, id, { name }),
    pause: (id) => changeAccount(world, id, { status: "paused" }),
    resume: (id) => changeAccount(world, id, { status: "active" })
  })
}

const changeAccount = (
  world: World,
  id: string,
  changed: { readonly name?: string; readonly status?: "active" | "paused" }
) =>
  Effect.sync(() => {
    const account = world.accounts.get(id)
    if (account !== undefined) world.accounts.set(id, { ...account, ...changed })
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
    listOwn: (userId, accountId, { limit, offset }) =>
      Effect.sync(() => {
        if (world.accounts.get(accountId)?.userId !== userId) return []
        world.asked.push(`movements ${limit} ${offset}`)
        const all = [...world.movements.values()].filter((movement) => movement.accountId === accountId)
        return all.slice(offset, offset + limit).map(storedMovement)
      }),
    list: Effect.fnUntraced(function* (accountId, { before, limit, offset }) {
      world.asked.push(`movements ${limit} ${offset}`)
      if (before !== undefined && !world.movements.has(before)) return yield* new UnknownCursor()
      const all = [...world.movements.values()].filter((movement) => movement.accountId === accountId)
      return all.slice(offset, offset + limit).map(storedMovement)
    }),
    notify: (accountId, movementId) => Effect.asVoid(get(accountId, movementId)),
    exclude: (accountId, movementId) => change(accountId, movementId, world.now),
    bookDatedAhead: Effect.succeed(0),
    include: (accountId, movementId) => change(accountId, movementId, null)
  })
}

/** Nothing is found. */
const worklists = Layer.succeed(Worklists, {
  movements: () => Effect.succeed([]),
  requests: () => Effect.succeed([]),
  ordersOfMovement: () => Effect.fail(new MovementNotFound()),
  moneyByDay: () => Effect.succeed([]),
  ordersByDay: () => Effect.succeed([]),
  timeline: () => Effect.fail(new RequestNotFound())
})

/** No account has any. */
const scrapes = Layer.succeed(Scrapes, {
  list: () => Effect.succeed([]),
  get: () => Effect.fail(new ScrapeNotFound()),
  accept: () => Effect.fail(new ScrapeNotFound()),
  exclude: () => Effect.fail(new ScrapeNotFound()),
  include: () => Effect.fail(new ScrapeNotFound())
})
const statements = Layer.succeed(Statements, {
  upload: (_, { content }) => {
    if (content === "while nothing can be read")
      return Effect.die(new StatementReaderUnavailable({ cause: "no process" }))
    if (content === "while it is deleted") return Effect.die(new KeyErased({ place: "account_settings" }))
    return Effect.fail(new StatementUnreadable({ message: "Line 1: it is no statement" }))
  }
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
