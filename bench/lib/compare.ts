/**
 * What got slower between two runs, by more than the rounds of each differ among themselves. A metric that is read once has no
 * rounds, so that nobody knows its noise: it is shown where it moved far, and decides nothing.
 */
import type { Metric, Results } from "./results.ts"

/** Which of two values is the better one. */
type Wish = "less" | "more" | "none"

const byUnit: Readonly<Record<string, Wish>> = {
  ms: "less",
  s: "less",
  µs: "less",
  KiB: "less",
  MiB: "less",
  cores: "less",
  objects: "less",
  "1/s": "more",
  x: "more"
}

/** Those whose unit says nothing of it, or the wrong thing. */
const byName: Readonly<Record<string, Wish>> = {
  scrape_vs_plain_playwright: "less",
  scrape_vs_fresh_browser: "more",
  resume_vs_plain_playwright: "less",
  fairness_p99_ratio: "less",
  rate_vs_best_peer: "more",
  p99_shift_percent: "less"
}

/** Peers are measured to have something to compare with: that they became slower is no news of ours. */
const peers = /_(?:fastify|uws|ws|raw|plain|fresh|pg_boss|graphile_worker)(?:_|$)/

const wishOf = (name: string, unit: string): Wish =>
  byName[name] ?? (name.includes("_vs_") ? undefined : peers.test(name) ? "none" : undefined) ?? byUnit[unit] ?? "none"

export type Verdict = "worse" | "better" | "same" | "moved"

export interface Change {
  readonly name: string
  readonly unit: string
  readonly before: number
  readonly after: number
  readonly verdict: Verdict
}

/** Less than this is no news, however well the rounds agree. */
const least = 0.03
/** How far something that was read once has to move to be shown. */
const far = 0.25
/** Of fewer rounds the least and the most say little about noise. */
const enough = 3

const apart = (a: number, b: number, share: number): boolean =>
  Math.abs(a - b) > share * Math.min(Math.abs(a), Math.abs(b))

/** The medians lie farther apart than the rounds of either do. */
const beyondNoise = (a: Metric, b: Metric): boolean =>
  Math.abs(a.median - b.median) > Math.max(a.max - a.min, b.max - b.min)

export const judge = (name: string, before: Metric, after: Metric): Verdict => {
  const wish = before.unit === after.unit ? wishOf(name, before.unit) : "none"
  if (before.rounds.length < enough || after.rounds.length < enough) {
    return before.unit === after.unit && apart(before.median, after.median, far) ? "moved" : "same"
  }
  if (!beyondNoise(before, after) || !apart(before.median, after.median, least)) return "same"
  if (wish === "none") return "moved"
  return after.median > before.median === (wish === "less") ? "worse" : "better"
}

export interface Comparison {
  readonly changes: ReadonlyArray<Change>
  /** Benchmarks that were done before, and are not any more. */
  readonly broken: ReadonlyArray<string>
  /** Why the two may not be comparable. */
  readonly doubts: ReadonlyArray<string>
}

const loadOf = ({ benchmarks }: Results): number =>
  Math.max(0, ...Object.values(benchmarks).map(({ load }) => load.before))

const doubtsOf = (before: Results, after: Results): ReadonlyArray<string> => {
  const doubts: Array<string> = []
  const [a, b] = [before.machine, after.machine]
  if (a.processor !== b.processor || a.cores !== b.cores) doubts.push(`two machines: ${a.processor}, ${b.processor}`)
  if (before.quick !== after.quick) doubts.push("one of them is of samples (--quick)")
  const [busier, calmer] = [loadOf(before), loadOf(after)].toSorted((one, other) => other - one)
  if (busier !== undefined && calmer !== undefined && busier > calmer + a.cores) {
    doubts.push(`other work on the machine: a load of ${busier.toFixed(1)} in one, ${calmer.toFixed(1)} in the other`)
  }
  return doubts
}

export const compare = (before: Results, after: Results): Comparison => {
  const changes = Object.entries(before.benchmarks).flatMap(([benchmark, { metrics }]) =>
    Object.entries(metrics).flatMap(([name, one]): ReadonlyArray<Change> => {
      const other = after.benchmarks[benchmark]?.metrics[name]
      if (other === undefined) return []
      return [{ name, unit: one.unit, before: one.median, after: other.median, verdict: judge(name, one, other) }]
    })
  )
  const broken = Object.keys(before.benchmarks).filter(
    (name) => before.benchmarks[name]?.outcome === "done" && after.benchmarks[name]?.outcome !== "done"
  )
  return { changes, broken, doubts: doubtsOf(before, after) }
}

export const isWorse = ({ broken, changes }: Comparison): boolean =>
  broken.length > 0 || changes.some(({ verdict }) => verdict === "worse")

const words: Readonly<Record<Exclude<Verdict, "same">, string>> = {
  worse: "worse ",
  better: "better",
  moved: "moved "
}

export const tell = ({ broken, changes, doubts }: Comparison): ReadonlyArray<string> => {
  const shown = (["worse", "better", "moved"] as const).flatMap((wanted) =>
    changes
      .filter(({ verdict }) => verdict === wanted)
      .map(({ after, before, name, unit }) => `${words[wanted]}  ${name}  ${before} → ${after} ${unit}`)
  )
  const same = changes.filter(({ verdict }) => verdict === "same").length
  return [
    ...doubts.map((doubt) => `careful: ${doubt}`),
    ...broken.map((name) => `broken  ${name} was done before, and is not now`),
    ...shown,
    `${same} of ${changes.length} are the same within their noise`
  ]
}
