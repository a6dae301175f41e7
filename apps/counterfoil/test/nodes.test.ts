import { assert, layer } from "@effect/vitest"
import { TestDatabase } from "@counterfoil/testing"
import { Effect } from "effect"
import { openStream } from "../src/demo/Stream.ts"
import { temporaryHome } from "./support/Command.ts"
import { addAccount, populate, startBank } from "./support/Scene.ts"
import { startNode } from "./support/nodes.ts"

const patience = 120_000

layer(TestDatabase.layer, { excludeTestServices: true, timeout: patience })("two nodes on one database", (it) => {
  it.effect(
    "tell each other's clients what happens",
    () =>
      Effect.gen(function* () {
        const home = yield* temporaryHome
        const bank = yield* startBank(home)
        const [a, b] = yield* Effect.all([startNode(home), startNode(home)], { concurrency: 2 })
        const { bankId, person } = yield* populate(a.base, bank.url)
        const streams = yield* Effect.forEach([a, b], ({ base }) => openStream(base, person.token))

        const luis = yield* addAccount(person, bankId, "luis")

        for (const stream of streams) yield* stream.wait("scrape.succeeded", luis)
        const told = streams.map(({ messages }) => messages.map(({ type }) => type).slice(0, 2))
        assert.deepStrictEqual(told, [
          ["session.started", "scrape.succeeded"],
          ["session.started", "scrape.succeeded"]
        ])
      }),
    patience
  )
})
