/**
 * The cast of a fault run: a user who reconciles two accounts and one who has the movements of two passed through, their
 * customers at the demo bank, their orders and hooks at the demo shop.
 */
import { Effect, Schema } from "effect"
import { introduce, listToken, publishVersion, settingsFor } from "../../apps/counterfoil/src/demo/cast.ts"
import { call } from "../../apps/counterfoil/src/demo/Client.ts"
import type { Bank, Shop } from "../../apps/counterfoil/src/demo/Neighbours.ts"
import { enrol, machineWith, type Machine, type Person } from "../../apps/counterfoil/src/demo/Person.ts"

export interface Member {
  /** The customer at the bank, its user name, and the shop's hook and list. */
  readonly name: string
  readonly person: Person
  readonly accountId: string
  readonly mode: "reconcile" | "passthrough"
  readonly asksCode: boolean
  /** The account's settings hold a password that the bank refuses. */
  readonly refused: boolean
  /** The account's settings with this password. */
  readonly settings: (password: string) => ReturnType<typeof settingsOf>
}

export interface World {
  readonly base: string
  readonly bankId: string
  /** Publishes and promotes scripts. */
  readonly operator: Person
  readonly bank: Bank
  readonly shop: Shop
  readonly members: ReadonlyArray<Member>
  /** Submits codes. */
  readonly machine: Machine
}

/** What happened outside of the service: by this it is judged. */
export interface Outside {
  /** The credits that the bank shows, by customer; an amount comes twice only as twins. */
  readonly paid: Array<{ readonly customer: string; readonly amount: string }>
  readonly orders: Array<{ readonly customer: string; readonly externalId: string; readonly paid: boolean }>
  /** Scrapes that the service has promised. */
  readonly jobs: Array<string>
  /** When a person allowed an account one more login. */
  readonly grants: Array<{ readonly accountId: string; readonly at: number }>
  /** Those of them that were answered. */
  readonly restarted: Array<string>
  /** The script's version that a person promoted last. */
  version: string
  /** When a customer's account was paused: from the answer on. */
  readonly pauses: Array<{ readonly customer: string; readonly from: number; readonly to: number }>
  /** New passwords at the bank, and when the service had answered that it knows them. */
  readonly passwords: Array<{ readonly customer: string; readonly password: string; readonly savedAt: number }>
  /** When the service had answered that a customer's account is deleted. */
  readonly departures: Array<{ readonly customer: string; readonly at: number }>
  /** What went wrong before everybody's eyes. */
  readonly troubles: Array<string>
}

export const newOutside = (): Outside => ({
  paid: [],
  orders: [],
  jobs: [],
  grants: [],
  restarted: [],
  version: "1.0.0",
  pauses: [],
  passwords: [],
  departures: [],
  troubles: []
})

const passwordOf = (name: string) => `${name}-secret-5521`
const refusedPassword = "not-the-right-one-8830"

/** What must be in no log. */
export const secretsOf = ({ members }: World): ReadonlyArray<string> => [
  ...members.map(({ name }) => passwordOf(name)),
  refusedPassword
]

const roles = [
  { name: "stays", mode: "reconcile", session: "persistent", login: "simple", asksCode: false, refused: false },
  { name: "codes", mode: "reconcile", session: "one-shot", login: "assisted", asksCode: true, refused: false },
  { name: "passes", mode: "passthrough", session: "one-shot", login: "simple", asksCode: false, refused: false },
  { name: "refused", mode: "passthrough", session: "one-shot", login: "simple", asksCode: false, refused: true }
] as const
interface Role {
  readonly name: string
  readonly mode: "reconcile" | "passthrough"
  readonly session: "persistent" | "one-shot"
  readonly login: "simple" | "assisted"
  readonly asksCode: boolean
  readonly refused: boolean
}

const passing: Omit<Role, "name"> = {
  mode: "passthrough",
  session: "one-shot",
  login: "simple",
  asksCode: false,
  refused: false
}

