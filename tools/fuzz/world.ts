/** The users of a run, and what they have that can be asked for. */
import { Schema } from "effect"
import { enrol } from "../../apps/counterfoil/src/demo/Person.ts"
import { Effect } from "effect"

/** What may be asked for by id. */
export const kinds = [
  "accountId",
  "bankId",
  "id",
  "requestId",
  "deliveryId",
  "movementId",
  "scrapeId",
  "scriptId",
  "evidenceId"
] as const
export type Kind = (typeof kinds)[number]
export const isKind = (name: string): name is Kind => kinds.some((kind) => kind === name)

/** Of these everybody may see everybody's. */
export const isShared = (kind: Kind): boolean => kind === "bankId" || kind === "scriptId"

export interface User {
  readonly name: string
  readonly token: string
  readonly key: string
  readonly ids: { readonly [K in Kind]: Array<string> }
  /** Accounts that it was told to have, and has not deleted. */
  readonly accounts: Set<string>
}

export interface World {
  readonly base: string
  readonly users: ReadonlyArray<User>
  /** Uses nothing itself: what it has at first it has in the end. */
  readonly bystander: User
  readonly bystanderHas: ReadonlyArray<string>
}

const statement = [
  "date;amount;currency;description;id",
  ...Array.from(
    { length: 20 },
    (_, n) => `2026-11-${String(n + 1).padStart(2, "0")};${n + 1}.00;EUR;TRANSFER FROM PAYER ${n};B${n}`
  )
].join("\n")

const Id = Schema.Struct({ id: Schema.String })

const enter = Effect.fnUntraced(function* (base: string, shop: string, name: string, bankId: string | undefined) {
  const mode = name.endsWith("1") ? "passthrough" : "reconcile"
  const person = yield* enrol(base, `${name}@fuzz.example`, name, mode)
  const bank = bankId ?? (yield* person.createBank("fuzz-bank", "Fuzz bank", "https://bank.example/login")).id
  const { id } = yield* person.createAccount(bank, "account")
  yield* person.configure(id, {
    webhook_url: `${shop}/hook/${name}`,
    pending_orders_endpoint: `${shop}/orders/${name}`,
    bank_username: "customer",
    bank_password: "a password",
    notification_endpoint_url: `${shop}/note/${name}`,
    notification_events: ["scrape_failed", "login_failed"]
  })
  yield* person.ask(`/accounts/${id}/statements`, 201, Schema.Json, { method: "POST", body: { content: statement } })
  const key = yield* person.createKey("fuzz")
  const ids: User["ids"] = {
    accountId: [id],
    bankId: [bank],
    id: [],
    requestId: [],
    deliveryId: [],
    movementId: [],
    scrapeId: [],
    scriptId: [],
    evidenceId: []
  }
  const user: User = { name, token: person.token, key, ids, accounts: new Set([id]) }
  return { user, bank }
})

export const movementsOf = (base: string, { ids, token }: User) =>
  Effect.tryPromise(async () => {
    const response = await fetch(`${base}/accounts/${ids.accountId[0]}/movements?limit=100`, {
      headers: { authorization: `Bearer ${token}` }
    })
    const found = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Id)))(await response.text())
    return found.map(({ id }) => id).toSorted()
  })

export const populate = Effect.fnUntraced(function* (base: string, shop: string) {
  const first = yield* enter(base, shop, "user0", undefined)
  const others = yield* Effect.forEach([1, 2, 3], (nth) => enter(base, shop, `user${nth}`, first.bank))
  const { user: bystander } = yield* enter(base, shop, "bystander", first.bank)
  const users = [first, ...others].map(({ user }) => user)
  // What others have is asked for too: by ids that were seen somewhere.
  const world: World = { base, users, bystander, bystanderHas: yield* movementsOf(base, bystander) }
  return world
})
