/** What got slower between two runs is told, and what is noise isn't. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { median } from "../lib/report.ts"
import { compare, isWorse, judge, tell } from "../lib/compare.ts"
import type { Benchmark, Metric, Results } from "../lib/results.ts"

const metric = (rounds: ReadonlyArray<number>, unit = "ms"): Metric => ({
  unit,
  value: median(rounds),
  rounds: rounds.length === 1 ? [] : rounds,
  median: median(rounds),
  min: Math.min(...rounds),
  max: Math.max(...rounds)
})

const results = (metrics: Readonly<Record<string, Metric>>, more: Partial<Benchmark> = {}): Results => ({
  began: "2026-11-23T18:00:00.000Z",
  quick: true,
  machine: { processor: "One", cores: 2, memoryGiB: 24, platform: "linux" },
  versions: { node: "22.23.3" },
  commit: "a",
  changed: false,
  benchmarks: { http: { outcome: "done", seconds: 1, load: { before: 0, after: 0 }, metrics, ...more } }
})

const rounds = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 3, maxLength: 9 })
const opposite = { worse: "better", better: "worse", same: "same", moved: "moved" } as const

describe("two runs", () => {
  it("are never worse or better than themselves", () => {
    fc.assert(
      fc.property(rounds, (values) => {
        expect(judge("status_counterfoil_p99", metric(values), metric(values))).toBe("same")
      })
    )
  })

  it("say the opposite when they are exchanged", () => {
    fc.assert(
      fc.property(rounds, rounds, fc.constantFrom("ms", "1/s", "times"), (one, other, unit) => {
        const [a, b] = [metric(one, unit), metric(other, unit)]
        expect(judge("name", b, a)).toBe(opposite[judge("name", a, b)])
      })
    )
  })

  it("don't depend on how large the unit is", () => {
    fc.assert(
      fc.property(rounds, rounds, fc.constantFrom(2, 4, 1024), (one, other, factor) => {
        const times = (values: ReadonlyArray<number>) => metric(values.map((value) => value * factor))
        expect(judge("name", times(one), times(other))).toBe(judge("name", metric(one), metric(other)))
      })
    )
  })

  it("differ by no noise, however large, in which each median lies among the other's rounds", () => {
    fc.assert(
      fc.property(rounds, rounds, (one, other) => {
        const [a, b] = [metric([...one, 0, 2_000_000]), metric(other)]
        expect(judge("name", a, b)).toBe("same")
      })
    )
  })

  it.each([
    ["status_counterfoil_p99", "ms", "worse"],
    ["status_counterfoil_per_second", "1/s", "better"],
    ["status_vs_fastify", "x", "better"],
    ["scrape_vs_plain_playwright", "times", "worse"],
    ["rate_vs_best_peer", "times", "better"],
    ["status_fastify_p99", "ms", "moved"],
    ["publish_1000_raw_loop", "ms", "moved"],
    ["publish_loop_vs_raw", "x", "better"],
    ["scrape_fresh", "ms", "moved"]
  ])("where %s (in %s) doubled beyond its noise are %s", (name, unit, verdict) => {
    expect(judge(name, metric([9, 10, 11], unit), metric([19, 20, 21], unit))).toBe(verdict)
  })

  it("that agree within three hundredths are the same, however still the machine was", () => {
    expect(judge("name", metric([100, 100, 100]), metric([102, 102, 102]))).toBe("same")
    expect(judge("name", metric([100, 100, 100]), metric([104, 104, 104]))).toBe("worse")
  })

  it("are shown where something that is read once moved far, and are no failure for it", () => {
    const comparison = compare(results({ memory_0: metric([200], "MiB") }), results({ memory_0: metric([300], "MiB") }))
    expect(tell(comparison)).toContain("moved   memory_0  200 → 300 MiB")
    expect(isWorse(comparison)).toBe(false)
  })

  it("fail where something is worse, and name it", () => {
    const before = results({ a: metric([1, 2, 3]), b: metric([10, 11, 12]) })
    const comparison = compare(before, results({ a: metric([1, 2, 3]), b: metric([20, 21, 22]) }))
    expect(isWorse(comparison)).toBe(true)
    expect(tell(comparison)).toEqual(["worse   b  11 → 21 ms", "1 of 2 are the same within their noise"])
  })

  it("fail where a benchmark no longer comes to its end", () => {
    const comparison = compare(results({}), results({}, { outcome: "overdue" }))
    expect(isWorse(comparison)).toBe(true)
    expect(tell(comparison)).toContain("broken  http was done before, and is not now")
  })

  it("of two machines, of samples and whole runs, or beside other work are doubted aloud", () => {
    const other = results({}, { load: { before: 9, after: 9 } })
    const { doubts } = compare(results({}), { ...other, quick: false, machine: { ...other.machine, processor: "Two" } })
    expect(doubts).toEqual([
      "two machines: One, Two",
      "one of them is of samples (--quick)",
      "other work on the machine: a load of 9.0 in one, 0.0 in the other"
    ])
  })
})
