/**
 * One table per naming culture, both ways of feeding, beside the rivals (which take payments in order of time, so that both
 * ways are one for them). Rules are tuned on seeds from 1 on; the held-out seeds and cultures are looked at afterwards.
 */
import { heldOutCultures, transcribedCultures, tunedCultures, type Culture } from "./cultures/index.ts"
import { metric, note } from "../lib/report.ts"
import { line, precision, recall, tallyAll, type Tally } from "./measure.ts"
import { contenders, oursByPass } from "./rivals.ts"
import { makeWorlds, type World, type WorldKind, type WorldSize } from "./world.ts"

interface Measured {
  readonly size: WorldSize
  readonly seeds: number
}

const usual: Measured = { size: { orders: 100, prices: 20 }, seeds: 200 }
const crowded: Measured = { size: { orders: 500, prices: 1 }, seeds: 12 }
/** From where seeds are nobody's to tune on. */
const heldOutFrom = 100_001

const worldsOf = ({ seeds, size }: Measured, kind: WorldKind, from?: number): ReadonlyArray<World> =>
  makeWorlds(size, seeds, kind, from)

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

const bothWays = (worlds: ReadonlyArray<World>, name: string): Row => {
  if (ours === undefined) throw new Error("There is no contender")
  const atOnce = tallyAll(worlds, ours)
  const asScraped = tallyAll(worlds, oursByPass)
  note(line(ours.name, atOnce))
  note(line(oursByPass.name, asScraped))
  told(name, atOnce)
  return told(`${name}_by_pass`, asScraped)
}

const nameOf = ({ size }: Measured, what: string): string => `${size.orders}_${size.prices}_${what}`

const beside = (worlds: ReadonlyArray<World>): void => {
  for (const rival of rivals) note(line(rival.name, tallyAll(worlds, rival)))
}

const worst = (rows: ReadonlyArray<Row>): Row => ({
  precision: Math.min(...rows.map(({ precision }) => precision)),
  recall: Math.min(...rows.map(({ recall }) => recall))
})

const compareOne = (culture: Culture): readonly [usual: Row, crowded: Row] => {
  const kind = { home: culture }
  note(`${culture}: 100 open orders at 20 prices, seeds 1 to ${usual.seeds}`)
  const [many, crowds] = [worldsOf(usual, kind), worldsOf(crowded, kind)]
  const row = bothWays(many, nameOf(usual, culture))
  beside(many)
  note(`${culture}: 500 open orders at one price, seeds 1 to ${crowded.seeds}`)
  const crowd = bothWays(crowds, nameOf(crowded, culture))
  beside(crowds.slice(0, 2))
  return [row, crowd]
}

const kinds: Readonly<Record<string, WorldKind>> = {
  references: { references: { orders: 1, said: 0.5 } },
  cross_payers: { crossPayers: 0.1 }
}

type Rows = ReadonlyArray<readonly [usual: Row, crowded: Row]>

const tellWorst = (rows: Rows, of = ""): void => {
  const [atUsual, atCrowded] = [worst(rows.map(([row]) => row)), worst(rows.map(([, row]) => row))]
  metric(`worst_${of}precision_100_20_by_pass`, atUsual.precision, "share")
  metric(`worst_${of}recall_100_20_by_pass`, atUsual.recall, "share")
  metric(`worst_${of}precision_500_1_by_pass`, atCrowded.precision, "share")
  metric(`worst_${of}recall_500_1_by_pass`, atCrowded.recall, "share")
}

const asScraped = (home: Culture, measured: Measured): Row => {
  note(`${home}: ${measured.size.orders} open orders at ${measured.size.prices} prices, seeds 1 to ${measured.seeds}`)
  const sum = tallyAll(worldsOf(measured, { home }), oursByPass)
  note(line(oursByPass.name, sum))
  return told(`${nameOf(measured, home)}_by_pass`, sum)
}

const bothAsScraped = (home: Culture) => [asScraped(home, usual), asScraped(home, crowded)] as const

/** What the gates are about, and nothing beside it: every culture hour by hour. */
export const compareGates = (): void => tellWorst(tunedCultures.map(bothAsScraped))

/** Where one name has several spellings, or no family's name. */
export const compareTranscribed = (): void => tellWorst(transcribedCultures.map(bothAsScraped), "transcribed_")

export const compareCultures = (): void => tellWorst(tunedCultures.map(compareOne))

export const compareHeldOut = (): void => {
  note("held out: the same cultures with other seeds, and cultures that no rule was tuned on")
  const rows = [...tunedCultures, ...heldOutCultures].map((culture) => {
    note(culture)
    const row = (measured: Measured): Row =>
      bothWays(worldsOf(measured, { home: culture }, heldOutFrom), nameOf(measured, `${culture}_held_out`))
    return [row({ ...usual, seeds: 100 }), row({ ...crowded, seeds: 6 })] as const
  })
  metric("held_out_worst_precision_100_20_by_pass", worst(rows.map(([row]) => row)).precision, "share")
  metric("held_out_worst_recall_100_20_by_pass", worst(rows.map(([row]) => row)).recall, "share")
  metric("held_out_worst_precision_500_1_by_pass", worst(rows.map(([, row]) => row)).precision, "share")
}

/** Families whose members pay each other's orders, and payments that say a reference: a tenth of the usual seeds. */
export const compareKinds = (): void => {
  for (const [name, kind] of Object.entries(kinds)) {
    note(`${name}: all cultures, 100 open orders at 20 prices and 500 at one, hour by hour`)
    for (const measured of [usual, crowded]) {
      const few = { ...measured, seeds: Math.ceil(measured.seeds / 10) }
      const sums = tunedCultures.map((home) => {
        const sum = tallyAll(worldsOf(few, { ...kind, home }), oursByPass)
        note(line(`${home} ${nameOf(measured, "")}`, sum))
        return sum
      })
      told(`${nameOf(measured, name)}_by_pass`, sums.reduce(added))
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
