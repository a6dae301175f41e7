/**
 * The least that delivering by an outbox takes: messages in the clear, claimed and logged many at a time by one statement each,
 * posted by `node:http` over connections that are kept. No peer, but a limit: it has no order, no retries, no lease, no guard of
 * addresses, and forgets what was claimed when it ends.
 */
import { Schema } from "effect"
import { randomUUID } from "node:crypto"
import { Agent, request } from "node:http"
import { Pool } from "pg"
import { Webhook } from "standardwebhooks"
import { bodyOf, type Contender, inFlight, secret } from "./Contender.ts"

const tables = `create table if not exists limit_messages (
    nth bigint generated always as identity primary key, message_id text not null, url text not null, body text not null,
    state text not null default 'pending');
  create index if not exists limit_waiting on limit_messages (nth) where state = 'pending';
  create table if not exists limit_attempts (nth bigint not null primary key, started_at timestamptz not null,
    finished_at timestamptz, outcome text, http_status integer, response text)`

const claim = `with taken as (
    update limit_messages m set state = 'delivering' from (
      select nth from limit_messages where state = 'pending' order by nth limit $1 for update skip locked) w
    where m.nth = w.nth returning m.nth, m.message_id, m.url, m.body),
  logged as (insert into limit_attempts (nth, started_at) select nth, now() from taken)
  select nth::int, message_id as "messageId", url, body from taken`

const note = `with done as (
    update limit_attempts a set finished_at = now(), outcome = 'delivered', http_status = r.status, response = r.response
    from unnest($1::bigint[], $2::int[], $3::text[]) as r (nth, status, response) where a.nth = r.nth)
  update limit_messages set state = 'delivered' where nth = any($1::bigint[])`

const decodeMessages = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ nth: Schema.Int, messageId: Schema.String, url: Schema.String, body: Schema.String }))
)
type Message = ReturnType<typeof decodeMessages>[number]
interface Outcome {
  readonly nth: number
  readonly status: number
  readonly response: string
}

const fewest = 16
const webhook = new Webhook(secret)

export const startLimit = async (connectionString: string, urls: ReadonlyArray<string>): Promise<Contender> => {
  const pool = new Pool({ connectionString, max: 4 })
  pool.on("error", ({ message }) => console.error(`the limit's connection: ${message}`))
  await pool.query(tables)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  let [underWay, waiting, isClaiming, isNoting] = [0, 0, false, false]
  let outcomes: Array<Outcome> = []

  const post = ({ body, messageId, nth, url }: Message): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const now = new Date()
      const headers = {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "webhook-id": messageId,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": webhook.sign(messageId, now, body)
      }
      const sent = request(url, { method: "POST", agent, headers, timeout: 15_000 }, (answer) => {
        let response = ""
        answer.setEncoding("utf8").on("data", (piece: string) => (response += piece))
        answer.on("end", () => resolve({ nth, status: answer.statusCode ?? 0, response }))
      })
      sent.on("error", reject).end(body)
    })

  const noteAll = async () => {
    if (isNoting || outcomes.length === 0) return
    isNoting = true
    const noted = outcomes
    outcomes = []
    await pool.query(note, [
      noted.map(({ nth }) => nth),
      noted.map((each) => each.status),
      noted.map((each) => each.response)
    ])
    isNoting = false
    void noteAll()
  }

  const deliver = async (message: Message) => {
    // A connection that was kept may have been closed in that moment.
    outcomes.push(await post(message).catch(() => post(message)))
    underWay -= 1
    void noteAll()
    void claimMore()
  }

  const claimMore = async () => {
    const room = inFlight - underWay
    if (isClaiming || waiting === 0 || (room < fewest && underWay > 0)) return
    isClaiming = true
    const { rows } = await pool.query(claim, [room])
    isClaiming = false
    underWay += rows.length
    waiting -= rows.length
    for (const message of decodeMessages(rows)) void deliver(message)
    if (rows.length > 0) void claimMore()
  }

  return {
    name: "limit",
    enqueue: async (endpoints) => {
      const ids = endpoints.map(() => `msg_${randomUUID()}`)
      await pool.query(
        "insert into limit_messages (message_id, url, body) select * from unnest($1::text[], $2::text[], $3::text[])",
        [ids, endpoints.map((endpoint) => urls[endpoint] ?? ""), endpoints.map((_, nth) => bodyOf(nth))]
      )
      waiting += ids.length
      void claimMore()
      return ids
    },
    stop: async () => {
      agent.destroy()
      await pool.end()
    }
  }
}
