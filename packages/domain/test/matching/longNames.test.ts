/** Names that nobody has, as a customer may type them to keep a server busy. */
import { describe, expect, it } from "vitest"
import { normaliseName } from "@counterfoil/domain"
import { holdersOf } from "../../src/matching/names/normalise.ts"
import { decided, movement, order } from "../facts.ts"

describe("a name of more words than anybody has", () => {
  const initials = "A B ".repeat(70).trim()

  it("is compared by its first words alone, so that each pair takes as long as others", () => {
    expect(normaliseName(initials).words.length).toBeLessThanOrEqual(20)
    expect(normaliseName(`TRF DE ${initials}`, { prefixes: ["TRF DE"] }).words.length).toBeLessThanOrEqual(40)
    expect(holdersOf("ANA GOMEZ / ".repeat(100), { prefixes: [] }).length).toBeLessThanOrEqual(9)
  })

  it("is matched with the same name all the same, and a name behind a long text too", () => {
    const long = `Fundacion de Amigos ${"y Vecinos Antiguos ".repeat(12)}`
    const same = movement({ id: "m", senderName: long.toUpperCase() })
    expect(decided([order({ id: "o", name: long })], [same])[0]).toContain("matched")
    const behind = `${"TEXTO LARGO ".repeat(12)}MARIA GARCIA LOPEZ`
    expect(decided([order({ id: "o" })], [movement({ id: "m", senderName: behind })])[0]).toContain("matched")
  })
})
