/** The poller with its SQL on a real database, and a shop that is a real server. */
import {
  Accounts,
  ActivityLog,
  OrderPoller,
  orderPollerLayer,
  outboundHttpLayer,
  type PollOccasion,
  type SettingsInput
} from "@counterfoil/core"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import { AccountsLayer, newAccount, settings } from "../enrolment.ts"

export const PollServices = orderPollerLayer.pipe(
  Layer.provideMerge(AccountsLayer),
  Layer.provide(outboundHttpLayer({ allow: ["127.0.0.0/8"] }))
)

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Handler = (response: ServerResponse, asked: Asked) => void

/** A server on loopback until the scope ends; what it was asked, and what it does next. */
export const newShop = Effect.gen(function* () {
  const asked: Array<Asked> = []
  const state: { handler: Handler } = { handler: (response) => response.end("[]") }
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { headers, method = "", url = "" } = request
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() }
      asked.push(one)
      state.handler(response, one)
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    asked,
    origin: `http://127.0.0.1:${port}`,
    answers: (handler: Handler) => {
      state.handler = handler
    }
  }
})
export type Shop = Effect.Success<typeof newShop>

export const order = (externalId: string, more: object = {}) => ({
  external_id: externalId,
  amount: "10.00",
  currency: "EUR",
  name: "Jonas Weber",
  ...more
})

export const lists = (...ids: ReadonlyArray<string>) => JSON.stringify(ids.map((id) => order(id)))

/** Answers 304 to whom it may. */
export const withEtag =
  (etag: string, body: string): Handler =>
  (response, { headers }) =>
    headers["if-none-match"] === etag
      ? response.writeHead(304, { etag }).end()
      : response.writeHead(200, { etag }).end(body)

export const enrolledAt = Effect.fnUntraced(function* (shop: Shop, more: Partial<SettingsInput> = {}) {
  const { account, user } = yield* newAccount("reconcile")
  const save = (others: Partial<SettingsInput> = {}) =>
    Effect.flatMap(Accounts, (accounts) =>
      accounts.saveSettings(
        user.id,
        account.id,
        settings({ pendingOrdersEndpoint: `${shop.origin}/orders`, ...more, ...others })
      )
    )
  yield* save()
  return { accountId: account.id, userId: user.id, save }
})

export const poll = (accountId: string, occasion: PollOccasion = "due") =>
  Effect.flatMap(OrderPoller, (poller) => poller.poll(accountId, occasion))

const statusRows = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ externalId: Schema.String, status: Schema.String }))
)

export const statuses = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select external_id as "externalId", status from conciliation_requests
    where account_id = ${accountId} order by external_id`
  return (yield* statusRows(rows)).map(({ externalId, status }) => `${externalId} ${status}`)
})

/** Kinds and sentences, oldest first. */
export const told = Effect.fnUntraced(function* (accountId: string) {
  const entries = yield* (yield* ActivityLog).list(accountId, { limit: 200 })
  return entries.map(({ kind, message }) => `${kind}: ${message}`).toReversed()
})
