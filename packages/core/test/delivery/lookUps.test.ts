import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { createServer } from "node:http"
import { Socket } from "node:net"
import { fairLookUps } from "../../src/outbound/fairLookUps.ts"
import { faultOf, listening, send, text } from "./servers.ts"

/** As the system's: two threads, to the first who come. What is asked under `slow.test` isn't answered before it is said. */
const makeSystem = () => {
  const asked: Array<string> = []
  const queue: Array<() => void> = []
  const held = new Map<string, () => void>()
  let free = 2
  const next = () => {
    while (free > 0 && queue.length > 0) {
      free -= 1
      queue.shift()?.()
    }
  }
  const resolve = (name: string) =>
    new Promise<ReadonlyArray<string>>((done) => {
      const answer = () => {
        free += 1
        done(["127.0.0.1"])
        next()
      }
      queue.push(() => {
        asked.push(name)
        if (name.includes("slow")) held.set(name, answer)
        else answer()
      })
      next()
    })
  return { asked, resolve, answer: (name: string) => held.get(name)?.() }
}

const turn = () => new Promise((resume) => setImmediate(resume))

describe("Names that are looked up", () => {
  it.live("keep nobody else waiting, where the name server of some doesn't answer", () =>
    Effect.gen(function* () {
      const server = yield* listening(createServer((_, response) => response.end("here")))
      const { asked, resolve } = makeSystem()
      const options = { resolve: fairLookUps(resolve) }
      const url = (name: string) => `http://${name}:${server.port}/`
      const slow = yield* Effect.forEach(["a.slow.test", "b.slow.test", "c.slow.test"], (name) =>
        Effect.forkChild(send({ url: url(name) }, options), { startImmediately: true })
      )

      const answer = yield* send({ url: url("shop.test"), deadline: Duration.minutes(1) }, options)

      assert.strictEqual(text(answer.body), "here")
      assert.deepStrictEqual(asked, ["a.slow.test", "shop.test"])
      yield* Effect.forEach(slow, Fiber.interrupt)
    })
  )

  /** The addresses that are dialled, none of which wants to be called. */
  const dialledOf = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
    const dialled: Array<string> = []
    const dial = (address: string) => {
      dialled.push(address)
      const socket = new Socket()
      setImmediate(() => socket.destroy(new Error("refused")))
      return socket
    }
    const fault = yield* faultOf(
      { url: "http://shop.test/", deadline: Duration.minutes(1) },
      { resolve: () => Promise.resolve(addresses), dial }
    )
    assert.strictEqual(fault.kind, "connect_failed")
    return dialled
  })

  it.live("lead to few addresses, however many they have", () =>
    Effect.gen(function* () {
      const addresses = Array.from({ length: 2_000 }, (_, nth) => `127.1.${Math.floor(nth / 250)}.${(nth % 250) + 1}`)

      assert.deepStrictEqual(yield* dialledOf(addresses), addresses.slice(0, 8))
    })
  )

  it.live("lead to one of each family, where the first eight are of one that leads nowhere from here", () =>
    Effect.gen(function* () {
      const six = Array.from({ length: 9 }, (_, nth) => `2606:4700::${nth + 1}`)

      assert.deepStrictEqual(yield* dialledOf([...six, "1.1.1.1", "1.0.0.1"]), [...six.slice(0, 7), "1.1.1.1"])
    })
  )

  it("leave a thread to the others, where several domains were slow", async () => {
    const { answer, asked, resolve } = makeSystem()
    let now = 0
    const lookUp = fairLookUps(resolve, () => now)
    await lookUp("quick.test")
    await turn()
    const [first, second] = [lookUp("www.slow-one.test"), lookUp("www.slow-two.test")]
    now = 20_000
    answer("www.slow-one.test")
    answer("www.slow-two.test")
    await Promise.all([first, second])

    const again = [lookUp("x.slow-one.test"), lookUp("y.slow-one.test"), lookUp("x.slow-two.test")]
    await lookUp("shop.test")

    assert.deepStrictEqual(asked.slice(3), ["x.slow-one.test", "shop.test"])
    // They take turns.
    answer("x.slow-one.test")
    await turn()
    answer("x.slow-two.test")
    await turn()
    answer("y.slow-one.test")
    await Promise.all(again)
    assert.deepStrictEqual(asked.slice(5), ["x.slow-two.test", "y.slow-one.test"])
  })

  it("are looked up on both threads where all are slow: it is the resolver then", async () => {
    const { answer, asked, resolve } = makeSystem()
    let now = 0
    const lookUp = fairLookUps(resolve, () => now)
    const names = ["slow-bank.test", "slow-shop.test"]
    const first = names.map(lookUp)
    now = 5_000
    for (const name of names) answer(name)
    await Promise.all(first)

    const again = names.map((name) => lookUp(`www.${name}`))

    assert.deepStrictEqual(asked.slice(2), ["www.slow-bank.test", "www.slow-shop.test"])
    for (const name of names) answer(`www.${name}`)
    await Promise.all(again)
  })

  it("of one domain are looked up one after the other, and of a country's registry's side by side", async () => {
    const { asked, resolve } = makeSystem()
    const lookUp = fairLookUps(resolve)

    void lookUp("a.slow.co.uk")
    void lookUp("b.slow.co.uk")
    await lookUp("shop.co.uk")

    assert.deepStrictEqual(asked, ["a.slow.co.uk", "shop.co.uk"])
  })

  it("are refused where a hundred of the same domain wait already", async () => {
    const lookUp = fairLookUps(makeSystem().resolve)
    for (const nth of Array(101).keys()) void lookUp(`${nth}.slow.test`)

    const refusal = await lookUp("one-more.slow.test").catch((cause: unknown) => cause)

    assert.include(refusal, { code: "EBUSY" })
  })
})
