import { MovementRepository, uuid } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { AccountsLayer, newAccount } from "../enrolment.ts"

const mebibyte = 1024 * 1024

/** What a database can't pack. */
const textOf = (mebibytes: number) => randomBytes((mebibytes * mebibyte * 3) / 4).toString("base64")

layer(AccountsLayer)("Scrapes in quarantine", (it) => {
  it.effect(
    "are kept up to 64 MiB of an account, the newest, and of its files as much; of what was taken in nothing goes",
    () =>
      Effect.gen(function* () {
        const repository = yield* MovementRepository
        const sql = yield* SqlClient.SqlClient
        const { account, user } = yield* newAccount()
        const [own, other] = [account.id, (yield* newAccount()).account.id]
        const save = Effect.fnUntraced(function* (accountId: string, mebibytes: number | null, userId?: string) {
          const id = yield* uuid
          yield* repository.saveScrape({
            id,
            accountId,
            sessionId: null,
            scriptId: null,
            jobId: null,
            coverage: { from: "2026-11-01", to: "2026-11-02", complete: true },
            rowsRead: 1,
            rowsNew: 0,
            fault: mebibytes === null ? null : "broken",
            ...(userId === undefined ? {} : { upload: { userId, format: "csv", account: null } }),
            statement: mebibytes === null ? null : { movements: [textOf(mebibytes)] }
          })
          return id
        })

        const [taken, elsewhere] = [yield* save(own, null), yield* save(other, 12)]
        // A person has to decide on it, however often the bank is read meanwhile.
        const file = yield* save(own, 12, user.id)
        const saved = yield* Effect.forEach(Array(6).keys(), () => save(own, 12))

        const kept = yield* sql`select id from scrapes where account_id in (${own}, ${other})`
        assert.sameMembers(
          kept.map((row) => Object(row).id),
          [taken, elsewhere, file, ...saved.slice(1)]
        )
      })
  )
})
