/**
 * The demo bank and the demo shop beside `npm start`, for who tries everything with one press: started when somebody asks, on
 * a loopback address of their own, so that nothing else of the machine has to be opened for them.
 */
import type { DemoNeighbours } from "@counterfoil/runtime"
import { DemoUnavailable } from "@counterfoil/runtime"
import { Effect, Redacted, Schema, Scope, Semaphore } from "effect"
import { createHash, randomBytes } from "node:crypto"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { fileURLToPath } from "node:url"
import { bundleScript } from "../script/bundle.ts"
import { startChild } from "./Child.ts"
import { call } from "./Client.ts"
import { orders, payments } from "./world.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** The same for the same home, so that the bank's origin lasts; another for another, so that they don't meet. */
const addressFor = (home: string): string => {
  const [a = 0, b = 0, c = 0] = createHash("sha256").update(Path.resolve(home)).digest()
  return `127.${64 + (a % 64)}.${b}.${1 + (c % 254)}`
}

/** An installation that holds the service alone has none. */
export const hasNeighbours = (): boolean =>
  ["apps/demo-bank/src/main.ts", "apps/demo-shop/src/main.ts"].every((file) => Fs.existsSync(Path.join(root, file)))

/** They keep everything in memory: after a restart they are told again what they knew, with the days of then. */
const Planted = Schema.Struct({
  id: Schema.String,
  password: Schema.String,
  day: Schema.String,
  /** What signs the webhooks of the account, once it is there. */
  secret: Schema.optionalKey(Schema.String),
  /** Whether the bank asks for a code at each login. */
  asksCode: Schema.optionalKey(Schema.Boolean)
})
type Planted = typeof Planted.Type
const Kept = Schema.fromJsonString(Schema.Array(Planted))

const demoBank = "demo-bank"

const today = (): string => new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Madrid" }).format(new Date())

const unavailable = ({ message }: { readonly message: string }) =>
  new DemoUnavailable({ message: `The demo could not be started: ${message}` })

const control = (
  url: string,
  path: string,
  status: number,
  body: Schema.Json,
  method: "POST" | "PUT" | "PATCH" = "POST"
) => call(`${url}/control${path}`, status, Schema.Json, { method, body })

/** Not strict: after another secret has taken the place of this one the shop says so, and takes the results all the same. */
const hook = (shopUrl: string, id: string, secret: string | undefined) =>
  control(shopUrl, `/hooks/${id}`, 200, { list: id, secret: secret ?? null, strict: false }, "PUT")

const plant = Effect.fnUntraced(function* (
  bankUrl: string,
  shopUrl: string,
  { asksCode = false, day, id, password, secret }: Planted
) {
  yield* control(bankUrl, "/customers", 201, {
    id,
    password,
    name: "Demo Customer",
    asksSmsCode: asksCode,
    history: "none",
    openingBalance: "2500.00"
  })
  const movements = payments.map(({ amount, payer }) => ({ customer: id, amount, payer, date: day }))
  yield* control(bankUrl, "/movements", 201, { movements })
  yield* control(shopUrl, "/orders", 201, { orders: orders.map((order) => ({ ...order, list: id })) })
  yield* hook(shopUrl, id, secret)
})

