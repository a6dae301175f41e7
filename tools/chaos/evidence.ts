/** What a fault run leaves to be judged: the database's tables, and the journals of the demo bank and the demo shop. */
import { Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { ChaosPostgres } from "./postgres.ts"
import type { Outside, World } from "./world.ts"

export interface Evidence {
  readonly home: string
  readonly postgres: ChaosPostgres
  readonly world: World
  readonly outside: Outside
  /** When a server ended or froze, in order. What the bank's sessions did before and after is not compared. */
  readonly ends: ReadonlyArray<number>
  /** Who was not read, or whose orders were not asked for, in the time that followed when all had come to rest. */
  readonly idle: ReadonlyArray<string>
  /** How the last servers ended, which were asked to stop. */
  readonly lastCodes: ReadonlyArray<number | null>
}

const Movement = Schema.Struct({ id: Schema.String, accountId: Schema.String, amount: Schema.String })
const Order = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  externalId: Schema.String,
  status: Schema.String
})
const Match = Schema.Struct({
  requestId: Schema.String,
  movementId: Schema.String,
  accountId: Schema.String,
  amount: Schema.String,
  active: Schema.Boolean
})
const Message = Schema.Struct({
  messageId: Schema.String,
  accountId: Schema.String,
  event: Schema.String,
  externalId: Schema.NullOr(Schema.String),
  movementId: Schema.NullOr(Schema.String),
  status: Schema.String,
  /** A later result of the same order was made before it was delivered: it need not arrive. */
  superseded: Schema.Boolean,
  /** Sealed. */
  body: Schema.Uint8Array
})
const Told = Schema.Struct({ accountId: Schema.String, type: Schema.String, sessionId: Schema.NullOr(Schema.String) })
const Job = Schema.Struct({ id: Schema.String, status: Schema.String })
const Attempt = Schema.Struct({
  accountId: Schema.String,
  credentialsVersion: Schema.Int,
  loginGrant: Schema.Int,
  outcome: Schema.NullOr(Schema.String)
})
const Grants = Schema.Struct({ accountId: Schema.String, loginGrant: Schema.Int })
const OpenSession = Schema.Struct({ accountId: Schema.String })

const rows = async <S extends Schema.ConstraintDecoder<unknown>>(postgres: ChaosPostgres, schema: S, text: string) =>
  Schema.decodeUnknownSync(Schema.Array(schema))(await postgres.query(text))

export const movementsOf = (postgres: ChaosPostgres) =>
  rows(
    postgres,
    Movement,
    `select id, account_id as "accountId", (amount_minor / 100)::numeric(38, 2)::text as amount from movements`
  )

export const ordersOf = (postgres: ChaosPostgres) =>
  rows(
    postgres,
    Order,
    `select id, account_id as "accountId", external_id as "externalId", status from conciliation_requests`
  )

export const matchesOf = (postgres: ChaosPostgres) =>
  rows(
    postgres,
    Match,
    `select t.request_id as "requestId", t.movement_id as "movementId", m.account_id as "accountId", t.active,
      (m.amount_minor / 100)::numeric(38, 2)::text as amount from matches t join movements m on m.id = t.movement_id`
  )

export const messagesOf = (postgres: ChaosPostgres) =>
  rows(
    postgres,
    Message,
    `select o.message_id as "messageId", o.account_id as "accountId", o.event, r.external_id as "externalId",
      o.movement_id as "movementId", o.status, o.superseded,
      o.body
    from outbox o left join conciliation_requests r on r.id = o.request_id where o.lane = 'result'`
  )

export const toldOf = (postgres: ChaosPostgres) =>
  rows(
    postgres,
    Told,
    `select account_id as "accountId", type, data->>'session_id' as "sessionId" from events
    where type in ('session.started', 'session.stopped') order by id`
  )

export const jobsOf = (postgres: ChaosPostgres) => rows(postgres, Job, `select id, status from scrape_jobs`)

export const attemptsOf = (postgres: ChaosPostgres) =>
  rows(
    postgres,
    Attempt,
    `select account_id as "accountId", credentials_version as "credentialsVersion", login_grant as "loginGrant", outcome
    from login_attempts order by started_at`
  )

/** How many logins people have allowed each account beyond the first. */
export const grantsOf = (postgres: ChaosPostgres) =>
  rows(postgres, Grants, `select id as "accountId", login_grant::int as "loginGrant" from accounts`)

const Scrape = Schema.Struct({ id: Schema.String, accountId: Schema.String, version: Schema.NullOr(Schema.String) })

export const scrapesOf = (postgres: ChaosPostgres) =>
  rows(
    postgres,
    Scrape,
    `select s.id, s.account_id as "accountId", c.version from scrapes s left join scripts c on c.id = s.script_id`
  )

export const openSessionsOf = (postgres: ChaosPostgres) =>
  rows(postgres, OpenSession, `select account_id as "accountId" from bank_sessions where ended_at is null`)

const BankEntry = Schema.Struct({
  at: Schema.String,
  event: Schema.String,
  customer: Schema.optionalKey(Schema.NullOr(Schema.String)),
  sessionId: Schema.optionalKey(Schema.NullOr(Schema.String)),
  loginId: Schema.optionalKey(Schema.NullOr(Schema.String)),
  outcome: Schema.optionalKey(Schema.String),
  passwordCorrect: Schema.optionalKey(Schema.Boolean)
})
export type BankEntry = typeof BankEntry.Type

const ShopEntry = Schema.Struct({
  kind: Schema.String,
  name: Schema.String,
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  signatureValid: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  rawBody: Schema.optionalKey(Schema.String),
  status: Schema.NullOr(Schema.Int)
})

/** A neighbour that was never asked anything has written no journal. */
const journal = <S extends Schema.ConstraintDecoder<unknown>>(home: string, name: string, schema: S) => {
  const file = join(home, `${name}.jsonl`)
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : []
  return lines.filter((line) => line !== "").map((line) => Schema.decodeUnknownSync(schema)(JSON.parse(line)))
}

export const bankJournal = (home: string) => journal(home, "bank", BankEntry)
export const shopJournal = (home: string) => journal(home, "shop", ShopEntry)

/** How often each of many things is there. */
export const tally = (things: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1)
  return counts
}

/** What the service has still to do, in words; empty when it is at rest. */
export const unfinished = async (
  postgres: ChaosPostgres,
  world: World,
  outside: Outside
): Promise<ReadonlyArray<string>> => {
  const willing = world.members.filter(({ refused }) => !refused)
  const [movements, orders, messages, jobs] = await Promise.all([
    movementsOf(postgres),
    ordersOf(postgres),
    messagesOf(postgres),
    jobsOf(postgres)
  ])
  const waiting = (what: string, count: number) => (count > 0 ? [`${count} ${what}`] : [])
  return willing
    .flatMap(({ accountId, name }) =>
      waiting(
        `movements of ${name} unread`,
        outside.paid.filter(({ customer }) => customer === name).length -
          movements.filter((movement) => movement.accountId === accountId).length
      )
    )
    .concat(
      waiting(
        "paid orders unmatched",
        outside.orders.filter(
          ({ externalId, paid }) =>
            paid && !orders.some((order) => order.externalId === externalId && order.status === "matched")
        ).length
      ),
      waiting(
        "messages unsent",
        messages.filter(({ status, superseded }) => status !== "delivered" && !superseded).length
      ),
      waiting("jobs open", jobs.filter(({ status }) => status === "queued" || status === "running").length)
    )
}
