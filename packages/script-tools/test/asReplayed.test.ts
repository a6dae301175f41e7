import { assert, describe, it } from "@effect/vitest"
import { asReplayed, type SentRequest } from "../src/replay/asReplayed.ts"
import { askedOf } from "../src/replay/matchRequest.ts"
import { exchangeOf } from "./exchanges.ts"

type Made = ReturnType<typeof exchangeOf>

const sent = (place: number, request: Made, headers: SentRequest["headers"] = {}): SentRequest => ({
  place,
  request: askedOf(request),
  headers
})
const bodies = (exchanges: ReadonlyArray<Made>) => exchanges.map(({ requestBody }) => requestBody?.toString())
const enter = (body: string, more: Parameters<typeof exchangeOf>[2] = {}) =>
  exchangeOf("POST", "https://bank.example/enter", { body, ...more })

describe("what a replay sent", () => {
  it("stands in the place of what the real run sent, also in JSON, in a header, and where the bank says it again", () => {
    const json = { type: "application/json" }
    const first = enter(`{"auth":{"pin":["fjaheb"]},"n":1}`, { ...json, answer: `<p id="fjaheb">` })
    const recorded = [
      { ...first, requestHeaders: [...first.requestHeaders, ["x-sign", "9f8e"], ["x-gone", "7d6c"]] as const },
      exchangeOf("GET", "https://bank.example/home?again=fjaheb"),
      // The page sends what the bank has put into it.
      exchangeOf("POST", "https://bank.example/confirm", { body: "hidden=fjaheb" })
    ]
    const replay = [
      sent(1, enter(`{"auth":{"pin":["aceggb"]},"n":1}`, json), { "x-sign": ["1a2b"] }),
      sent(2, exchangeOf("GET", "https://bank.example/home?again=aceggb")),
      sent(3, exchangeOf("POST", "https://bank.example/confirm", { body: "hidden=fjaheb" }))
    ]

    const { differs, exchanges, scrub } = asReplayed(recorded, [replay], new Set(["body.auth.pin.0", "query.again"]))

    assert.isTrue(differs)
    assert.deepStrictEqual(bodies(exchanges), [`{"auth":{"pin":["aceggb"]},"n":1}`, undefined, "hidden=aceggb"])
    assert.deepStrictEqual(exchanges[0]?.requestHeaders, [
      ["content-type", "application/json"],
      ["x-sign", "1a2b"]
    ])
    assert.strictEqual(exchanges[0]?.responseBody.toString(), `<p id="aceggb">`)
    assert.strictEqual(exchanges[1]?.url, "https://bank.example/home?again=aceggb")
    assert.strictEqual(scrub("seen fjaheb"), "seen aceggb")
  })

  it("is written in its own order, though the false keys are among the real ones; what is over tells nothing", () => {
    const recorded = ["k=a", "k=b", "k=c", "k=d"].map((body) => enter(body))
    const among = [sent(3, enter("k=c")), sent(1, enter("k=a")), sent(3, enter("k=c")), sent(4, enter("k=d"))]
    const fewer = [sent(1, enter("k=x")), sent(3, enter("k=c"))]

    assert.deepStrictEqual(bodies(asReplayed(recorded, [among], new Set()).exchanges), ["k=c", "k=a", "k=c", "k=d"])
    const [first, second, ...rest] = bodies(asReplayed(recorded, [fewer], new Set(["body.k"])).exchanges)
    assert.deepStrictEqual([first, second], ["k=x", "k=c"])
    for (const body of rest) assert.match(body ?? "", /^k=[a-z]$/)
  })

  it("is known again as the whole of a value, where digits say it: no amount or number of which it is a part", () => {
    const answer = `<input value="528301"> {"pin":"528301"} 528301,00 <p>A528301</p>`
    const recorded = [enter("pin=528301", { answer })]

    const { exchanges } = asReplayed(recorded, [[sent(1, enter("pin=774210"))]], new Set(["body.pin"]))

    assert.strictEqual(
      exchanges[0]?.responseBody.toString(),
      `<input value="774210"> {"pin":"774210"} 528301,00 <p>A528301</p>`
    )
  })

  it("leaves out what no replay sent after something that the typing decided upon", () => {
    const beacon = exchangeOf("POST", "https://bank.example/beacon", { body: "typed=fjaheb" })
    const recorded = [enter("pin=fjaheb"), beacon, exchangeOf("GET", "https://bank.example/logo.svg")]

    const { exchanges } = asReplayed(recorded, [[sent(1, enter("pin=aceggb"))]], new Set(["body.pin"]))

    assert.deepStrictEqual(
      exchanges.map(({ url }) => new URL(url).pathname),
      ["/enter", "/logo.svg"]
    )
  })

  it("is what the real run sent where nothing depends on what was typed: in any order, polls and all", () => {
    const of = (id: number) => exchangeOf("GET", `https://bank.example/account?id=${id}`)
    const recorded = [of(1), of(2), of(3), of(3)]

    const { differs, exchanges } = asReplayed(recorded, [[sent(2, of(2)), sent(1, of(1)), sent(3, of(3))]], new Set())

    assert.isFalse(differs)
    assert.deepStrictEqual(
      exchanges.map(({ url }) => url),
      recorded.map(({ url }) => url)
    )
  })
})
