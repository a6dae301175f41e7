import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { askedOf, explainUnmatched, forgivable, makeMatcher } from "../src/replay/matchRequest.ts"
import { exchangeOf } from "./exchanges.ts"

const bank = "https://bank.example"
const post = (path: string, body: string, answer = "") => exchangeOf("POST", `${bank}${path}`, { body, answer })
const get = (path: string, answer = "") => exchangeOf("GET", `${bank}${path}`, { answer })
const none: ReadonlySet<string> = new Set()

const answers = (matcher: ReturnType<typeof makeMatcher>, ...asked: ReadonlyArray<ReturnType<typeof get>>) =>
  asked.map((exchange) => {
    const match = matcher.match(askedOf(exchange))
    return match.found ? match.exchange.responseBody.toString() : "none"
  })

describe("matching a request with a recording", () => {
  it("gives equal requests the recorded answers in their order, and the last one for ever", () => {
    const exchanges = [get("/poll", "wait"), get("/other", "x"), get("/poll", "wait"), get("/poll", "done")]
    const poll = get("/poll")
    assert.deepStrictEqual(answers(makeMatcher({ exchanges, volatile: none }), poll, poll, poll, poll, poll), [
      "wait",
      "wait",
      "done",
      "done",
      "done"
    ])
  })

  it("forgives the fields that are known to change, and no others", () => {
    const exchanges = [post("/pay", "nonce=1&amount=5", "five"), post("/pay", "nonce=2&amount=6", "six")]
    const matcher = makeMatcher({ exchanges, volatile: new Set(["body.nonce"]) })
    assert.deepStrictEqual(
      answers(
        matcher,
        post("/pay", "nonce=9&amount=6"),
        post("/pay", "nonce=8&amount=5"),
        post("/pay", "nonce=7&amount=7")
      ),
      ["six", "five", "none"]
    )
  })

  it("tells operations of one address apart", () => {
    const query = (operationName: string, answer = "") =>
      exchangeOf("POST", `${bank}/graphql`, {
        body: JSON.stringify({ operationName, variables: {} }),
        type: "application/json",
        answer
      })
    const exchanges = [query("Balance", "b"), query("Movements", "m")]
    assert.deepStrictEqual(
      answers(makeMatcher({ exchanges, volatile: none, learning: true }), query("Movements"), query("Other")),
      ["m", "none"]
    )
  })

  it("names the nearest recorded request and the field that differs", () => {
    const exchanges = [get("/home"), get("/movements?from=01&page=1"), get("/movements?from=01&page=2")]
    const match = makeMatcher({ exchanges, volatile: none }).match(askedOf(get("/movements?from=02&page=2")))
    assert.isFalse(match.found)
    if (!match.found) {
      assert.strictEqual(
        explainUnmatched(match),
        'GET https://bank.example/movements: nearest recorded is #3, query.from "01" → "02"'
      )
    }
  })

  it("never forgives a field by which the page chooses between recorded answers", () => {
    const exchanges = [get("/list?page=1&t=5"), get("/list?page=2&t=6")]
    const changed = [
      { field: "query.page", recorded: "1", asked: "2" },
      { field: "query.t", recorded: "5", asked: "99" }
    ]
    assert.deepStrictEqual(forgivable(exchanges, "GET https://bank.example/list", changed), ["query.t"])
  })

  it("answers every recorded request with its own answer when they come in the recorded order, never across addresses", () => {
    const exchange = fc
      .record({
        path: fc.constantFrom("/a", "/b"),
        method: fc.constantFrom("GET", "POST"),
        value: fc.integer({ min: 0, max: 2 })
      })
      .map(({ method, path, value }) => ({ method, path, value }))
    fc.assert(
      fc.property(fc.array(exchange, { maxLength: 12 }), (asked) => {
        const exchanges = asked.map(({ method, path, value }, index) =>
          exchangeOf(method, `${bank}${path}?v=${value}`, { answer: `${method} ${path} ${value} ${index}` })
        )
        const given = answers(makeMatcher({ exchanges, volatile: none }), ...exchanges)
        assert.deepStrictEqual(
          given,
          exchanges.map(({ responseBody }) => responseBody.toString())
        )
      })
    )
  })
})
