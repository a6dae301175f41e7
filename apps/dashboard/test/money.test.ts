/** Amounts as the pages show them: to the last decimal, as the webhooks and the exports have them. */
import { expect, it } from "vitest"
import { formatsFor } from "../src/i18n/format.ts"

/** What of it is digits, or stands between them or before. */
const digits = (text: string): string => text.replaceAll(/[^\d.,-]/g, "")

it.each([
  ["1250.75", "HUF", "1,250.75"],
  ["1250.5", "HUF", "1,250.50"],
  ["1250.00", "HUF", "1,250"],
  ["-99.49", "COP", "-99.49"],
  ["0.40", "ALL", "0.40"],
  ["1250.750", "IQD", "1,250.75"],
  ["1250.000", "IQD", "1,250"],
  ["12.50", "EUR", "12.50"],
  ["12.5", "EUR", "12.50"],
  ["1000.00", "JPY", "1,000"],
  ["1.250", "KWD", "1.250"],
  ["90071992547409.93", "EUR", "90,071,992,547,409.93"],
  ["90071992547409.93", "HUF", "90,071,992,547,409.93"]
])("%s %s is shown as %s", (amount, currency, shown) => {
  expect(digits(formatsFor("en").money(amount, currency))).toBe(shown)
})

it("is shown in the reader's own way", () => {
  expect(digits(formatsFor("es").money("12500.75", "HUF"))).toBe("12.500,75")
  expect(digits(formatsFor("es").money("1250.75", "EUR"))).toBe("1.250,75")
})

it("the height of a bar has no more decimals than are usual", () => {
  expect(digits(formatsFor("en").money(1250.75, "HUF"))).toBe("1,251")
})

it.each([
  [500, "EUR", "€500"],
  [0.5, "EUR", "€0.50"],
  [200_000, "EUR", "€200,000"],
  [2_000_000_000, "EUR", "€2B"],
  [600_000_000_000, "KWD", "KWD\u00A0600B"]
])("a round sum of %s %s has room at an axis as %s", (amount, currency, shown) => {
  expect(formatsFor("en-US").roundMoney(amount, currency)).toBe(shown)
})