/** Answers once it is known what there is; the demo itself starts when it is asked for, or again after a restart. */
export const neighboursForTrying = Effect.fnUntraced(function* (home: string) {
  const scope = yield* Scope.Scope
  const oneAtATime = yield* Semaphore.make(1)
  const folder = Path.join(home, "demo")
  const file = Path.join(folder, "customers.json")
  const host = addressFor(home)

  const child = (name: string, app: string, port: string) =>
    startChild({
      name,
      program: `apps/${app}/src/main.ts`,
      args: ["--host", host, "--port", port],
      logFile: Path.join(folder, `${app}.log`),
      alone: true
    })

  const read = Effect.suspend(() =>
    Fs.existsSync(file)
      ? Schema.decodeUnknownEffect(Kept)(Fs.readFileSync(file, "utf8"))
      : Effect.succeed<ReadonlyArray<Planted>>([])
  )

  const keep = (all: ReadonlyArray<Planted>) => Fs.writeFileSync(file, JSON.stringify(all), { mode: 0o600 })

  const start = Effect.gen(function* () {
    Fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Versions before made it open to all.
    Fs.chmodSync(folder, 0o700)
    const [bankUrl, shopUrl] = yield* Effect.all(
      [child("demo bank", "demo-bank", "4010"), child("demo shop", "demo-shop", "4020")],
      {
        concurrency: 2
      }
    )
    yield* Effect.forEach(yield* read, (known) => plant(bankUrl, shopUrl, known), { discard: true })
    return { bankUrl, shopUrl }
  }).pipe(Effect.provideService(Scope.Scope, scope))

  let running: { readonly bankUrl: string; readonly shopUrl: string } | undefined
  const started = Effect.suspend(() =>
    running === undefined
      ? Effect.tap(start, (urls) =>
          Effect.sync(() => {
            running = urls
          })
        )
      : Effect.succeed(running)
  )

  const nameOf = (userId: string): string => `demo-${userId.replaceAll("-", "").slice(-12)}`

  const change = Effect.fnUntraced(function* (id: string, what: Partial<Planted>) {
    keep((yield* read).map((each) => (each.id === id ? { ...each, ...what } : each)))
  })

  const customerOf = Effect.fnUntraced(function* (userId: string, bankUrl: string, shopUrl: string) {
    const id = nameOf(userId)
    const known = yield* read
    const found = known.find((each) => each.id === id)
    if (found !== undefined) return found
    const fresh = { id, password: randomBytes(12).toString("base64url"), day: today() }
    yield* plant(bankUrl, shopUrl, fresh)
    keep([...known, fresh])
    return fresh
  })

  // One after the other asks for it, and all wait for each: it is made once.
  const script = yield* Effect.cached(
    Effect.promise(() => bundleScript(Path.join(root, "bank-scripts/demo-bank/1.0.0")))
  )

  const prepare = Effect.fnUntraced(function* (userId: string) {
    const { bankUrl, shopUrl } = yield* started
    const { id, password } = yield* customerOf(userId, bankUrl, shopUrl)
    const { bundle } = yield* script
    const bank = { code: demoBank, name: "Banco Demo", loginUrl: `${bankUrl}/login` }
    return {
      release: { bank, bundle },
      access: {
        bankUsername: id,
        bankPassword: Redacted.make(password),
        pendingOrdersEndpoint: `${shopUrl}/orders/${id}`,
        webhookUrl: `${shopUrl}/hooks/${id}`,
        bankPage: `${bankUrl}/login`,
        shopPage: `${shopUrl}/`
      }
    }
  })

  const learn = Effect.fnUntraced(function* (userId: string, secret: string) {
    const { bankUrl, shopUrl } = yield* started
    const { id } = yield* customerOf(userId, bankUrl, shopUrl)
    yield* hook(shopUrl, id, secret)
    yield* change(id, { secret })
  })

  const visit = Effect.fnUntraced(function* (userId: string) {
    const id = nameOf(userId)
    if (running === undefined || (yield* read).every((each) => each.id !== id)) return null
    return { bank: demoBank, phonePage: `${running.bankUrl}/sms/${id}` }
  })

  const askCodes = Effect.fnUntraced(function* (userId: string, asksCode: boolean) {
    const id = nameOf(userId)
    const known = (yield* read).find((each) => each.id === id)
    if (running === undefined || known === undefined || (known.asksCode ?? false) === asksCode) return
    yield* control(running.bankUrl, `/customers/${id}`, 200, { asksSmsCode: asksCode }, "PATCH")
    yield* change(id, { asksCode })
  })

  /** The demo is there to be tried: whatever is wrong with it stops nothing else. */
  const orElse =
    <A>(otherwise: A, what: string) =>
    <E extends { readonly message: string }>(effect: Effect.Effect<A, E>) =>
      effect.pipe(
        Effect.catch(({ message }: E) => Effect.as(Effect.logWarning(`the demo ${what}: ${message}`), otherwise))
      )

  const neighbours: DemoNeighbours = {
    visit: (userId) => orElse<Effect.Success<ReturnType<typeof visit>>>(null, "could not be looked at")(visit(userId)),
    askCodes: (userId, asks) =>
      oneAtATime.withPermit(orElse<void>(undefined, "could not be told of codes")(askCodes(userId, asks))),
    prepare: (userId) => oneAtATime.withPermit(Effect.mapError(prepare(userId), unavailable)),
    introduce: (userId, secret) =>
      oneAtATime.withPermit(Effect.mapError(learn(userId, Redacted.value(secret)), unavailable))
  }

  /** Accounts that were connected with it go on after a restart. */
  const again = Effect.suspend(() => (Fs.existsSync(file) ? Effect.asVoid(started) : Effect.void)).pipe(
    oneAtATime.withPermit,
    Effect.catch(({ message }: { readonly message: string }) =>
      Effect.logWarning(`the demo did not start again: ${message}`)
    )
  )
  return { neighbours, again, address: host }
})
