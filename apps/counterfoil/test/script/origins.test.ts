import { expect, test } from "vitest"
import { faultOfOrigin, missingOrigins } from "../../src/script/origins.ts"

test("a bank's origin is taken as it is, and of any other text it is said what is wrong and what would be right", () => {
  expect(["https://bank.example", "http://127.0.0.1:8080"].map(faultOfOrigin)).toEqual([undefined, undefined])
  expect(faultOfOrigin("http://127.0.0.1:99999")).toBe(
    "http://127.0.0.1:99999 has a port that can't be, 99999: write a number from 1 to 65535, or none (http://127.0.0.1)"
  )
  expect(faultOfOrigin("https://bank.example:port/login")).toMatch(/ has a port that can't be, port: /)
  expect(faultOfOrigin("https://bank.example/login")).toBe(
    "https://bank.example/login is more than an origin: write https://bank.example"
  )
  expect(faultOfOrigin("https://bank.example:443")).toMatch(/: write https:\/\/bank\.example$/)
  expect(faultOfOrigin("bank.example:8443")).toBe(
    "bank.example:8443 is no origin without its scheme: write https://bank.example:8443, or http://bank.example:8443"
  )
  expect(faultOfOrigin("my bank")).toBe("my bank is no origin: write it like https://bank.example")
})

test("what recordings went to beside a bank's origins is found where they are of that bank's site", () => {
  const [bank, extra, demo] = ["https://bank.example", "https://login.example", "http://127.0.0.1:4300"]

  expect(missingOrigins([bank], [[bank, extra], [bank], [demo]])).toEqual([extra])
  expect(missingOrigins([bank, extra], [[bank, extra]])).toEqual([])
  expect(missingOrigins([bank], [[demo, "http://localhost:4301"]])).toEqual([])
})
