/**
 * Every brand of the demo bank under every switch: is what its script reads right, held by the statement gate, or refused
 * with a reason? Real scripts in their isolates, a real browser, the bank's own list as truth; and the time of a scrape
 * beside plain Playwright doing the same clicks.
 *
 *     npm run bench -- banks [--quick] [--only=demo-neo,demo-uno] [--reads | --times]
 */
import { BankBrowser } from "@counterfoil/core"
import { Duration, Effect, Layer } from "effect"
import { change, layers, setSwitches, TestBank } from "../../apps/counterfoil/test/script/bankVisit.ts"
import {
  type Brand,
  brands,
  busyCustomer,
  readBrand,
  submissionsOf,
  type Verdict
} from "../../apps/counterfoil/test/script/brandRuns.ts"
import { type Circumstance, circumstances } from "./circumstances.ts"
import { describeMachine, isQuick, median, metric, note } from "../lib/report.ts"
import { closePlain, plainScrapes } from "./plain.ts"

/** What a sample reads: a table, a list without an end and a page drawn by script. */
const sample = ["demo-bank", "demo-sinfin", "demo-neo"]
const only =
  process.argv
    .find((argument) => argument.startsWith("--only="))
    ?.slice("--only=".length)
    .split(",") ?? (isQuick ? sample : undefined)
/** One half alone: what came of each read, or how long an ordinary one takes. */
const parts = { reads: !process.argv.includes("--times"), times: !process.argv.includes("--reads") }
const timed = isQuick ? 1 : 5
/** On a busy machine a read takes as long as it takes: what counts is what came of it. */
const patience = Duration.minutes(4)

interface Row {
  readonly brand: Brand
  readonly circumstance: Circumstance
  readonly verdict: Verdict
  /** Passwords that were sent, beyond the one that a login may send. */
  readonly again: number
}

/** Ended by no word of the bank's or the script's, but by a time-out of the page or the machine. */
const isUnexplained = ({ verdict }: Row) => verdict.kind === "refused" && verdict.why.startsWith("error: ")

const tryOnce = Effect.fnUntraced(function* (brand: Brand, circumstance: Circumstance) {
  const customer = yield* busyCustomer()
  yield* change(customer, { asksSmsCode: circumstance.asksCode !== false })
  if (circumstance.before !== undefined) yield* setSwitches(customer, circumstance.before)
  // A process that a starved machine can't start in time ends this read, not all the others.
  const verdict = yield* readBrand({ brand, customer, patience, ...circumstance.reading }).pipe(
    Effect.map((read) => read.verdict),
    Effect.catch(({ message }): Effect.Effect<Verdict> => Effect.succeed({ kind: "refused", why: `error: ${message}` }))
  )
  const row: Row = { brand, circumstance, verdict, again: Math.max(0, (yield* submissionsOf(customer)) - 1) }
  return row
})

/** A busy machine may end a read: then it is done once more, by another customer. */
const tryOne = Effect.fnUntraced(function* (brand: Brand, circumstance: Circumstance) {
  const first = yield* tryOnce(brand, circumstance)
  return isUnexplained(first) ? [first, yield* tryOnce(brand, circumstance)] : [first]
})

const why = (verdict: Verdict): string => ("why" in verdict ? verdict.why.slice(0, 110) : "")

const timeOurs = Effect.fnUntraced(function* (brand: Brand) {
  const customer = yield* busyCustomer()
  const times: Array<number> = []
  // One that didn't read everything took another time.
  for (let nth = 0; nth < 2 * timed && times.length < timed; nth += 1) {
    const begun = performance.now()
    const { verdict } = yield* readBrand({ brand, customer, patience })
    if (verdict.kind === "right") times.push(performance.now() - begun)
  }
  return times.length === 0 ? undefined : median(times)
})

const timePlain = Effect.fnUntraced(function* (brand: Brand) {
  const scrape = plainScrapes[brand.bank]
  if (scrape === undefined) return undefined
  const customer = yield* busyCustomer()
  const { url } = yield* TestBank
  const { path } = yield* (yield* BankBrowser).describe
  const times: Array<number> = []
  for (let nth = 0; nth < timed; nth += 1) times.push(yield* Effect.promise(() => scrape(path, url, customer)))
  return median(times)
})

const readAll = Effect.fnUntraced(function* (chosen: ReadonlyArray<Brand>) {
  const tries: Array<Row> = []
  const rows: Array<Row> = []
  for (const brand of chosen) {
    for (const circumstance of isQuick ? circumstances.slice(0, 2) : circumstances) {
      const these = yield* tryOne(brand, circumstance)
      tries.push(...these)
      rows.push(...these.slice(-1))
      for (const { verdict } of these) note(`${brand.bank} ${circumstance.name}: ${verdict.kind} ${why(verdict)}`)
    }
  }
  const count = (kind: Verdict["kind"]) => rows.filter(({ verdict }) => verdict.kind === kind).length
  const taken = rows.filter(({ verdict }) => verdict.kind === "right")
  metric("banks_brands", new Set(taken.map(({ brand }) => brand.bank)).size, "brands")
  metric("banks_cases", rows.length, "reads")
  for (const kind of ["right", "held", "refused"] as const) metric(`banks_${kind}`, count(kind), "reads")
  metric("banks_refused_unexplained", rows.filter(isUnexplained).length, "reads")
  metric("banks_done_once_more", tries.length - rows.length, "reads")
  metric("banks_wrong_as_whole", count("wrong"), "reads")
  metric(
    "banks_second_submissions",
    tries.reduce((sum, { again }) => sum + again, 0),
    "passwords"
  )
})

const timeAll = Effect.fnUntraced(function* (chosen: ReadonlyArray<Brand>) {
  for (const brand of chosen) {
    const ours = yield* timeOurs(brand)
    const plain = yield* timePlain(brand)
    if (ours !== undefined) metric(`banks_scrape_${brand.bank}`, ours, "ms")
    if (plain !== undefined) metric(`banks_plain_${brand.bank}`, plain, "ms")
  }
})

const program = Effect.gen(function* () {
  const chosen = brands.filter(({ bank }) => only?.includes(bank) ?? true)
  if (parts.reads) yield* readAll(chosen)
  if (parts.times) yield* timeAll(chosen)
})

export const run = (): Promise<void> => {
  describeMachine()
  return Effect.runPromise(
    program.pipe(Effect.ensuring(Effect.promise(closePlain)), Effect.provide(Layer.fresh(layers)), Effect.orDie)
  )
}
