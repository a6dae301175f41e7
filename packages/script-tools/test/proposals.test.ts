import type { SeenWrite } from "@counterfoil/browser"
import { assert, describe, it } from "@effect/vitest"
import { printProposals, proposalsOf } from "../src/proposals.ts"

const seen = (phase: SeenWrite["phase"], path: string, more: Partial<SeenWrite> = {}): SeenWrite => ({
  phase,
  method: "POST",
  origin: "https://bank.example",
  path,
  isPing: false,
  isDeclared: false,
  ...more
})

describe("what a recording proposes to declare", () => {
  it("is what the page sent after the login, each path once with its phases, and nothing that nobody waits for", () => {
    const proposals = proposalsOf([
      seen("login", "/login"),
      seen("extract", "/accounts/004312/search"),
      seen("extract", "/accounts/004313/search"),
      seen("logout", "/accounts/004313/search"),
      seen("extract", "/stats", { isPing: true }),
      seen("extract", "/declared", { isDeclared: true }),
      seen("logout", "/leave", { method: "PUT" })
    ])

    assert.deepStrictEqual(printProposals(proposals), [
      "after its login the page sent what bank.ts doesn't declare; add what reading needs, and nothing that pays:",
      "  requests: [",
      '    { method: "POST", path: "/accounts/*/search", phases: ["extract", "logout"] },',
      '    { method: "PUT", path: "/leave", phases: ["logout"] }',
      "  ],"
    ])
    assert.deepStrictEqual(printProposals(proposalsOf([])), [])
  })
})