/** The names of all who may take part. */
export const everybody: ReadonlyArray<string> = roles.map(({ name }) => name)

const control = (bank: Bank, path: string, status: number, method: "POST" | "PATCH", body: Schema.Json) =>
  call(`${bank.url}/control${path}`, status, Schema.Json, { method, body })

const settingsOf = (shop: Shop, role: Role, password: string) =>
  settingsFor(
    shop,
    { username: role.name, password },
    {
      session_type: role.session,
      login_mode: role.login,
      notification_endpoint_url: null,
      notification_events: [],
      ...(role.mode === "reconcile"
        ? { pending_orders_endpoint: `${shop.url}/orders/${role.name}`, auth_type: "bearer", auth_token: listToken }
        : {})
    }
  )

/** Customers without a history, whom the bank lets log in beside a session that a killed server left there. */
export const openBank = Effect.fnUntraced(function* (bank: Bank, cast: ReadonlyArray<string>) {
  yield* control(bank, "/switches", 200, "PATCH", { secondLogin: "allow" })
  for (const { asksCode, name } of roles.filter((role) => cast.includes(role.name))) {
    yield* control(bank, "/customers", 201, "POST", { id: name, password: passwordOf(name), asksSmsCode: asksCode })
  }
})

export interface Place {
  readonly base: string
  readonly bank: Bank
  readonly shop: Shop
}

/** Enrols those who take part at a service that runs. Scraping begins at once. */
export const populate = Effect.fnUntraced(function* (place: Place, cast: ReadonlyArray<string>, outside: Outside) {
  const { bank, base, shop } = place
  const people = {
    reconcile: yield* enrol(base, "reconciles@shop.example", "Reconciles", "reconcile"),
    passthrough: yield* enrol(base, "passes@shop.example", "Passes", "passthrough")
  }
  const demoBank = yield* people.reconcile.createBank("demo-bank", "Demo Bank", `${bank.url}/login`)
  yield* publishVersion(people.reconcile, demoBank.id, "1.0.0")
  const members: Array<Member> = []
  for (const role of roles.filter(({ name }) => cast.includes(name))) {
    const person = people[role.mode]
    const { id } = yield* person.createAccount(demoBank.id, role.name)
    yield* shop.listAuth(role.name, listToken)
    outside.grants.push({ accountId: id, at: Date.now() })
    const settings = (password: string) => settingsOf(shop, role, password)
    yield* person.configure(id, settings(role.refused ? refusedPassword : passwordOf(role.name)))
    yield* introduce(shop, person, id, role.name)
    yield* call(`${shop.url}/control/hooks/${role.name}`, 200, Schema.Json, {
      method: "PUT",
      body: { list: role.name }
    })
    members.push({ ...role, person, accountId: id, settings })
  }
  const machine = machineWith(base, yield* people.reconcile.createKey("codes"))
  const world: World = { base, bankId: demoBank.id, operator: people.reconcile, bank, shop, members, machine }
  return world
})

/** Somebody who will leave again: a customer without payments, whose account is read like any other. */
export const join = Effect.fnUntraced(function* ({ bank, bankId, base, shop }: World, name: string) {
  yield* control(bank, "/customers", 201, "POST", { id: name, password: passwordOf(name), asksSmsCode: false })
  const person = yield* enrol(base, `${name}@shop.example`, name, "passthrough")
  const { id } = yield* person.createAccount(bankId, name)
  const role = { ...passing, name }
  yield* person.configure(id, settingsOf(shop, role, passwordOf(name)))
  return { name, person, accountId: id }
})

const payers = ["Ana Ruiz Soler", "Jonas Weber", "Nadia Rossi", "Peter Schmidt", "Olga Iwanowa"]

/** A number of its own for each payment: amounts tell them apart. */
const amountOf = (nth: number) => ((1_000 + nth * 37) / 100).toFixed(2)

