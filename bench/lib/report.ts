/** What benchmarks print. */
import { cpus, totalmem } from "node:os"

/** So many significant digits, no exponent. */
const rounded = (value: number, digits: number): string =>
  value === 0 || !Number.isFinite(value) ? String(value) : String(Number(value.toPrecision(digits)))

/** Of a share the thousandths and what comes after them count: 0.9989 is not 0.999. */
export const metric = (name: string, value: number, unit: string): void =>
  console.log(`metric ${name} ${rounded(value, unit === "share" ? 5 : value >= 1000 ? 4 : 3)} ${unit}`)

export const note = (text: string): void => console.log(`# ${text}`)

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
