/** Many accounts at rest: enrolled with settings, nothing to do. Written straight into the tables. */
import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { type Child, startServer } from "../lib/child.ts"
import type { BenchPostgres } from "../lib/postgres.ts"

const environment = (databaseUrl: string) => ({
  PORT: "0",
  DATABASE_URL: databaseUrl,
  JWT_SIGNING_KEY: "a signing key of a benchmark that is long enough",
  KEY_ENCRYPTION_KEY: "a key-encryption key of a benchmark that is long enough",
  API_KEY_PEPPER: "a pepper of a benchmark that is long enough",
  LOG_FORMAT: "json"
})

export const startCounterfoil = (databaseUrl: string, more: Readonly<Record<string, string>> = {}): Promise<Child> =>
  startServer("apps/counterfoil/src/main.ts", ["serve"], { ...environment(databaseUrl), ...more })

const readyWithinMs = 100_000

/** Every account has its actor. */
export const untilReady = async (url: string): Promise<void> => {
  const began = Date.now()
  for (;;) {
    const { status } = await fetch(`${url}/ready`)
    if (status === 200) return
    if (Date.now() - began > readyWithinMs) throw new Error(`not ready within ${readyWithinMs / 1000} s`)
    await delay(50)
  }
}

/** Adds accounts up to `count`; the next run of each is hours away. Needs a migrated database. */
export const enrolUpTo = async (postgres: BenchPostgres, count: number): Promise<void> => {
  const [userId, bankId] = [randomUUID(), randomUUID()]
  await postgres.query(
    `insert into users (id, email, email_key, password_hash, operation_mode, created_at)
      values ($1::uuid, $1::uuid || '@x.test', $1::uuid || '@x.test', '-', 'passthrough', now())`,
    [userId]
  )
  await postgres.query(
    `insert into banks (id, code, name, origins, created_at)
      values ($1::uuid, $1::uuid::text, 'A bank', array['https://bank.test'], now())`,
    [bankId]
  )
  await postgres.query(
    `with made as (
      insert into accounts (id, user_id, bank_id, name, next_run_at, created_at)
      select gen_random_uuid(), $1::uuid, $2::uuid, 'Account', now() + interval '5 hours', now()
      from generate_series((select count(*) from accounts) + 1, $3::int) returning id)
    insert into account_settings (id, account_id, webhook_url, created_at, updated_at)
    select gen_random_uuid(), id, 'https://shop.test/hook', now(), now() from made`,
    [userId, bankId, count]
  )
}
