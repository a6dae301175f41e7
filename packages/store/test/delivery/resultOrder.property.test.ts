/** A receiver that leaves what is older than what it took ends with the newest result of an order, whatever happens on the way. */
import { Deliveries, deliveryWorkerLayer, Outbox, Transactor } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Exit, Layer, Scope } from "effect"
import fc from "fast-check"
import type { ServerResponse } from "node:http"
import { seedRequest } from "../seed.ts"
import { type Received, startReceiver } from "./Receiver.ts"
import { Base, put, quick } from "./support.ts"
import { messagesOf, newAccount } from "./world.ts"

const Services = Deliveries.layer.pipe(Layer.provideMerge(Base))

/** `late`: it takes the message in its own time, and answers then. */
const answers = ["takes", "refuses", "late"] as const

const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant("Result" as const),
      event: fc.constantFrom("matched", "ambiguous", "expired")
    })
  },
  { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Receiver" as const), answer: fc.constantFrom(...answers) }) },
  { weight: 3, arbitrary: fc.constant({ _tag: "RequestArrives" as const }) },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Replay" as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ _tag: "Notify" as const }) },
  { weight: 1, arbitrary: fc.constant({ _tag: "NodeDies" as const }) }
)
const stories = fc.array(happening, { minLength: 4, maxLength: 14 })
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never

const runs = process.env["VERIFY"] === "1" ? 100 : 10

/** A shop that keeps the result of the order with the highest sequence. */
const startShop = Effect.gen(function* () {
  const kept = { sequence: 0, body: "" }
  const delayed: Array<() => void> = []
  const heard = new Map<string, string>()
  const odd: Array<string> = []
  const shop: { answer: (typeof answers)[number] } = { answer: "takes" }
  const take = (response: ServerResponse, { body, headers }: Received) => {
    const sequence = Number(headers["counterfoil-sequence"])
    if (sequence > kept.sequence) Object.assign(kept, { sequence, body })
    response.writeHead(200).end()
  }
  const receiver = yield* startReceiver((response, received) => {
    const { body, headers } = received
    const id = String(headers["webhook-id"])
    const said = `${String(headers["counterfoil-sequence"])} ${body}`
    if ((heard.get(id) ?? said) !== said) odd.push(id)
    heard.set(id, said)
    if (shop.answer === "refuses") response.writeHead(500).end()
    else if (shop.answer === "late") delayed.push(() => take(response, received))
    else take(response, received)
  })
  /** In the opposite order of their arrival. */
  const catchUp = () => {
    for (const one of delayed.splice(0).reverse()) one()
  }
  return { kept, odd, receiver, shop, catchUp }
})

/** Ends with the story, if it didn't die in it: one that goes on would use a database that is gone. */
const startNode = Effect.gen(function* () {
  const scope = yield* Effect.acquireRelease(Scope.make(), (made) => Scope.close(made, Exit.void))
  const options = { ...quick, lease: Duration.millis(200), probeInterval: Duration.millis(50) }
  yield* Layer.buildWithScope(Layer.fresh(deliveryWorkerLayer(options)), scope)
  return Scope.close(scope, Exit.void)
})

const play = Effect.fnUntraced(function* (story: ReadonlyArray<Happening>) {
  const deliveries = yield* Deliveries
  const outbox = yield* Outbox
  const { transact } = yield* Transactor
  const { catchUp, kept, odd, receiver, shop } = yield* startShop
  const account = yield* newAccount({ webhookUrl: receiver.url })
  const { id: requestId } = yield* seedRequest(account, { status: "pending" })
  const nodes = [yield* startNode, yield* startNode]
  let newest = ""

  const happens = Effect.fnUntraced(function* (what: Happening) {
    switch (what._tag) {
      case "Result":
        newest = yield* transact(put(account.id, { requestId, event: what.event }))
        return
      case "Receiver":
        shop.answer = what.answer
        return catchUp()
      case "RequestArrives":
        // None may be on its way.
        return yield* Effect.ignore(Effect.timeout(receiver.next, "100 millis"))
      case "Replay": {
        const messages = yield* messagesOf(account.id)
        const chosen = messages[what.which % Math.max(1, messages.length)]
        return chosen === undefined ? undefined : yield* deliveries.replay(account.userId, chosen.id)
      }
      case "Notify":
        return yield* outbox.replay({ requestId })
      case "NodeDies": {
        const dying = nodes.shift()
        if (dying !== undefined) yield* dying
        return nodes.push(yield* startNode)
      }
    }
  })

  yield* Effect.forEach(story, happens, { discard: true })
  shop.answer = "takes"
  catchUp()
  const isUnderWay = Effect.map(messagesOf(account.id), (messages) =>
    messages.some(({ status }) => status === "pending" || status === "delivering")
  )
  yield* Effect.sleep("10 millis").pipe(Effect.repeat({ while: () => isUnderWay }), Effect.timeoutOption("1 minute"))
  if (yield* isUnderWay) assert.fail(JSON.stringify([story, shop, yield* messagesOf(account.id)]))
  yield* Effect.forEach(nodes, (end) => end)
  return { kept: kept.body, newest, odd }
}, Effect.scoped)

layer(Services, { excludeTestServices: true })("a receiver that leaves what is older than what it took", (it) => {
  it.effect("ends with the newest result, over failures, retries, replays and nodes that die", () =>
    Effect.gen(function* () {
      for (const story of fc.sample(stories, runs)) {
        const { kept, newest, odd } = yield* play(story)
        assert.strictEqual(kept, newest, JSON.stringify(story))
        assert.deepStrictEqual(odd, [], JSON.stringify(story))
      }
    })
  )
})
