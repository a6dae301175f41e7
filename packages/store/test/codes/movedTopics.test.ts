/** ntfy topics from before there was one way to them: nobody loses one, nobody is told twice. */
import {
  NoticeChannels,
  NoticeNotSent,
  NoticeRepository,
  NoticeSender,
  settleMovedTopics,
  UserVault,
  Vault
} from "@counterfoil/core"
import { migrate, StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { seedAccount, seedUser } from "../seed.ts"
import { TestVault } from "../vault.ts"

const ring = { current: "k1", keys: new Map([["k1", Redacted.make<Uint8Array>(new Uint8Array(32).fill(6))]]) }
const Nowhere = Layer.succeed(NoticeSender, {
  post: () => Effect.fail(new NoticeNotSent({ message: "not in this test", passing: false })),
  send: () => Effect.succeed(null)
})
const Services = NoticeChannels.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(TestVault, Layer.orDie(UserVault.layer(ring)), Nowhere)),
  Layer.provideMerge(StoreLayers),
  Layer.provideMerge(TestDatabase.layerEmpty)
)

const sources = new URL("../../../../sql/migrations", import.meta.url).pathname
const theMove = "0140_one_way_to_ntfy.sql"

/** The schema of before, and what brings it to now. */
const before = Effect.acquireRelease(
  Effect.sync(() => {
    const directory = Fs.mkdtempSync(join(tmpdir(), "counterfoil-moved-"))
    const files = Fs.readdirSync(sources)
    const copy = (file: string) => Fs.copyFileSync(join(sources, file), join(directory, file))
    for (const file of files) if (file < theMove) copy(file)
    const rest = () => {
      for (const file of files) if (file >= theMove) copy(file)
    }
    return { directory, rest }
  }),
  ({ directory }) => Effect.sync(() => Fs.rmSync(directory, { recursive: true, force: true }))
)

const uuid = () => SecureRandom.uuidV7Unsafe()

/** As the version before kept a phone. */
const addPhone = Effect.fnUntraced(function* (userId: string, kind: "ntfy" | "web_push", endpoint: string) {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const id = uuid()
  const address = yield* vault.fingerprint(userId, endpoint)
  const place = { accountId: userId, table: "push_channels", column: "endpoint_sealed", row: address }
  const cell = yield* vault.encrypt(place, Redacted.make(JSON.stringify({ endpoint, keys: null })))
  yield* sql`insert into push_channels (id, user_id, kind, address, endpoint_sealed, label, page_origin, language)
    values (${id}, ${userId}, ${kind}, ${address}, ${cell}, ${`${kind} ${endpoint.slice(-3)}`}, 'https://counterfoil.example', 'es')`
  return id
})

const addRequest = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const id = uuid()
  yield* sql`insert into assistance_requests (id, account_id, session_id, descriptor, prompt, status, requested_at, expires_at)
    values (${id}, ${accountId}, ${uuid()}, '{"length": 6, "type": "numeric"}', 'x', 'pending', clock_timestamp(), now() + interval '5 minutes')`
  return id
})

layer(Services, { excludeTestServices: true })("an ntfy topic of the phones", (it) => {
  it.effect("becomes a channel with its name, language and page; is told only what it wasn't told; browsers stay", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { directory, rest } = yield* before
      yield* migrate({ directory })
      const { id: accountId, userId } = yield* seedAccount()
      const topic = yield* addPhone(userId, "ntfy", "https://ntfy.test/base/topic-one")
      const browser = yield* addPhone(userId, "web_push", "https://push.test/two")
      const told = yield* addRequest(accountId)
      const other = yield* seedAccount(userId)
      const untold = yield* addRequest(other.id)
      yield* sql`insert into push_messages (channel_id, kind, assistance_id, expires_at)
        values (${topic}, 'code', ${untold}, now() + interval '5 minutes')`
      const twice = yield* seedUser()
      yield* addPhone(twice.id, "ntfy", "https://ntfy.test/known")
      rest()
      yield* migrate({ directory })

      const channels = yield* NoticeChannels
      // It was told over both ways until now.
      const known = yield* channels.add(twice.id, {
        name: "mine",
        config: Redacted.make({ kind: "ntfy", url: "https://ntfy.test/", topic: "known" }),
        language: "en",
        pageOrigin: null
      })
      yield* Effect.all([settleMovedTopics, settleMovedTopics], { concurrency: 2 })
      yield* settleMovedTopics

      assert.deepInclude((yield* channels.list(userId))[0], {
        id: topic,
        kind: "ntfy",
        name: "ntfy one",
        language: "es",
        pageOrigin: "https://counterfoil.example"
      })
      assert.lengthOf(yield* channels.list(userId), 1)
      const repository = yield* NoticeRepository
      const stored = yield* repository.find(userId, topic)
      assert.isNotNull(stored)
      assert.deepStrictEqual(stored === null ? null : yield* channels.open(stored), {
        kind: "ntfy",
        url: "https://ntfy.test/base",
        topic: "topic-one"
      })
      const due = yield* repository.claimDue
      assert.deepStrictEqual(
        due.map(({ assistanceId, channel }) => [assistanceId, channel.id]),
        [[untold, topic]]
      )
      // What it was told is taken back over the new way.
      yield* sql`update assistance_requests set status = 'fulfilled' where id = ${told}`
      assert.lengthOf(yield* repository.claimEnded, 1)
      assert.deepStrictEqual(
        (yield* channels.list(twice.id)).map(({ id }) => id),
        [known.id]
      )
      assert.deepStrictEqual(yield* sql`select id from push_channels`, [{ id: browser }])
      assert.lengthOf(yield* sql`select from moved_topics`, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("that can't be opened stays where it is, and hinders no other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [broken, fine] = [yield* seedUser(), yield* seedUser()]
      const vault = yield* Vault
      for (const { id: userId } of [broken, fine]) {
        const place = { accountId: userId, table: "push_channels", column: "endpoint_sealed", row: "an address" }
        const cell = yield* vault.encrypt(
          place,
          Redacted.make(`{"endpoint":"https://ntfy.test/${userId}","keys":null}`)
        )
        const kept = userId === broken.id ? cell.slice(1) : cell
        yield* sql`insert into moved_topics (id, user_id, address, endpoint_sealed, label, page_origin, language, created_at, told)
          values (${uuid()}, ${userId}, 'an address', ${kept}, 'phone', 'https://counterfoil.example', 'en', now(), '{}')`
      }
      yield* settleMovedTopics

      const channels = yield* NoticeChannels
      assert.lengthOf(yield* channels.list(fine.id), 1)
      assert.lengthOf(yield* channels.list(broken.id), 0)
      assert.deepStrictEqual(yield* sql`select user_id from moved_topics`, [{ user_id: broken.id }])
    })
  )
})
