import { expect, it } from "vitest"
import { likelySameBankAccount, likelySameNumber } from "../src/index.ts"

it.each<readonly [string | null, string | null, boolean]>([
  [null, null, true],
  [null, "ES91 2100 0418 4502 0005 1332", false],
  ["ES91 2100 0418 4502 0005 1332", "es9121000418450200051332", true],
  ["1332", "ES91 2100 0418 4502 0005 1332", true],
  ["32", "ES91 2100 0418 4502 0005 1332", false],
  ["Savings", "savings", true],
  ["Savings", "My savings", false],
  ["ES91 2100 0418 4502 0005 1332", "ES91 2100 0418 4502 0005 1333", false],
  ["٠١٢٣٤", "0123", false]
])("%s and %s: the same %s", (one, other, same) => {
  expect(likelySameBankAccount(one, other)).toBe(same)
  expect(likelySameBankAccount(other, one)).toBe(same)
})

it.each<readonly [string | null, string | null, boolean]>([
  [null, null, false],
  ["Savings", "Savings", false],
  ["1", "1", false],
  ["Account 2", "account 2", false],
  ["1332", "ES91 2100 0418 4502 0005 1332", true],
  ["ES91 2100 0418 4502 0005 1332", "ES91 2100 0418 4502 0005 1332", true],
  ["ES91 2100 0418 4502 0005 1332", "ES91 2100 0418 4502 0005 1333", false],
  ["ES91 2100 0418 4502 0005 1332", null, false]
])("of two logins, %s and %s: the same %s", (one, other, same) => {
  expect(likelySameNumber(one, other)).toBe(same)
  expect(likelySameNumber(other, one)).toBe(same)
})
