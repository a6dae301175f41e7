import type { Schemas } from "@counterfoil/client"
import { expect, test } from "vitest"
import { fitOf, hasReference } from "../src/pages/orders/fits.ts"

type Candidate = Schemas["Candidate"]

const candidate = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  movement_id: id,
  score: 17,
  role: "contender",
  evidence: [{ kind: "name", bits: 17, level: "same" }],
  movement: null,
  ...more
})
const [one, other] = [candidate("one"), candidate("other")]

test("a payment fits as well as another one only where another one is offered", () => {
  expect(fitOf(one, [one, other], [one, other])).toBe("alike")
  // The other one has been spent, or taken out, or separated from the order.
  expect(fitOf(one, [one, other], [one])).toBe("certain")
  expect(fitOf(one, [one, candidate("other", { role: "separated", score: null })], [one])).toBe("certain")
  expect(fitOf(one, [one], [one])).toBe("contested")
})

test("a payment of another amount is likely at most, however well the names agree", () => {
  const evidence = [...one.evidence, { kind: "amount", bits: 0, difference: "-1.50" }]
  const partial = candidate("partial", { evidence })
  expect(fitOf(partial, [partial], [partial])).toBe("likely")
  expect(fitOf({ ...partial, score: 2 }, [partial], [partial])).toBe("possible")
})

test("a text has an order's reference or not where that is long enough to say", () => {
  expect(hasReference("TRF DE ANA RUIZ PEDIDO A 1005", ["A-1005"])).toBe(true)
  expect(hasReference("TRF DE ANA RUIZ", ["A-1005"])).toBe(false)
  expect(hasReference("TRF DE ANA RUIZ 7", ["7", "A-1"])).toBeUndefined()
})
