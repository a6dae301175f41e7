import { describe, expect, it } from "vitest"
import { makeLateRules, makeOriginRules } from "../src/network/OriginRules.ts"

const origins = ["https://bank.test", "http://127.0.0.1:4010", "https://sub.bank.test:8443"]
const rulesOf = (list: ReadonlyArray<string>) => makeOriginRules({ origins: list, secretOrigins: list })

const inside = [
  "https://bank.test/",
  "https://bank.test/login?to=http://evil.test/",
  "https://bank.test?x",
  "https://user@bank.test/",
  "http://127.0.0.1:4010/a#b",
  "https://sub.bank.test:8443/"
]
const outside = [
  "http://bank.test/",
  "https://bank.test.evil.test/",
  "https://bankxtest/",
  "https://bank.test:8443/",
  "https://bank.test@evil.test/",
  "https://evil.test/https://bank.test/",
  "http://127.0.0.1:40100/",
  "http://127.0.0.1/",
  "https://evil.bank.test/",
  "blob:https://bank.test/1-2",
  "chrome://settings/"
]

describe("the addresses of a session", () => {
  it("are told apart by the expression as by the rule itself", () => {
    const rules = rulesOf(origins)

    expect(inside.filter((url) => rules.outside.test(url) || !rules.allows(url))).toEqual([])
    expect(outside.filter((url) => !rules.outside.test(url) || rules.allows(url))).toEqual([])
  })

  it("are none before the session is known", () => {
    const rules = makeLateRules()
    const early = [...inside, ...outside].filter((url) => rules.allows(url) || rules.allowsSecret(url))
    const tunnels = [rules.allowsTunnel("bank.test", 443)]
    const all = inside.filter((url) => !rules.outside.test(url))
    rules.become(rulesOf(origins))

    expect([early, tunnels, all]).toEqual([[], [false], []])
    expect(rules.allows("https://bank.test/")).toBe(true)
    expect([rules.allowsTunnel("bank.test", 443), rules.outside.test("https://bank.test/")]).toEqual([true, false])
  })
})
