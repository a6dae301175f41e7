/** What benchmarks print is read as it was measured, and what is kept can be read again. */
import fc from "fast-check"
import { afterEach, describe, expect, it, vi } from "vitest"
import { metric, metricOfRounds } from "../lib/report.ts"
import { metricOf, metricsIn, resultsIn } from "../lib/results.ts"

const printed = (print: () => void): string => {
  const lines: Array<string> = []
  vi.spyOn(console, "log").mockImplementation((line) => void lines.push(String(line)))
  print()
  return lines.join("\n")
}

afterEach(() => vi.restoreAllMocks())

const names = fc.stringMatching(/^[a-z][a-z0-9_]{0,30}$/)
const values = fc.double({ min: 1e-3, max: 1e6, noNaN: true })
const near = (value: number) => expect.closeTo(value, 3)

describe("a metric", () => {
  it("is read as it was printed, with what its rounds gave", () => {
    const rounds = fc.array(values, { minLength: 2, maxLength: 9 })
    fc.assert(
      fc.property(names, rounds, (name, measured) => {
        vi.restoreAllMocks()
        const [found, read] = metricOf(printed(() => metricOfRounds(name, measured, "ms"))) ?? []
        expect(found).toBe(name)
        expect(read?.rounds).toHaveLength(measured.length)
        for (const [nth, value] of measured.entries()) {
          expect((read?.rounds[nth] ?? Number.NaN) / value).toEqual(near(1))
        }
        expect(read?.min).toBe(Math.min(...(read?.rounds ?? [])))
        expect(read?.max).toBe(Math.max(...(read?.rounds ?? [])))
        expect(read?.median).toBeGreaterThanOrEqual(read?.min ?? Number.NaN)
        expect(read?.median).toBeLessThanOrEqual(read?.max ?? Number.NaN)
      })
    )
  })

  it("that is read once has no rounds", () => {
    const [name, read] = metricOf(printed(() => metric("memory_0", 201.4, "MiB"))) ?? []
    expect([name, read]).toEqual(["memory_0", { unit: "MiB", value: 201, rounds: [], median: 201, min: 201, max: 201 }])
  })

  it.each(["metric", "metric name", "metric name NaN ms", "a metric name 1 ms", "# metric name 1 ms"])(
    "is not seen in %j",
    (line) => {
      expect(metricOf(line)).toBeUndefined()
    }
  )

  it("that is printed twice counts as it was printed last; everything else is passed over", () => {
    const read = metricsIn("# a note\nmetric one 1 ms\nmetric two 2 1/s  (rounds 1 2 3)\nmetric one 4 ms\n")
    expect(Object.entries(read).map(([name, { value }]) => [name, value])).toEqual([
      ["one", 4],
      ["two", 2]
    ])
  })
})

describe("a file that isn't one of results", () => {
  it.each([
    ["", "Expected a valid JSON string"],
    ["[]", "Expected object"],
    ['{"began":"now"}', "Missing key"]
  ])("is refused: %j", (text, why) => {
    expect(() => resultsIn(text)).toThrow(why)
  })
})
