/** Many accounts at rest: enrolled with settings, nothing to do. Written straight into the tables. */
import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { type Child, counterfoil, startServer } from "../lib/child.ts"
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
  startServer(counterfoil, ["serve"], { ...environment(databaseUrl), ...more })

const readyWithinMs = 100_000

/** It has looked after the accounts that were due. */
export const untilReady = async (url: string): Promise<void> => {
  const began = Date.now()
  for (;;) {
    const { status } = await fetch(`${url}/ready`)
    if (status === 200) return
    if (Date.now() - began > readyWithinMs) throw new Error(`not ready within ${readyWithinMs / 1000} s`)
    await delay(50)
  }
}

/** Milliseconds of each look at what is due, with so many accounts due of all that there are; and whether an index served it. */
export const timeDueQuery = async (
  postgres: BenchPostgres,
  due: number,
  looks: number
): Promise<{ readonly millis: ReadonlyArray<number>; readonly byIndex: boolean }> => {
  const query = `select n.now, d.account_id, d.wakes from (select clock_timestamp() as now) n
    left join lateral (select account_id, wakes from account_due
      where due_at <= n.now order by due_at, account_id limit 10000) d on true`
  await postgres.query(
    "update account_due set due_at = now() where account_id in (select account_id from account_due limit $1::int)",
    [due]
  )
  await postgres.query("analyze account_due")
  const millis: Array<number> = []
  for (let look = 0; look < looks; look++) {
    const began = performance.now()
    await postgres.query(query)
    millis.push(performance.now() - began)
  }
  const plan = JSON.stringify(await postgres.query(`explain ${query}`))
  return { millis: millis.sort((a, b) => a - b), byIndex: plan.includes("account_due_next") }
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
  for (let made = 0; made < count; made += atOnce)
    await enrolSome(postgres, userId, bankId, Math.min(count, made + atOnce))
  await postgres.query("analyze")
}

/** So many in one statement, which the server ends when it takes too long. */
const atOnce = 10_000

const enrolSome = async (postgres: BenchPostgres, userId: string, bankId: string, count: number): Promise<void> => {
  await postgres.query(
    `with made as (
      insert into accounts (id, user_id, bank_id, name, next_run_at, created_at)
      select gen_random_uuid(), $1::uuid, $2::uuid, 'Account', now() + interval '5 hours', now()
      from generate_series((select count(*) from accounts) + 1, $3::int) returning id),
    resting as (
      insert into account_due (account_id, due_at, waits_for, rested_at)
      select id, now() + interval '5 hours', 'schedule', now() from made)
    insert into account_settings (id, account_id, webhook_url, webhook_address, created_at, updated_at)
    select gen_random_uuid(), id, 'https://shop.test/hook', 'https://shop.test/hook', now(), now() from made`,
    [userId, bankId, count]
  )
}
