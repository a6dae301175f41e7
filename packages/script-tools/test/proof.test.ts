import type { ScriptManifest } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { printProof, proofOf } from "../src/run/proof.ts"

const manifest: ScriptManifest = {
  bank: "some-bank",
  version: "0.1.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  phases: ["login", "extract"]
}

const row = (more: object = {}) => ({ date: "2026-11-20", amount: "1.00", currency: "EUR", description: "A", ...more })
const linesOf = (statement: object) =>
  printProof(
    proofOf(
      {
        manifest,
        statement: JSON.parse(
          JSON.stringify({ coverage: { from: "2026-11-01", to: "2026-11-23", complete: true }, ...statement })
        ),
        failure: undefined,
        calls: [],
        refused: [],
        mayBeIn: true,
        codesAsked: 0,
        slept: false,
        encodings: []
      },
      "2026-11-23"
    )
  )

describe("what is said of a statement's proof", () => {
  it("says plainly where nothing proves a list whole, and what to give", () => {
    const [line = "", ...more] = linesOf({ movements: [row(), row()], pages: [{ rows: 2 }] })

    assert.match(line, /^not proven whole: .*`claim`.*`stated`.*`balance`.*docs\/sdk\/README\.md/)
    assert.deepStrictEqual(more, [])
    assert.match(linesOf({ movements: [], pages: [{ rows: 0 }] }).join(), /^not proven whole/)
  })

  it("says nothing where the bank's count, its pages or its balances prove it, or it says that there is nothing", () => {
    const balances = [row({ balance: "2.00" }), row({ balance: "1.00" })]
    const waiting = [row({ pending: true }), row()]
    for (const statement of [
      { movements: [row()], stated: 1 },
      { movements: [row(), row()], pages: [{ rows: 2, stated: 2 }] },
      { movements: waiting, pages: [{ rows: 1 }, { rows: 1, stated: 1 }] },
      { movements: balances },
      { movements: [], pages: [] }
    ]) {
      assert.deepStrictEqual(linesOf(statement), [])
    }
  })

  it("says what a server would hold, with the counts", () => {
    assert.deepStrictEqual(linesOf({ movements: [row(), row()], pages: [{ rows: 2, stated: 3 }], stated: 3 }), [
      "a server would set this statement aside whole: Page 1 has 3 rows, but 2 were read. The bank says that there are 3 movements, but 2 were read."
    ])
  })
})
