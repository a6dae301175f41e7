/** What benchmarks print. */
import { cpus, totalmem } from "node:os"

/** So many significant digits, no exponent. */
const rounded = (value: number, digits: number): string =>
  value === 0 || !Number.isFinite(value) ? String(value) : String(Number(value.toPrecision(digits)))

/**
 * `metric <name> <value> <unit>`, and behind it what the rounds gave of which the value is the median; `metricOf` in results.ts
 * reads it. Of a share the thousandths and what comes after them count: 0.9989 is not 0.999.
 */
export const metric = (name: string, value: number, unit: string, rounds: ReadonlyArray<number> = []): void => {
  const digits = unit === "share" ? 5 : value >= 1000 ? 4 : 3
  const behind = rounds.length < 2 ? "" : `  (rounds ${rounds.map((each) => rounded(each, 4)).join(" ")})`
  console.log(`metric ${name} ${rounded(value, digits)} ${unit}${behind}`)
}

/** A metric of several rounds: its value is their median. */
export const metricOfRounds = (name: string, rounds: ReadonlyArray<number>, unit: string): void =>
  metric(name, median(rounds), unit, rounds)

export const note = (text: string): void => console.log(`# ${text}`)

/** A sample of each is enough: `npm run bench -- all --quick` has ten minutes for all of them. */
export const isQuick: boolean = process.argv.includes("--quick")

/** How often something is done: as its variable says; else as fits. */
export const times = (variable: string, usual: number, quick: number): number =>
  Number(process.env[variable] ?? (isQuick ? quick : usual))

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** The one below which so many hundredths of the values are. */
export const percentile = (sorted: ReadonlyArray<number>, hundredths: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * hundredths) / 100))] ?? NaN

export const describeMachine = (): void => {
  const all = cpus()
  note(`${all.length} × ${all[0]?.model.trim() ?? "CPU"}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`)
  note(`Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`)
}
