/** Doubles of the services about people: users, keys, tickets. */
import {
  type ApiKey,
  ApiKeyNotFound,
  ApiKeys,
  EmailAlreadyExists,
  ForeignAccount,
  InvalidApiKey,
  InvalidCredentials,
  InvalidRegistration,
  Overloaded,
  RealtimeTickets,
  RegistrationClosed,
  Users
} from "@counterfoil/core"
import { Effect, Layer, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import type { World } from "./World.ts"

export const peopleDoubles = (world: World) =>
  Layer.mergeAll(
    Layer.succeed(Users, {
      registration: Effect.sync(() => ({ isOpen: world.registration !== "closed", isFirst: world.users.size === 0 })),
      register: Effect.fnUntraced(function* ({ email, name, password }) {
        if (world.overloaded) return yield* new Overloaded({ retryAfterSeconds: 1 })
        if (world.registration === "closed") return yield* new RegistrationClosed()
        if (!email.includes("@")) return yield* new InvalidRegistration({ message: "email must be an e-mail address" })
        if ([...world.users.values()].some((user) => user.email === email)) return yield* new EmailAlreadyExists()
        return world.user(email, Redacted.value(password), { name: name ?? null })
      }),
      logIn: Effect.fnUntraced(function* (email: string, password: Redacted.Redacted<string>) {
        if (world.overloaded) return yield* new Overloaded({ retryAfterSeconds: 1 })
        const user = [...world.users.values()].find((user) => user.email === email)
        if (user === undefined || user.password !== Redacted.value(password)) return yield* new InvalidCredentials()
        return user
      }),
      find: (userId) =>
        world.broken
          ? Effect.die(new Error("the database said: password=hunter2"))
          : Effect.sync(() => world.users.get(userId) ?? null),
      changePassword: Effect.fnUntraced(function* (
        userId: string,
        present: Redacted.Redacted<string>,
        next: Redacted.Redacted<string>
      ) {
        const user = world.users.get(userId)
        if (user === undefined || user.password !== Redacted.value(present)) return yield* new InvalidCredentials()
        if (Redacted.value(next).length < 8) {
          return yield* new InvalidRegistration({ message: "password must be between 8 and 256 characters" })
        }
        const sessionVersion = user.sessionVersion + 1
        const changed = { ...user, password: Redacted.value(next), sessionVersion }
        world.users.set(userId, changed)
        return changed
      }),
      setOperationMode: (userId, operationMode) =>
        Effect.sync(() => {
          const user = world.users.get(userId)
          if (user !== undefined) world.users.set(userId, { ...user, operationMode })
        })
    }),

    Layer.succeed(ApiKeys, {
      list: (userId) => Effect.sync(() => [...world.keys.values()].filter((key) => key.userId === userId).reverse()),
      create: Effect.fnUntraced(function* (
        userId: string,
        { accountIds, name, scopes }: Pick<ApiKey, "name" | "scopes" | "accountIds">
      ) {
        if (accountIds !== null && accountIds.some((id) => world.accounts.get(id)?.userId !== userId)) {
          return yield* new ForeignAccount()
        }
        const text = `svc_abcd1234_${"s".repeat(64)}`
        return { apiKey: world.key(userId, text, { accountIds, name, scopes }), key: Redacted.make(text) }
      }),
      revoke: Effect.fnUntraced(function* (userId, id) {
        const key = world.keys.get(id)
        if (key === undefined || key.userId !== userId) return yield* new ApiKeyNotFound()
        world.keys.set(id, { ...key, revokedAt: world.now })
      }),
      authenticate: Effect.fnUntraced(function* (text: Redacted.Redacted<string>) {
        const key = world.keys.get(world.keysByText.get(Redacted.value(text)) ?? "")
        if (key === undefined || key.revokedAt !== null) return yield* new InvalidApiKey()
        return key
      }),
      admits: (text, scope, accountId) =>
        Effect.sync(() => {
          const key = world.keys.get(world.keysByText.get(Redacted.value(text)) ?? "")
          return (
            key !== undefined &&
            key.revokedAt === null &&
            key.scopes.includes(scope) &&
            (key.accountIds === null || key.accountIds.includes(accountId)) &&
            world.accounts.get(accountId)?.userId === key.userId
          )
        })
    }),

    Layer.succeed(RealtimeTickets, {
      issue: ({ allTypes = false, id, sessionVersion }) =>
        Effect.sync(() => {
          const ticket = randomUUID()
          world.tickets.set(ticket, { userId: id, sessionVersion, allTypes })
          return { ticket: Redacted.make(ticket), ttlSeconds: 30 }
        }),
      redeem: (ticket) =>
        Effect.sync(() => {
          const holder = world.tickets.get(Redacted.value(ticket)) ?? null
          world.tickets.delete(Redacted.value(ticket))
          return holder
        })
    })
  )
