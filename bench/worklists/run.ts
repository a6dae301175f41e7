/**
 * What the lists of movements and orders take in an account that has run for years: a hundred thousand paid orders, nearly
 * every credit pays one, and a word that all payers have in common.
 */
import { ConciliationRepository, type MovementFilter, type RequestFilter } from "@counterfoil/core"
import { Database, migrate, StoreLayers } from "@counterfoil/store"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { createHash } from "node:crypto"
import { fileURLToPath } from "node:url"
import { type BenchPostgres, startPostgres } from "../lib/postgres.ts"
import { describeMachine, metricOfRounds, note, times } from "../lib/report.ts"

const paid = times("BENCH_ROWS", 105_000, 20_000)
const rounds = times("BENCH_ROUNDS", 15, 5)
const migrations = fileURLToPath(new URL("../../sql/migrations", import.meta.url))

const owner = "01990000-0000-7000-8000-000000000001"
const account = "01990000-0000-7000-8000-0000000000a1"
const id = (kind: string, nth = "n") => `md5('${kind} ' || ${nth})::uuid`

/** The last so many thousandths of the credits, spread over all of the time, pay nothing. */
const isFree = `n % ${Math.floor(paid / 21)} = 0`

/** A third of all is of one price. */
const cents = "case when n % 3 = 0 then 21000 else 1000 + n % 9000 end"

const load = async ({ query }: BenchPostgres): Promise<void> => {
  await query(`insert into users (id, email, email_key, password_hash, operation_mode, created_at)
    values ('${owner}', 'a@shop.test', 'a@shop.test', '-', 'reconcile', now())`)
  await query(
    `insert into banks (id, code, name, origins, created_at) values (${id("bank", "1")}, 'bank', 'A bank', '{}', now())`
  )
  await query(`insert into accounts (id, user_id, bank_id, name, created_at)
    values ('${account}', '${owner}', ${id("bank", "1")}, 'Main', now())`)
  await query(`insert into movements (id, account_id, external_id, identity_key, occurrence, amount_minor, currency,
      sender_name, description, booked_date, status, received_at, first_seen_at, first_scrape_id, last_scrape_id)
    select ${id("movement")}, '${account}', 'REF' || n, 'key' || n, 1, ${cents}, 'EUR',
      'Cliente ' || md5((n % 20000)::text), 'Transferencia', at::date, 'booked', at, at, ${id("scrape", "0")}, ${id("scrape", "0")}
    from generate_series(1, ${paid}) n, lateral (select now() - n * interval '10 minutes' as at) t`)
  await query(`insert into conciliation_requests (id, account_id, user_id, external_id, status, amount_minor, currency,
      sender_name, first_seen_at, created_at, updated_at)
    select ${id("request")}, '${account}', '${owner}', 'A-' || n, case when ${isFree} then 'not_found' else 'pending' end,
      ${cents}, 'EUR', 'Pedido ' || md5((n % 30000)::text), at, at, at
    from generate_series(1, ${paid}) n, lateral (select now() - n * interval '10 minutes' - interval '1 hour' as at) t`)
}

/** As a pass writes it, piece by piece. */
const pay = Effect.gen(function* () {
  const repository = yield* ConciliationRepository
  const all = Array.from({ length: paid }, (_, at) => at + 1).filter((n) => n % Math.floor(paid / 21) !== 0)
  for (let from = 0; from < all.length; from += 2_000) {
    const piece = all.slice(from, from + 2_000)
    yield* repository.addMatches(
      piece.map((n) => ({ id: uuidOf("match", n), requestId: uuidOf("request", n), movementId: uuidOf("movement", n) }))
    )
    yield* repository.changeRequests(
      piece.map((n) => ({
        id: uuidOf("request", n),
        status: "matched",
        misses: 0,
        toldCandidates: null,
        expired: false,
        attempt: null
      }))
    )
  }
})

const uuidOf = (kind: string, n: number): string => {
  const hex = createHash("md5").update(`${kind} ${n}`).digest("hex")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

const limit = 100
const as = (cents: number, others: string) => ({ amount: [null, null, BigInt(cents), null, null], others })
const movementLists: Readonly<Record<string, Omit<MovementFilter, "limit">>> = {
  all: {},
  "pays=no": { pays: false },
  "pays=no, told": { pays: false, sent: false },
  "pays=no, a word of all": { pays: false, words: "cliente" },
  "pays=yes": { pays: true },
  "a word of all": { words: "cliente" },
  "a payer": { words: "cliente 1679091c5a880faf6fb5e6087eb1b2dc" },
  "a payer and an amount": { words: "cliente 1679091c5a 15", asAmounts: [as(1_500, "cliente 1679091c5a")] },
  "a payer and the price": { words: "cliente 1679091c5a 210", asAmounts: [as(21_000, "cliente 1679091c5a")] },
  "a word of all and an amount": { words: "cliente 15", asAmounts: [as(1_500, "cliente")] },
  "a word of all and the price": { words: "cliente 210", asAmounts: [as(21_000, "cliente")] },
  out: { direction: "out" }
}
const orderLists: Readonly<Record<string, Omit<RequestFilter, "limit">>> = {
  all: {},
  "a payer's word of all": { words: "cliente" },
  "an order's word of all": { words: "pedido" },
  "a payer": { words: "cliente 1679091c5a880faf6fb5e6087eb1b2dc" },
  "a payer and an amount": { words: "cliente 1679091c5a 15", asAmounts: [as(1_500, "cliente 1679091c5a")] },
  "a payer and the price": { words: "cliente 1679091c5a 210", asAmounts: [as(21_000, "cliente 1679091c5a")] },
  "a payer's word of all and an amount": { words: "cliente 15", asAmounts: [as(1_500, "cliente")] },
  "a payer's word of all and the price": { words: "cliente 210", asAmounts: [as(21_000, "cliente")] },
  "a payer, not paid": { words: "cliente", statuses: ["not_found"] },
  "a word of the bank's text": { words: "transferencia" },
  "a payer's word of all, undone": { words: "cliente", isSeparated: true },
  "a payer's word of all, for people": { words: "cliente", needsPerson: true }
}

const measure = async (name: string, list: () => Promise<unknown>) => {
  const each: Array<number> = []
  for (let round = -2; round < rounds; round += 1) {
    const began = performance.now()
    await list()
    if (round >= 0) each.push(performance.now() - began)
  }
  metricOfRounds(`list_${name.replaceAll(/\W+/g, "_")}`, each, "ms")
}

export const run = async (): Promise<void> => {
  describeMachine()
  note(`${paid} credits and orders, 21 of them free`)
  const postgres = await startPostgres()
  try {
    const database = Database.layer({ url: Redacted.make(postgres.url), maxConnections: 2, statementLimit: undefined })
    await Effect.runPromise(Effect.provide(migrate({ directory: migrations }), database))
    await load(postgres)
    const runtime = ManagedRuntime.make(Layer.provideMerge(StoreLayers, database))
    await runtime.runPromise(pay)
    for (const table of ["movements", "conciliation_requests", "matches"])
      await postgres.query(`vacuum analyze ${table}`)
    const repository = await runtime.runPromise(ConciliationRepository)
    for (const [name, filter] of Object.entries(movementLists)) {
      await measure(`movements ${name}`, () =>
        runtime.runPromise(repository.searchMovements(owner, { limit, ...filter }))
      )
    }
    for (const [name, filter] of Object.entries(orderLists)) {
      await measure(`orders ${name}`, () => runtime.runPromise(repository.searchRequests(owner, { limit, ...filter })))
    }
    await runtime.dispose()
  } finally {
    await postgres.stop()
  }
}
