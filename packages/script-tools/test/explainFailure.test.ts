import { describe, expect, it } from "vitest"
import { explainFailure } from "../src/run/explainFailure.ts"
import { foldOutline } from "../src/run/foldOutline.ts"
import type { RehearsalResult, RunFailure } from "../src/run/rehearse.ts"

const manifest = {
  bank: "demo",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions" as const,
  origins: [],
  zone: "Europe/Madrid",
  dates: "dmy" as const,
  sessionTypes: [],
  uniqueIds: true,
  phases: []
}

const failed = (failure: Partial<RunFailure>, more: Partial<RehearsalResult> = {}): RehearsalResult => ({
  manifest,
  statement: undefined,
  failure: {
    phase: "login",
    step: "",
    kind: "layout_changed",
    message: "the page that follows did not come about in 30 s",
    stack: "",
    outline: "",
    url: "https://bank.test/login",
    ...failure
  },
  calls: [],
  refused: [],
  mayBeIn: true,
  codesAsked: 0,
  slept: false,
  encodings: [],
  ...more
})

const told = (result: RehearsalResult, shown: "all" | "shape" = "all") =>
  explainFailure(result, [], "", shown).join("\n")

const salir = {
  phase: "logout",
  step: "",
  verb: "locator.waitFor",
  locator: "page.getByRole('button', { name: 'Entrar' })",
  fault: "Timeout"
}

describe("what an author is told of a failed run", () => {
  it("is that the page has a field for a code, where the login asked for none", () => {
    const outline = '- heading "Comprueba que eres tú"\n- textbox "Código del SMS"'
    const hint = /the page has a field "Código del SMS": where the bank asks for a code, the login needs `code:/

    expect(told(failed({ outline }))).toMatch(hint)
    expect(told(failed({ outline }, { codesAsked: 1 }))).not.toMatch(hint)
    expect(told(failed({ outline, phase: "extract" }))).not.toMatch(hint)
    expect(
      told(failed({ outline: '- textbox "Código postal del PINAR"\n- textbox "Usuario"' }, { mayBeIn: false }))
    ).not.toMatch(/has a field/)
  })

  it("is no other name for what was looked for, where the page was kept from going on", () => {
    const outline = '- button "Salir"'
    const kept = { outline, phase: "logout", message: "POST https://bank.test/salir was refused in logout" }

    expect(told(failed(kept, { calls: [salir] }))).toMatch(/did you mean/)
    expect(told(failed({ ...kept, kind: "navigation_refused" }, { calls: [salir] }))).not.toMatch(/did you mean/)
  })

  it("quotes a cell by its shape where others may look on", () => {
    const failure = { phase: "extract", kind: "script_error" as const, message: '"-2,40" is not an amount: "," …' }

    expect(told(failed(failure))).toMatch(/"-2,40" is not an amount/)
    expect(told(failed(failure), "shape")).toMatch(/"-9,99" is not an amount: "," …/)
  })

  it("has what stands behind a long list", () => {
    const rows = Array.from({ length: 80 }, (_, at) => [`    - row "Movement ${at}"`, `      - cell "Movement ${at}"`])
    const outline = ["- table", "  - rowgroup", ...rows.flat(), '- button "Log out"'].join("\n")

    expect(foldOutline(outline)).toEqual([
      "- table",
      "  - rowgroup",
      ...rows.slice(0, 3).flat(),
      "    … 77 more like these",
      '- button "Log out"'
    ])
    expect(told(failed({ outline }))).toMatch(/button "Log out"/)
  })

  it("leaves short lists, frames and lists in lists as they are", () => {
    const outline =
      '- list\n  - listitem "1"\n    - list\n      - listitem "2"\n  - listitem "3"\n\nhttps://bank.test/b\n- row "4"'

    expect(foldOutline(outline).join("\n")).toBe(outline)
  })
})
