/** One database for all contenders: made by the service itself over its API, then filled with movements. */
import { dashboardClient } from "@counterfoil/api/client"
import { Effect, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { randomBytes } from "node:crypto"
import { type Child, counterfoil as command, startServer } from "../lib/child.ts"
import { type BenchPostgres, startPostgres } from "../lib/postgres.ts"

export interface World {
  readonly postgres: BenchPostgres
  readonly counterfoil: Child
  readonly fastify: Child
  readonly uws: Child
  readonly limit: Child
  readonly accountId: string
  readonly token: string
  /** Each asks for an account of its own with a key of its own: none gains by what another looks up. */
  readonly machines: ReadonlyArray<{ readonly accountId: string; readonly apiKey: string }>
  readonly stop: () => Promise<void>
}

export const movements = 10_000
export const machinesAtOnce = 32

const secret = () => randomBytes(32).toString("base64url")

const enrol = (baseUrl: string) =>
  Effect.gen(function* () {
    const payload = { email: "bench@example.com", password: "a long enough password" }
    const anonymous = yield* dashboardClient({ baseUrl })
    yield* anonymous.auth.register({ payload })
    const { token } = yield* anonymous.auth.logIn({ payload })
    const client = yield* dashboardClient({ baseUrl, token: Redacted.make(token) })
    const bank = yield* client.banks.create({ payload: { code: "bench", name: "A bank" } })
    const account = yield* client.accounts.create({ payload: { bankId: bank.id, name: "Main" } })
    const machines = yield* Effect.forEach(Array.from({ length: machinesAtOnce }), (_, nth) =>
      Effect.gen(function* () {
        const { id } = yield* client.accounts.create({ payload: { bankId: bank.id, name: `Account ${nth}` } })
        const { key } = yield* client.apiKeys.create({ payload: { name: `Machine ${nth}`, scopes: ["status:read"] } })
        return { accountId: id, apiKey: key }
      })
    )
    return { accountId: account.id, token, machines }
  }).pipe(Effect.provide(FetchHttpClient.layer), Effect.runPromise)

const fillMovements = (postgres: BenchPostgres, accountId: string) =>
  postgres.query(
    `insert into movements (id, account_id, external_id, identity_key, occurrence, amount_minor, currency, sender_name,
        description, booked_date, status, received_at, first_seen_at, first_scrape_id, last_scrape_id)
      select gen_random_uuid(), $1, 'REF' || n, 'key' || n, 1, 1000 + n, 'EUR', 'Sender ' || n % 100, 'Transfer',
        day::date, 'booked', day, day, $1, $1
      from generate_series(1, $2::int) n, lateral (select now() - (n / 40) * interval '1 day' as day) d`,
    [accountId, movements]
  )

export const startWorld = async (): Promise<World> => {
  const postgres = await startPostgres()
  const children: Array<Child> = []
  const stop = async () => {
    for (const child of children) await child.stop()
    await postgres.stop()
  }
  try {
    const env = {
      DATABASE_URL: postgres.url,
      JWT_SIGNING_KEY: secret(),
      KEY_ENCRYPTION_KEY: secret(),
      API_KEY_PEPPER: secret(),
      PORT: "0",
      // All of them are one user's.
      REALTIME_STREAMS_PER_USER: "100000",
      // A ticket for each of them counts as a change.
      CHANGES_PER_MINUTE: "100000",
      LOG_FORMAT: "json",
      NODE_ENV: "production"
    }
    const start = async (program: string, ...args: ReadonlyArray<string>) => {
      const child = await startServer(program, args, env)
      children.push(child)
      return child
    }
    const counterfoil = await start(command, "serve")
    const enrolled = await enrol(counterfoil.url)
    await fillMovements(postgres, enrolled.accountId)
    await postgres.query("vacuum analyze movements")
    const fastify = await start("bench/http/contenders/fastifyServer.ts")
    const uws = await start("bench/http/contenders/uwsServer.ts")
    const limit = await start("bench/http/contenders/limitServer.ts")
    return { postgres, counterfoil, fastify, uws, limit, ...enrolled, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}
