/** What the server says by a word has its words in both languages; that no page has others is looked at in page.test.ts. */
import { expect, test } from "vitest"
import { activityKinds, consentGapCodes, FailureKind, impedimentCodes, orderFaultCodes } from "@counterfoil/domain"
import { sentenceOf } from "../src/i18n/activity.ts"
import { en } from "../src/i18n/en/index.ts"
import { es } from "../src/i18n/es/index.ts"
import { orderFaults as inEnglish } from "../src/i18n/en/reasons.ts"
import { orderFaults as inSpanish } from "../src/i18n/es/reasons.ts"
import { formatsFor } from "../src/i18n/format.ts"

test.for([en, es])("whatever the server says by a word has its words in the dictionary", ({ accounts }) => {
  expect(Object.keys(accounts.activities).toSorted()).toEqual([...activityKinds].toSorted())
  expect(Object.keys(accounts.impediments).toSorted()).toEqual([...impedimentCodes].toSorted())
  expect(Object.keys(accounts.gaps).toSorted()).toEqual([...consentGapCodes].toSorted())
  expect(Object.keys(accounts.kinds).toSorted()).toEqual([...FailureKind.literals].toSorted())
})

test.for([
  [en, inEnglish, "It is the order C-2.", /It is the order C-2\. Its amount must be a decimal such as 12\.50/],
  [es, inSpanish, "Es el pedido C-2.", /Es el pedido C-2\. Su importe \(amount\) debe ser un decimal como 12\.50/]
] as const)("why an order was skipped is said, and nothing untrue of one from before that was kept", (each) => {
  const [{ accounts }, faults, before, now] = each
  expect(Object.keys(faults).toSorted()).toEqual([...orderFaultCodes].toSorted())
  const words = accounts.activities["orders.item_skipped"]
  const said = (data: object) => words && sentenceOf(words, { index: 1, external_id: "C-2", ...data }, formatsFor("en"))
  expect(said({})).toBe(before)
  expect(said({ reason: "amount_shape", field: null })).toMatch(now)
})

test("an entry from before its values were kept has a title, and no sentence with a hole in it", () => {
  const formats = formatsFor("es")
  const read = es.accounts.activities["scrape.read"]
  expect(read).toBeDefined()
  if (read === undefined) return
  expect(sentenceOf(read, { movements_new: 2 }, formats)).toBeUndefined()
  const whole = { movements_new: 2, from: "2026-11-18", to: "2026-11-20", again: false }
  expect(sentenceOf(read, whole, formats)).toMatch(/^Del 18 nov 2026 al 20 nov 2026: 2 movimientos nuevos\.$/)
})
