/** A user of Counterfoil, or a machine of theirs: what they ask of the HTTP API. */
import { Effect, Schema } from "effect"
import { call, type Request } from "./Client.ts"

const Id = Schema.Struct({ id: Schema.String })
const Movement = Schema.Struct({
  id: Schema.String,
  amount: Schema.String,
  currency: Schema.String,
  sender_name: Schema.String,
  notified_at: Schema.NullOr(Schema.String)
})
const ConciliationItem = Schema.Struct({
  id: Schema.String,
  external_id: Schema.String,
  status: Schema.String,
  amount: Schema.String
})
const ListedAccount = Schema.Struct({
  id: Schema.String,
  scrapeBlockedAt: Schema.NullOr(Schema.String),
  scrapeBlockedReason: Schema.NullOr(Schema.String)
})
const Script = Schema.Struct({ id: Schema.String, version: Schema.String, status: Schema.String })

const password = "a long enough password"

export const owner = { email: "owner@shop.example", password }

/** Registers, logs in and chooses a mode. */
export const enrol = (base: string, email: string, name: string, mode: "reconcile" | "passthrough") =>
  Effect.gen(function* () {
    yield* call(`${base}/auth/register`, 201, Schema.Struct({ id: Schema.String, email: Schema.String }), {
      method: "POST",
      body: { email, password, name }
    })
    const { token } = yield* call(`${base}/auth/login`, 200, Schema.Struct({ token: Schema.String }), {
      method: "POST",
      body: { email, password }
    })
    const person = personWith(base, token)
    yield* person.ask("/me/operation-mode", 200, Schema.Struct({ operation_mode: Schema.String }), {
      method: "PUT",
      body: { mode }
    })
    return person
  })

/** A user who has logged in, at any server of theirs. */
export const personWith = (base: string, token: string) => {
  const ask = <S extends Schema.ConstraintDecoder<unknown>>(
    path: string,
    status: number,
    schema: S,
    options: Request = {}
  ) =>
    call(`${base}${path}`, status, schema, {
      ...options,
      headers: { ...options.headers, authorization: `Bearer ${token}` }
    })
  const post = <S extends Schema.ConstraintDecoder<unknown>>(
    path: string,
    status: number,
    schema: S,
    body?: Schema.Json
  ) => ask(path, status, schema, { method: "POST", ...(body === undefined ? {} : { body }) })
  return {
    token,
    ask,
    createBank: (code: string, name: string, loginUrl: string) => post("/banks", 201, Id, { code, name, loginUrl }),
    publish: (bankId: string, version: string, manifest: Schema.Json, bundle: string) =>
      post(`/banks/${bankId}/scripts`, 201, Script, { version, flow_type: "extract_transactions", manifest, bundle }),
    promote: (scriptId: string) =>
      post(`/scripts/${scriptId}/promote`, 200, Schema.Struct({ promoted: Schema.Boolean })),
    scripts: (bankId: string) =>
      ask(`/banks/${bankId}`, 200, Schema.Struct({ scripts: Schema.Array(Script) })).pipe(
        Effect.map(({ scripts }) => scripts)
      ),
    createAccount: (bankId: string, name: string) => post("/accounts", 201, Id, { bankId, name }),
    account: (accountId: string) =>
      ask("/accounts", 200, Schema.Array(ListedAccount)).pipe(
        Effect.map((accounts) => accounts.find(({ id }) => id === accountId))
      ),
    configure: (accountId: string, settings: Schema.Json) =>
      ask(`/accounts/${accountId}/config`, 200, Schema.Json, { method: "PUT", body: settings }),
    webhookSecret: (accountId: string) =>
      ask(`/accounts/${accountId}/webhook-secret`, 200, Schema.Struct({ secret: Schema.String })).pipe(
        Effect.map(({ secret }) => secret)
      ),
    scrape: (accountId: string) => post(`/accounts/${accountId}/scrape`, 202, Schema.Struct({ jobId: Schema.String })),
    restart: (accountId: string) =>
      post(`/accounts/${accountId}/restart`, 202, Schema.Struct({ jobId: Schema.String })),
    movements: (accountId: string) => ask(`/accounts/${accountId}/movements?limit=500`, 200, Schema.Array(Movement)),
    conciliation: ask("/conciliation?limit=200", 200, Schema.Array(ConciliationItem)),
    createKey: (name: string) =>
      post("/me/api-keys", 201, Schema.Struct({ key: Schema.String }), {
        name,
        scopes: ["otp:write", "status:read"]
      }).pipe(Effect.map(({ key }) => key))
  }
}
export type Person = ReturnType<typeof personWith>

/** A machine that may only submit codes and read the status. */
export const machineWith = (base: string, key: string) => ({
  submitCode: (accountId: string, code: string) =>
    call(`${base}/v1/accounts/${accountId}/otp`, 202, Schema.Struct({ submitted: Schema.Boolean }), {
      method: "POST",
      headers: { authorization: `Api-Key ${key}` },
      body: { code }
    }),
  status: (accountId: string) =>
    call(
      `${base}/v1/accounts/${accountId}/status`,
      200,
      Schema.Struct({ session_running: Schema.Boolean, pending_assistance: Schema.NullOr(Schema.Json) }),
      { headers: { "x-api-key": key } }
    )
})
export type Machine = ReturnType<typeof machineWith>
