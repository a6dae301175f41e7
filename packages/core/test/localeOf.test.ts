import { localeOf } from "@counterfoil/core"
import { expect, test } from "vitest"

const manifest = {
  bank: "bank",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  phases: ["login", "extract"]
} as const

test("the browser goes to the bank's zone with a script that says its locale; one from before reads days as it always did", () => {
  expect(localeOf({ manifest: { ...manifest, locale: "es-ES" } })).toEqual({ zone: "Europe/Madrid", locale: "es-ES" })
  expect(localeOf({ manifest })).toEqual({})
})
