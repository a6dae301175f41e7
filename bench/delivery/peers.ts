/** pg-boss and graphile-worker, set up for throughput, doing what our worker does: sign, log, post, log. */
import { Schema } from "effect"
import { Logger, run as runWorker } from "graphile-worker"
import { randomUUID } from "node:crypto"
import { Pool, type PoolClient } from "pg"
import { PgBoss } from "pg-boss"
import { Webhook } from "standardwebhooks"
import { bodyOf, type Contender, inFlight, secret } from "./Contender.ts"

interface Job {
  readonly messageId: string
  readonly url: string
  readonly body: string
}

const logTable = `create table if not exists peer_attempts (
  id uuid primary key, message_id text not null, attempt_number integer not null, url text not null,
  started_at timestamptz not null, finished_at timestamptz, outcome text, http_status integer, response text)`

const webhook = new Webhook(secret)

const deliverWith =
  (pool: Pool) =>
  async ({ body, messageId, url }: Job): Promise<void> => {
    const id = randomUUID()
    await pool.query(
      "insert into peer_attempts (id, message_id, attempt_number, url, started_at) values ($1, $2, 1, $3, now())",
      [id, messageId, url]
    )
    const now = new Date()
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": messageId,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": webhook.sign(messageId, now, body)
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(15_000)
    })
    const text = await response.text()
    await pool.query(
      "update peer_attempts set finished_at = now(), outcome = 'delivered', http_status = $2, response = $3 where id = $1",
      [id, response.status, text]
    )
    if (!response.ok) throw new Error(`answered ${response.status}`)
  }

const jobsFor = (urls: ReadonlyArray<string>, endpoints: ReadonlyArray<number>): ReadonlyArray<Job> =>
  endpoints.map((endpoint, nth) => ({ messageId: `msg_${randomUUID()}`, url: urls[endpoint] ?? "", body: bodyOf(nth) }))

/** One commit around what `add` does. */
const committing = async (pool: Pool, add: (client: PoolClient) => Promise<unknown>) => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    await add(client)
    await client.query("commit")
  } finally {
    client.release()
  }
}

/** A peer that loses a connection says so, where the process would end before it has said why. */
/** pg's own default. Of all contenders together not more than the embedded Postgres has, which is 60. */
const connections = 10

const poolOf = (connectionString: string) =>
  new Pool({ connectionString, max: connections }).on("error", ({ message }) =>
    console.error(`a peer's connection: ${message}`)
  )

const openPool = async (connectionString: string) => {
  const pool = poolOf(connectionString)
  await pool.query(logTable)
  return pool
}

export const startPgBoss = async (connectionString: string, urls: ReadonlyArray<string>): Promise<Contender> => {
  const pool = await openPool(connectionString)
  const deliver = deliverWith(pool)
  const boss = new PgBoss({ connectionString, max: connections })
  boss.on("error", (cause) => console.error(cause))
  await boss.start()
  await boss.createQueue("deliveries")
  const working = {
    batchSize: 8,
    localConcurrency: inFlight / 8,
    pollingIntervalSeconds: 0.5,
    burstWhenBatchFull: true
  }
  await boss.work<Job>("deliveries", working, async (jobs) => {
    await Promise.all(jobs.map(({ data }) => deliver(data)))
  })
  return {
    name: "pg-boss",
    enqueue: async (endpoints) => {
      const jobs = jobsFor(urls, endpoints)
      await committing(pool, (client) =>
        boss.insert(
          "deliveries",
          jobs.map((data) => ({ data })),
          { db: { executeSql: (text, values) => client.query(text, values) } }
        )
      )
      return jobs.map(({ messageId }) => messageId)
    },
    stop: async () => {
      await boss.stop({ graceful: false })
      await pool.end()
    }
  }
}

const decodeJob = Schema.decodeUnknownSync(
  Schema.Struct({ messageId: Schema.String, url: Schema.String, body: Schema.String })
)

export const startGraphileWorker = async (
  connectionString: string,
  urls: ReadonlyArray<string>
): Promise<Contender> => {
  const pool = await openPool(connectionString)
  const deliver = deliverWith(pool)
  const workerPool = poolOf(connectionString)
  const runner = await runWorker({
    pgPool: workerPool,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === "error") console.error(`graphile-worker: ${message}`)
    }),
    taskList: { deliver: (payload) => deliver(decodeJob(payload)) },
    preset: { worker: { concurrentJobs: inFlight, localQueue: { size: 2 * inFlight }, completeJobBatchDelay: 0 } }
  })
  return {
    name: "graphile-worker",
    enqueue: async (endpoints) => {
      const jobs = jobsFor(urls, endpoints)
      await committing(pool, (client) =>
        client.query(
          "select graphile_worker.add_job('deliver', payload := job) from json_array_elements($1::json) as j(job)",
          [JSON.stringify(jobs)]
        )
      )
      return jobs.map(({ messageId }) => messageId)
    },
    stop: async () => {
      await runner.stop()
      await workerPool.end()
      await pool.end()
    }
  }
}
