import { KeptEvidence, uuid } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccountsLayer, newAccount } from "../enrolment.ts"

const content = { url: "https://bank.test/login", outline: '- textbox "User name"', screenshot: "cG5n" }
const decodeBytes = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ content: Schema.Uint8Array })]))

layer(Layer.provideMerge(KeptEvidence.layer, AccountsLayer))("KeptEvidence", (it) => {
  it.effect("is for its own account only, encrypted, and gone after seven days", () =>
    Effect.gen(function* () {
      const evidence = yield* KeptEvidence
      const sql = yield* SqlClient.SqlClient
      const [own, other] = [(yield* newAccount()).account.id, (yield* newAccount()).account.id]
      const [id, sessionId] = [yield* uuid, yield* uuid]

      yield* evidence.keep({ id, accountId: own, sessionId, kind: "layout_changed" }, content)
      const [entry] = yield* evidence.list(own)
      const read = yield* evidence.read(own, id)
      const foreign = yield* evidence.read(other, id)
      const [row] = yield* Effect.flatMap(sql`select content from evidence where id = ${id}`, decodeBytes)
      yield* sql`update evidence set expires_at = now() where id = ${id}`

      assert.deepInclude(entry, { id, sessionId, kind: "layout_changed" })
      const days =
        entry === undefined ? 0 : (entry.expiresAt.epochMilliseconds - entry.createdAt.epochMilliseconds) / 86_400_000
      assert.strictEqual(days, 7)
      assert.deepInclude(Option.getOrThrow(read), content)
      assert.isTrue(Option.isNone(foreign))
      assert.notInclude(Buffer.from(row.content).toString("latin1"), "bank.test")
      assert.deepStrictEqual(yield* evidence.list(own), [])
      assert.isTrue(Option.isNone(yield* evidence.read(own, id)))
    })
  )

  it.effect("is kept up to 16 MiB of an account, the newest, and the last one whatever it has", () =>
    Effect.gen(function* () {
      const evidence = yield* KeptEvidence
      const sql = yield* SqlClient.SqlClient
      const [own, other] = [(yield* newAccount()).account.id, (yield* newAccount()).account.id]
      const keep = Effect.fnUntraced(function* (accountId: string, mebibytes: number) {
        const [id, sessionId] = [yield* uuid, yield* uuid]
        const screenshot = "a".repeat(mebibytes * 1024 * 1024)
        yield* evidence.keep({ id, accountId, sessionId, kind: "layout_changed" }, { ...content, screenshot })
        return id
      })
      const kept = (accountId: string) => Effect.map(evidence.list(accountId), (entries) => entries.map(({ id }) => id))

      const elsewhere = yield* keep(other, 6)
      yield* keep(own, 6)
      const [second, third] = [yield* keep(own, 6), yield* keep(own, 6)]
      const twoOfThree = yield* kept(own)
      const large = yield* keep(own, 17)

      assert.deepStrictEqual(twoOfThree, [third, second])
      assert.deepStrictEqual(yield* kept(own), [large])
      assert.deepStrictEqual(yield* kept(other), [elsewhere])
      const rows = yield* sql`select from evidence where account_id in (${own}, ${other})`
      assert.strictEqual(rows.length, 2)
    })
  )
})
