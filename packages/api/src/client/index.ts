/**
 * A typed client of the HTTP API, made from the contract: what it sends and what it answers are checked against the same
 * schemas as on the server. One for people's programs (a token, everything but `/v1`), one for machines (an API key,
 * `/v1` only). Both need an `HttpClient`; `FetchHttpClient.layer` does in browsers and in Node.
 *
 * Refusals are the classes of this package: `error instanceof NotFound`. What no endpoint declares (a proxy's 502, no
 * connection) is an `HttpClientError`; an answer of another form is a `SchemaError`.
 */
import { Effect, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "../Api.ts"
import type { RequestStatus } from "@counterfoil/domain"
import { type SettingsInput, withDefaults } from "./settings.ts"

export type { RequestStatus, SettingsInput }

export interface DashboardOptions {
  /** Where Counterfoil listens: http://127.0.0.1:8080 */
  readonly baseUrl: string
  /** The `token` that `auth.logIn` answers with, valid for 7 days. Without it only `auth` and `meta` can be called. */
  readonly token?: Redacted.Redacted<string> | undefined
}

export interface MachineOptions {
  readonly baseUrl: string
  /** `svc_…` */
  readonly apiKey: Redacted.Redacted<string>
}

/** A part of a list. (Default: the newest, as many as the API gives by default) */
interface Page {
  readonly limit?: number
  /** Rows to pass over. */
  readonly offset?: number
  /** The id of the last row of the page before: pages without gaps while rows arrive. */
  readonly before?: string
}

const withHeader = (client: HttpClient.HttpClient, name: string, secret: string) =>
  HttpClient.mapRequest(client, HttpClientRequest.setHeader(name, secret))

/** Everything that a person may do, group by group as in the reference. Lists and settings take their defaults here. */
export const dashboardClient = Effect.fnUntraced(function* ({ baseUrl, token }: DashboardOptions) {
  const { v1: _, ...client } = yield* HttpApiClient.make(Api, {
    baseUrl,
    transformClient: (client) =>
      token === undefined ? client : withHeader(client, "authorization", `Bearer ${Redacted.value(token)}`)
  })
  return {
    ...client,
    accounts: {
      ...client.accounts,
      /** Replaces all settings: a field that is left out is saved with its default. */
      saveSettings: (accountId: string, settings: SettingsInput) =>
        client.accounts.saveSettings({ params: { accountId }, payload: withDefaults(settings) }),
      activity: (accountId: string, page: Omit<Page, "offset"> = {}) =>
        client.accounts.activity({ params: { accountId }, query: { limit: 50, ...page } })
    },
    movements: {
      ...client.movements,
      list: (accountId: string, page: Page = {}) =>
        client.movements.list({ params: { accountId }, query: { limit: 100, offset: 0, ...page } })
    },
    scrapes: {
      ...client.scrapes,
      list: (accountId: string, page: Omit<Page, "before"> & { readonly status?: "ingested" | "quarantined" } = {}) =>
        client.scrapes.list({ params: { accountId }, query: { limit: 50, offset: 0, ...page } })
    },
    conciliation: {
      ...client.conciliation,
      list: (page: Page & { readonly status?: RequestStatus } = {}) =>
        client.conciliation.list({ query: { limit: 50, offset: 0, ...page } })
    }
  }
})

export type DashboardClient = Effect.Success<ReturnType<typeof dashboardClient>>

/** What an API key may do, as far as its scopes and accounts go: `status`, `submitOtp`. */
export const machineClient = Effect.fnUntraced(function* ({ apiKey, baseUrl }: MachineOptions) {
  const httpClient = withHeader(yield* HttpClient.HttpClient, "x-api-key", Redacted.value(apiKey))
  return yield* HttpApiClient.group(Api, { group: "v1", httpClient, baseUrl })
})

export type MachineClient = Effect.Success<ReturnType<typeof machineClient>>

/**
 * The same without Effect: `const ask = await promising(machineClient({ … }))`, then
 * `await ask((client) => client.status({ params: { accountId } }))`. Rejects with the refusal.
 */
export const promising = async <Client>(make: Effect.Effect<Client, never, HttpClient.HttpClient>) => {
  const client = await Effect.runPromise(Effect.provide(make, FetchHttpClient.layer))
  return <A, E>(ask: (client: Client) => Effect.Effect<A, E>): Promise<A> => Effect.runPromise(ask(client))
}
