/** Every brand of the demo bank read by its script, with what became of it beside the bank's own truth. */
import { readStatement, type ScrapedMovement, Statement } from "@counterfoil/domain"
import { type Duration, Effect, Result, Schema } from "effect"
import { addMovement, newCustomer, setSwitches, TestBank, visit } from "./bankVisit.ts"

export interface Brand {
  readonly bank: string
  readonly version: "1.0.0" | "1.1.0" | "1.2.0"
  /** What its page is like. */
  readonly about: string
  /** Whether it shows what isn't booked yet. */
  readonly pending?: true
  /** In place of a code by SMS. */
  readonly asks?: "otp.approval" | "otp.image" | "otp.question"
  /** Made without a look at any script, and its script from the documentation and its pages alone. */
  readonly heldBack?: true
}

export const brands: ReadonlyArray<Brand> = [
  { bank: "demo-bank", version: "1.2.0", about: "pages from a server, a code by SMS", pending: true },
  { bank: "demo-caja", version: "1.0.0", about: "frames, a keypad dealt anew, three characters" },
  {
    bank: "demo-uno",
    version: "1.0.0",
    about: "a one-page app, an approval in the app",
    pending: true,
    asks: "otp.approval"
  },
  { bank: "demo-ficheros", version: "1.0.0", about: "files only: CSV in Windows-1252, OFX" },
  {
    bank: "demo-neo",
    version: "1.0.0",
    about: "half of its JSON on the page, an approval with a number",
    pending: true,
    asks: "otp.approval"
  },
  { bank: "demo-marcos", version: "1.0.0", about: "frames in frames in frames, headings of months" },
  { bank: "demo-lienzo", version: "1.0.0", about: "a keypad on a canvas" },
  { bank: "demo-sinfin", version: "1.0.0", about: "an infinite list under a banner", pending: true },
  { bank: "demo-cinta", version: "1.0.0", about: "a virtual list that recycles its rows" },
  { bank: "demo-hojas", version: "1.0.0", about: "a workbook only, photoTAN", asks: "otp.image" },
  { bank: "demo-doble", version: "1.0.0", about: "a login on another origin, days without a year" },
  { bank: "demo-parsi", version: "1.0.0", about: "right to left, Persian digits and calendar" },
  {
    bank: "demo-pregunta",
    version: "1.0.0",
    about: "a security question, a box for what is pending",
    pending: true,
    asks: "otp.question"
  },
  { bank: "demo-familia", version: "1.0.0", about: "two accounts, a quarter at a time, days as headings" },
  {
    bank: "demo-kontor",
    version: "1.1.0",
    about: "S and H, carried-forward rows, cut texts, a banner over all, payers' accounts"
  },
  { bank: "demo-funke", version: "1.0.0", about: "bars that flicker, one plain list", asks: "otp.image" },
  {
    bank: "demo-calvet",
    version: "1.0.0",
    about: "French: a month at a time, chosen from a list, under a dialog that asks who is there",
    pending: true,
    heldBack: true
  },
  {
    bank: "demo-rejilla",
    version: "1.0.0",
    about: "a login in a shadow root, a table of merged cells",
    heldBack: true
  }
]

const Truth = Schema.Array(
  Schema.Struct({
    date: Schema.String,
    amount: Schema.String,
    description: Schema.String,
    status: Schema.Literals(["booked", "pending"])
  })
)
const decodeTruth = Schema.decodeUnknownEffect(Truth)

const fromControl = (path: string) =>
  Effect.flatMap(TestBank, ({ url }) => Effect.promise(async () => (await fetch(`${url}/control${path}`)).json()))

type Line = readonly [date: string, amount: string, description: string, pending: boolean]

/** "-2.4" and "-2.40" are one amount. */
const lineOf = ({ amount, date, description, pending }: ScrapedMovement): Line => [
  date,
  Number(amount).toFixed(2),
  description,
  pending === true
]

/** What the brand should have shown, in its order. */
export const truthOf = Effect.fnUntraced(function* (customer: string, brand: Brand) {
  const rows = yield* Effect.flatMap(fromControl(`/customers/${customer}/movements`), decodeTruth)
  return rows
    .map(({ amount, date, description, status }): Line => [date, amount, description, status === "pending"])
    .filter(([, , , isPending]) => brand.pending === true || !isPending)
})

