import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fuzz } from "../fuzz/fuzz.ts"
import { makeInputs, randomFor } from "../fuzz/inputs.ts"
import { memoryProblem, problemOf, problemOfBytes } from "../fuzz/judge.ts"
import { readApi } from "../fuzz/openapi.ts"
import { wireInput } from "../fuzz/wire.ts"
import type { User, World } from "../fuzz/world.ts"

const user = (name: string): User => ({
  name,
  token: `token of ${name}`,
  key: "svc_1",
  ids: {
    accountId: [`account of ${name}`],
    bankId: ["bank"],
    id: [],
    requestId: [],
    deliveryId: [],
    movementId: [],
    scrapeId: [],
    scriptId: [],
    evidenceId: []
  },
  accounts: new Set()
})
const world: World = {
  base: "http://127.0.0.1:1",
  users: [user("a"), user("b")],
  bystander: user("c"),
  bystanderHas: []
}
const numbers = Array.from({ length: 1_000 }, (_, number) => number)

describe("The fuzzer", () => {
  it("makes the same inputs of the same seed, and others of another", () => {
    const api = readApi()
    const made = (seed: number) => numbers.map(makeInputs(api, world, seed)).map(({ user: _, ...input }) => input)
    const bytes = (seed: number) =>
      numbers.map((number) => wireInput(randomFor(seed, number), "t").bytes.toString("hex"))

    assert.deepStrictEqual(made(7), made(7))
    assert.notDeepEqual(made(7), made(8))
    assert.deepStrictEqual(bytes(7), bytes(7))
  })

  it("comes to every endpoint, with right bodies and with such as are none", () => {
    const api = readApi()
    const inputs = Array.from({ length: 100_000 }, (_, number) => number).map(makeInputs(api, world, 1))
    const reached = new Set(inputs.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))
    const bodies = inputs.flatMap(({ body }) => body ?? [])

    assert.deepStrictEqual(
      api.endpoints.map(({ method, path }) => `${method} ${path}`).filter((each) => !reached.has(each)),
      []
    )
    assert.isTrue(
      bodies.includes('{"mode":"reconcile"}') && bodies.includes("{") && inputs.some((each) => each.isForeign)
    )
  })

  it("finds fault with an error of the server, with silence, and with what another owns; and with no refusal", () => {
    const asked = { method: "GET", path: "/me", isForeign: false }
    const answer = (status: number, trouble = "") => ({ status, text: "", trouble })

    assert.deepStrictEqual(
      [200, 404, 429].map((status) => problemOf(asked, answer(status))),
      [undefined, undefined, undefined]
    )
    assert.match(problemOf(asked, answer(500)) ?? "", /answered 500/)
    const unready = { ...answer(503), text: '{"ok":false,"reasons":["the database does not answer"]}' }
    assert.isUndefined(problemOf({ ...asked, path: "/ready" }, unready))
    assert.match(problemOf({ ...asked, path: "/readyness" }, unready) ?? "", /answered 503/)
    assert.match(problemOf({ ...asked, path: "/ready" }, answer(503)) ?? "", /answered 503/)
    assert.match(problemOf(asked, answer(0, "ECONNRESET")) ?? "", /no answer \(ECONNRESET\)/)
    assert.match(problemOf({ ...asked, isForeign: true }, answer(200)) ?? "", /another's/)
    assert.isUndefined(problemOf({ ...asked, isForeign: true }, answer(404)))
    assert.deepStrictEqual([answer(400), answer(0), answer(505)].map(problemOfBytes), [undefined, undefined, undefined])
    assert.isDefined(problemOfBytes(answer(500)))
    assert.isDefined(problemOfBytes(answer(0, "neither an answer nor an end in 30 s")))
  })

  it("finds fault with memory that grows with the inputs, and not with memory that breathes", () => {
    const run = (heapAt: (sample: number) => number) =>
      memoryProblem(Array.from({ length: 40 }, (_, sample) => ({ rss: 300, liveHeap: heapAt(sample) })))

    assert.isUndefined(run((sample) => 90 + (sample % 5) * 10))
    assert.match(run((sample) => 90 + sample * 8) ?? "", /live heap grew from/)
  })

  it.live(
    "finds nothing wrong with a server of its own, in a hundred and fifty inputs",
    () =>
      Effect.gen(function* () {
        const said: Array<string> = []
        const requests = process.env["VERIFY"] === undefined ? 150 : 20_000
        const { inputs, rss, violations } = yield* fuzz({
          requests,
          seed: 3,
          atOnce: 16,
          patience: 90,
          say: (line) => void said.push(line)
        })

        assert.deepStrictEqual(violations, [])
        assert.isAtLeast(inputs, requests)
        assert.isTrue(rss !== undefined && rss.first > 0 && rss.last > 0)
      }),
    process.env["VERIFY"] === undefined ? 300_000 : 900_000
  )
})
