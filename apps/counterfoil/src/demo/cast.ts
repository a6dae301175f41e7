/** What the acts share: the stage, the cast, and what several of them do. */
import { Effect, type Schema } from "effect"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundleScript } from "../script/bundle.ts"
import { expect, fail, until } from "./Client.ts"
import type { Narrator } from "./Narrator.ts"
import type { Bank, HookEntry, Shop } from "./Neighbours.ts"
import type { Machine, Person } from "./Person.ts"
import type { RealtimeStream } from "./Stream.ts"

/** The demo bank's scripts, a folder for each version. */
const demoScripts = fileURLToPath(new URL("../../../../bank-scripts/demo-bank", import.meta.url))

export interface Stage {
  readonly base: string
  readonly bank: Bank
  readonly shop: Shop
  readonly narrator: Narrator
}

/** What the acts hand on to each other. */
export interface Cast extends Stage {
  readonly person: Person
  readonly machine: Machine
  readonly stream: RealtimeStream
  readonly bankId: string
  readonly accountId: string
}

export const listToken = "shop-list-token"
const hookToken = "shop-hook-token"
const notificationToken = "shop-notification-token"

export const settingsFor = (
  shop: Shop,
  customer: { readonly username: string; readonly password: string },
  more: Readonly<Record<string, Schema.Json>>
) => ({
  webhook_url: `${shop.url}/hooks/${customer.username}`,
  webhook_auth_type: "bearer",
  webhook_auth_token: hookToken,
  notification_endpoint_url: `${shop.url}/notifications/${customer.username}`,
  notification_auth_type: "api_key",
  notification_auth_token: notificationToken,
  notification_events: ["assistance_required", "login_failed", "scrape_failed"],
  bank_username: customer.username,
  bank_password: customer.password,
  ...more
})

export const reconcileSettings = (shop: Shop, password: string) =>
  settingsFor(
    shop,
    { username: "ana", password },
    {
      pending_orders_endpoint: `${shop.url}/orders/main`,
      auth_type: "bearer",
      auth_token: listToken,
      session_type: "one-shot",
      login_mode: "assisted",
      webhook_extra_fields: { source: "demo", amount: "can't be overridden" }
    }
  )

/** The shop learns the secret that signs for the account, as its owner would paste it there. */
export const introduce = Effect.fnUntraced(function* (shop: Shop, person: Person, accountId: string, name: string) {
  const secret = yield* person.webhookSecret(accountId)
  yield* shop.setHook("hooks", name, { secret, auth: { scheme: "bearer", token: hookToken }, strict: true })
  yield* shop.setHook("notifications", name, {
    secret,
    auth: { scheme: "api_key", token: notificationToken },
    strict: true
  })
})

export const publishVersion = Effect.fnUntraced(function* (person: Person, bankId: string, version: string) {
  const built = yield* Effect.tryPromise({
    try: () => bundleScript(join(demoScripts, version)),
    catch: (cause) => (cause instanceof Error ? cause : new Error(String(cause)))
  })
  const script = yield* person.publish(bankId, version, { bank: "demo-bank", version }, built.bundle)
  yield* person.promote(script.id)
  const scripts = yield* person.scripts(bankId)
  const active = scripts.filter(({ status }) => status === "active")
  yield* expect(
    active.length === 1 && active[0]?.version === version,
    `version ${version} should be the one active version; seen: ${JSON.stringify(scripts)}`
  )
})

/** A machine with an API key reads the code from the bank's SMS page and submits it. */
export const answerCode = Effect.fnUntraced(function* (cast: Cast, from: number) {
  yield* cast.stream.wait("assistance.requested", cast.accountId, from)
  const code = yield* until("an SMS with a code", cast.bank.latestCode("ana"), (found) => found !== null)
  if (code === null) return yield* fail("no code came")
  yield* cast.machine.submitCode(cast.accountId, code)
  yield* cast.stream.wait("assistance.fulfilled", cast.accountId, from)
})

export const bodiesOf = (entries: ReadonlyArray<HookEntry>) => entries.map(({ rawBody }) => rawBody).sort()

export const wellSigned = (entries: ReadonlyArray<HookEntry>) =>
  entries.every(
    ({ authorizationValid, headers, signatureValid, status }) =>
      signatureValid === true &&
      authorizationValid === true &&
      status === 200 &&
      headers["content-type"] === "application/json"
  )
