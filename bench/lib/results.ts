/** What a run of all benchmarks came to: read from what they print, and kept as a file. */
import { Schema } from "effect"
import { median } from "./report.ts"

const Metric = Schema.Struct({
  unit: Schema.String,
  /** As it was printed; of several rounds it is their median. */
  value: Schema.Number,
  /** What each round gave, in order; empty for what is read once. */
  rounds: Schema.Array(Schema.Number),
  median: Schema.Number,
  min: Schema.Number,
  max: Schema.Number
})
export type Metric = typeof Metric.Type

const Benchmark = Schema.Struct({
  /** `overdue`: ended at its limit. What it had printed by then counts. */
  outcome: Schema.Literals(["done", "failed", "overdue"]),
  seconds: Schema.Number,
  /** The machine's, of the minute before it began and of the last one. */
  load: Schema.Struct({ before: Schema.Number, after: Schema.Number }),
  metrics: Schema.Record(Schema.String, Metric)
})
export type Benchmark = typeof Benchmark.Type

export const Results = Schema.Struct({
  began: Schema.String,
  /** Samples only: they are compared with samples. */
  quick: Schema.Boolean,
  machine: Schema.Struct({
    processor: Schema.String,
    cores: Schema.Number,
    memoryGiB: Schema.Number,
    platform: Schema.String
  }),
  /** Of Node and of everything that is measured beside us. */
  versions: Schema.Record(Schema.String, Schema.String),
  commit: Schema.String,
  /** Whether the sources differed from the commit. */
  changed: Schema.Boolean,
  benchmarks: Schema.Record(Schema.String, Benchmark)
})
export type Results = typeof Results.Type

export const resultsIn: (text: string) => Results = Schema.decodeUnknownSync(Schema.fromJsonString(Results))

const line = /^metric (\S+) (\S+) (\S+)(?: +\(rounds ([^)]+)\))?/

/** The metric that a line tells of. */
export const metricOf = (text: string): readonly [name: string, metric: Metric] | undefined => {
  const [, name, said, unit, told] = line.exec(text) ?? []
  const value = Number(said)
  if (name === undefined || unit === undefined || !Number.isFinite(value)) return undefined
  const rounds = told === undefined ? [] : told.trim().split(" ").map(Number)
  if (!rounds.every(Number.isFinite)) return undefined
  const of = rounds.length === 0 ? [value] : rounds
  return [name, { unit, value, rounds, median: median(of), min: Math.min(...of), max: Math.max(...of) }]
}

/** All that a benchmark has printed; of a name that comes twice, the last. */
export const metricsIn = (printed: string): Readonly<Record<string, Metric>> =>
  Object.fromEntries(printed.split("\n").flatMap((each) => [metricOf(each)].filter((found) => found !== undefined)))
