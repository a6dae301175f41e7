import { expect, it } from "vitest"
import { makeDeadline, within } from "../src/within.ts"

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length

it("keeps no process alive by waiting for a browser that is gone", () => {
  const before = timers()
  void within(new Promise(() => {}), makeDeadline(60_000), "An answer").catch(() => {})

  expect(timers()).toBe(before)
})