const Journal = Schema.Array(Schema.Struct({ event: Schema.String }))

/** How often a password was sent to the bank by this customer. */
export const submissionsOf = (customer: string) =>
  fromControl(`/journal?event=login-attempt&customer=${customer}`).pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(Journal)),
    Effect.map((entries) => entries.length)
  )

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/**
 * A customer with more rows than any brand puts on a page, over two new years, some of one day, one pending, and signs that
 * need encoding.
 */
export const busyCustomer = Effect.fnUntraced(function* (traits: Readonly<Record<string, Schema.Json>> = {}) {
  const customer = yield* newCustomer({ showsReference: true, ...traits })
  for (let nth = 0; nth < 22; nth += 1) {
    yield* addMovement(customer, {
      kind: "card",
      amount: `${nth + 1}050.4${nth % 10}`,
      description: `COMPRA Nº ${nth}; "CAFÉ" <${nth}>`,
      date: day(20 + Math.floor(nth / 2) * 41)
    })
  }
  yield* addMovement(customer, { amount: "80.00", payer: "Nora Quiroga", pending: true })
  return customer
})

/** What came of a read: taken and true, taken and wrong, set aside by the gate, or ended by the script with a failure. */
export type Verdict =
  | { readonly kind: "right" | "wrong"; readonly statement: Statement; readonly truth: ReadonlyArray<Line> }
  | { readonly kind: "held"; readonly why: string }
  | { readonly kind: "refused"; readonly why: string }

const decodeStatement = Schema.decodeUnknownEffect(Statement)

/** The statement gate, as intake has it. */
const gateOf = (statement: Statement) =>
  readStatement(statement, {
    accountId: "account",
    rules: { zone: "Europe/Madrid", uniqueIds: false },
    today: day(0),
    knownCurrencies: []
  })

export interface Reading {
  readonly brand: Brand
  readonly customer: string
  /** Set when the login is over: what happens while the list is read. */
  readonly midway?: Readonly<Record<string, Schema.Json>>
  readonly password?: string
  readonly wrongCodes?: number
  /** How long a phase may take, where it is no test that waits for it. */
  readonly patience?: Duration.Duration
}

/** Logs in, reads all, logs out; and judges. */
export const readBrand = Effect.fnUntraced(function* (reading: Reading) {
  const { brand, customer, midway, password, patience, wrongCodes = 0 } = reading
  const { bank: name, version } = brand
  const bank = yield* visit({
    version,
    bank: name,
    customer,
    wrongCodes,
    ...(patience === undefined ? {} : { patience })
  })
  if (password !== undefined) yield* bank.setPassword(password)
  const read = Effect.gen(function* () {
    yield* bank.invoke("login")
    if (midway !== undefined) yield* setSwitches(customer, midway)
    const statement = yield* bank.invoke("extract", { since: "2020-01-01", account: {} })
    if (midway === undefined) yield* bank.invoke("logout")
    return yield* decodeStatement(statement)
  })
  const result = yield* Effect.result(read)
  const told = bank.told.map(({ verb }) => verb)
  return { verdict: yield* judge(brand, customer, result), told, log: bank.log }
}, Effect.scoped)

const judge = Effect.fnUntraced(function* (
  brand: Brand,
  customer: string,
  result: Result.Result<Statement, { readonly message: string; readonly failure?: string | undefined }>
) {
  if (Result.isFailure(result)) {
    const { failure, message } = result.failure
    const verdict: Verdict = { kind: "refused", why: `${failure ?? "error"}: ${message.split("\n", 1)[0] ?? ""}` }
    return verdict
  }
  const statement = result.success
  const gate = gateOf(statement)
  if (Result.isFailure(gate)) {
    const verdict: Verdict = { kind: "held", why: gate.failure.message }
    return verdict
  }
  const truth = yield* truthOf(customer, brand)
  const isTrue = JSON.stringify(statement.movements.map(lineOf)) === JSON.stringify(truth)
  const verdict: Verdict = { kind: isTrue ? "right" : "wrong", statement, truth }
  return verdict
})

/** The lines of a verdict, to be compared in a test's message. */
export const linesOf = (verdict: Verdict): ReadonlyArray<Line> | string =>
  "statement" in verdict ? verdict.statement.movements.map(lineOf) : verdict.why
