import { describe, expect, it } from "vitest"
import { countsIn } from "../checks/outside.ts"

describe("what `npm test` counts of `npm run outside`", () => {
  it("is its last line", () => {
    const said =
      "✔ every package is built and packed (3.1 s)\n✘ npm create …\n    1 passed, 0 failed\n14 passed, 1 failed\n"
    expect(countsIn(said)).toEqual({ passed: 14, failed: 1, skipped: 0 })
  })

  it("is nothing where it broke before it could count: that is a failure", () => {
    expect(countsIn("✔ one (0.1 s)\n16 passed, 0 failed\nError: out of memory\n")).toBeUndefined()
    expect(countsIn("")).toBeUndefined()
  })
})
