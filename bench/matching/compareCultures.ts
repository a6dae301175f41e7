/**
 * One table per naming culture, both ways of feeding, beside the rivals (which take payments in order of time, so that both
 * ways are one for them). Rules are tuned on seeds from 1 on; the held-out seeds and cultures are looked at afterwards.
 */
import { heldOutCultures, tunedCultures, type Culture } from "./cultures/index.ts"
import { metric, note } from "../lib/report.ts"
import { emptyTally, line, precision, recall, tally, type Tally } from "./measure.ts"
import { type Contender, contenders, oursByPass } from "./rivals.ts"
import { makeWorld, type WorldKind, type WorldSize } from "./world.ts"

interface Measured {
  readonly size: WorldSize
  readonly seeds: number
}

const usual: Measured = { size: { orders: 100, prices: 20 }, seeds: 200 }
const crowded: Measured = { size: { orders: 500, prices: 1 }, seeds: 12 }
/** From where seeds are nobody's to tune on. */
const heldOutFrom = 100_001

const measureCulture = (contender: Contender, { seeds, size }: Measured, kind: WorldKind, from = 1): Tally => {
  let sum = emptyTally
  for (let seed = from; seed < from + seeds; seed++) sum = tally(sum, makeWorld(seed, size, kind), contender)
  return sum
}

const [ours, ...rivals] = contenders

interface Row {
  readonly precision: number
  readonly recall: number
}

const told = (name: string, sum: Tally): Row => {
  metric(`precision_${name}`, precision(sum), "share")
  metric(`recall_${name}`, recall(sum), "share")
  return { precision: precision(sum), recall: recall(sum) }
}

const bothWays = (culture: Culture, measured: Measured, kind: WorldKind, from?: number): Row => {
  if (ours === undefined) throw new Error("There is no contender")
  const world = `${measured.size.orders}_${measured.size.prices}_${culture}${from === undefined ? "" : "_held_out"}`
  const atOnce = measureCulture(ours, measured, kind, from)
  const asScraped = measureCulture(oursByPass, measured, kind, from)
  note(line(ours.name, atOnce))
  note(line(oursByPass.name, asScraped))
  told(world, atOnce)
  return told(`${world}_by_pass`, asScraped)
}

const beside = (measured: Measured, kind: WorldKind): void => {
  for (const rival of rivals) note(line(rival.name, measureCulture(rival, measured, kind)))
}

const worst = (rows: ReadonlyArray<Row>): Row => ({
  precision: Math.min(...rows.map(({ precision }) => precision)),
  recall: Math.min(...rows.map(({ recall }) => recall))
})

const compareOne = (culture: Culture): readonly [usual: Row, crowded: Row] => {
  const kind = { home: culture }
  note(`${culture}: 100 open orders at 20 prices, seeds 1 to ${usual.seeds}`)
  const row = bothWays(culture, usual, kind)
  beside(usual, kind)
  note(`${culture}: 500 open orders at one price, seeds 1 to ${crowded.seeds}`)
  const crowd = bothWays(culture, crowded, kind)
  beside({ ...crowded, seeds: 2 }, kind)
  return [row, crowd]
}

const kinds: Readonly<Record<string, WorldKind>> = {
  references: { references: { orders: 1, said: 0.5 } },
  cross_payers: { crossPayers: 0.1 }
}

export const compareCultures = (): void => {
  const rows = tunedCultures.map(compareOne)
  const [atUsual, atCrowded] = [worst(rows.map(([row]) => row)), worst(rows.map(([, row]) => row))]
  metric("worst_precision_100_20_by_pass", atUsual.precision, "share")
  metric("worst_recall_100_20_by_pass", atUsual.recall, "share")
  metric("worst_precision_500_1_by_pass", atCrowded.precision, "share")
  metric("worst_recall_500_1_by_pass", atCrowded.recall, "share")
  note("held out: the same cultures with other seeds, and cultures that no rule was tuned on")
  const unseen = [...tunedCultures, ...heldOutCultures].map((culture) => {
    note(culture)
    return [
      bothWays(culture, { ...usual, seeds: 100 }, { home: culture }, heldOutFrom),
      bothWays(culture, { ...crowded, seeds: 6 }, { home: culture }, heldOutFrom)
    ] as const
  })
  metric("held_out_worst_precision_100_20_by_pass", worst(unseen.map(([row]) => row)).precision, "share")
  metric("held_out_worst_recall_100_20_by_pass", worst(unseen.map(([row]) => row)).recall, "share")
  metric("held_out_worst_precision_500_1_by_pass", worst(unseen.map(([, row]) => row)).precision, "share")
  for (const [name, kind] of Object.entries(kinds)) {
    note(`${name}: all cultures, 100 open orders at 20 prices and 500 at one, hour by hour`)
    for (const [world, measured] of Object.entries({ "100_20": usual, "500_1": crowded })) {
      const few = { ...measured, seeds: Math.ceil(measured.seeds / 10) }
      const sums = tunedCultures.map((home) => measureCulture(oursByPass, few, { ...kind, home }))
      told(`${world}_${name}_by_pass`, sums.reduce(added))
    }
  }
}

const added = (a: Tally, b: Tally): Tally => ({
  orders: a.orders + b.orders,
  paid: a.paid + b.paid,
  matched: a.matched + b.matched,
  right: a.right + b.right,
  ambiguous: a.ambiguous + b.ambiguous,
  milliseconds: a.milliseconds + b.milliseconds
})