/** Payments and orders of one step of the run. `chance`: 0 to 1. */
export const stir = Effect.fnUntraced(function* (world: World, outside: Outside, chance: () => number) {
  const pay = Effect.fnUntraced(function* (customer: string, amount: string, payer: string) {
    yield* world.bank.pay([{ customer, amount, payer }])
    outside.paid.push({ customer, amount })
  })
  for (const { mode, name } of world.members) {
    const nth = outside.paid.length + outside.orders.length
    const amount = amountOf(nth)
    const payer = payers[nth % payers.length] ?? ""
    if (mode === "passthrough") {
      yield* pay(name, amount, payer)
      if (outside.paid.length < 8 || chance() < 0.3) yield* pay(name, amount, payer)
      continue
    }
    const paid = chance() < 0.8 || outside.orders.length === 0
    const externalId = `${name}-${nth}`
    const order = { list: name, external_id: externalId, amount, currency: "EUR", name: payer }
    const payFirst = chance() < 0.3
    if (paid && payFirst) yield* pay(name, amount, payer)
    yield* world.shop.addOrders([order])
    outside.orders.push({ customer: name, externalId, paid })
    if (paid && !payFirst) yield* pay(name, amount, payer)
  }
})

/** Asks for a scrape of each account; what the service promised is remembered. */
export const askForScrapes = (world: World, outside: Outside) =>
  Effect.forEach(
    world.members,
    ({ accountId, person }) =>
      person.scrape(accountId).pipe(
        Effect.tap(({ jobId }) => Effect.sync(() => outside.jobs.push(jobId))),
        Effect.ignore
      ),
    { discard: true }
  )

/** Allows one more login. Whether the service has heard it is not known when it dies meanwhile, so it counts. */
export const grant = ({ accountId, person }: Member, outside: Outside) =>
  Effect.suspend(() => {
    outside.grants.push({ accountId, at: Date.now() })
    return Effect.tap(person.restart(accountId), () => Effect.sync(() => void outside.restarted.push(accountId)))
  })

/** The refused customer's own visit with the right password, so that the bank doesn't lock the account at the third try. */
export const pardon = (bank: Bank, member: Member) => bank.patchCustomer(member.name, { locked: false })

/** Where every login with the wrong password was cut short before it was sent, a person allows one more: it must be seen once. */
export const letRefusedTry = ({ bank, members }: World, outside: Outside) =>
  Effect.forEach(
    members.filter(({ refused }) => refused),
    (member) =>
      Effect.flatMap(bank.journal(member.name), (entries) =>
        entries.some(({ event }) => event === "login-attempt")
          ? Effect.void
          : Effect.andThen(pardon(bank, member), grant(member, outside))
      ),
    { discard: true }
  )

/**
 * A machine that reads codes from the phone, and a person who restarts accounts of which it isn't known whether the bank took
 * the last login: the one thing that calls a person to an account whose password is right.
 */
export const attend = Effect.fnUntraced(function* (world: World, outside: Outside) {
  const answerOne = Effect.fnUntraced(function* ({ accountId, name }: Member) {
    const status = yield* world.machine.status(accountId)
    if (status.pending_assistance === null) return
    const code = yield* world.bank.latestCode(name)
    if (code !== null) yield* world.machine.submitCode(accountId, code)
  })
  const restartBlocked = Effect.fnUntraced(function* (member: Member) {
    const account = yield* member.person.account(member.accountId)
    if (account?.scrapeBlockedReason?.startsWith("action_required: ") !== true) return
    yield* grant(member, outside)
  })
  const willing = world.members.filter(({ refused }) => !refused)
  const every = (millis: number, act: (member: Member) => Effect.Effect<void, unknown>, who: ReadonlyArray<Member>) =>
    Effect.forEach(who, (member) => Effect.ignore(act(member)), { discard: true }).pipe(
      Effect.andThen(Effect.sleep(`${millis} millis`)),
      Effect.forever,
      Effect.forkScoped
    )
  yield* every(
    150,
    answerOne,
    willing.filter(({ asksCode }) => asksCode)
  )
  yield* every(150, restartBlocked, willing)
})
