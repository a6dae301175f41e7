/** Whose code a message could be, by what the owner's other logins wait for or have waited for just now. */
import { CodeRepository } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { seedAccount } from "../seed.ts"

const uuid = () => SecureRandom.uuidV7Unsafe()

const startLogin = Effect.fnUntraced(function* (accountId: string, ended: boolean) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into login_attempts (id, account_id, login_id, session_id, credentials_version, login_grant, started_at, finished_at)
    values (${uuid()}, ${accountId}, (select login_id from accounts where id = ${accountId}), ${uuid()}, 1, 0,
      now() - interval '1 minute', ${ended ? sql`now()` : null})`
})

/** Asked, and never answered: it was over a moment before the login that waits now began. */
const unanswered = Effect.fnUntraced(function* (accountId: string, type: "otp" | "approval") {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into assistance_requests (id, account_id, session_id, type, descriptor, details, status, outcome, requested_at, expires_at, ended_at)
    values (${uuid()}, ${accountId}, ${uuid()}, ${type}, ${type === "otp" ? "{}" : null}::jsonb, ${type === "otp" ? null : "{}"}::jsonb,
      'cancelled', 'timed_out', now() - interval '7 minutes', now() - interval '2 minutes', now() - interval '2 minutes')`
})

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer), { excludeTestServices: true })(
  "a message for the login of one account",
  (it) => {
    it.effect("can't be of another bank's login that asked for an approval, but of one that asked for a code", () =>
      Effect.gen(function* () {
        const { moment } = yield* CodeRepository
        const { id, userId } = yield* seedAccount()
        yield* startLogin(id, false)
        const other = yield* seedAccount(userId)
        yield* startLogin(other.id, true)

        yield* unanswered(other.id, "approval")
        assert.deepInclude(yield* moment(id), { otherLogin: false, otherLoginAtBank: false })
        yield* unanswered(other.id, "otp")
        assert.deepInclude(yield* moment(id), { otherLogin: true, otherLoginAtBank: false })
      })
    )

    it.effect("may be one that came to another account of its owner just before", () =>
      Effect.gen(function* () {
        const { isSpent, moment, settle } = yield* CodeRepository
        const sql = yield* SqlClient.SqlClient
        const { bankId, id, userId } = yield* seedAccount()
        yield* startLogin(id, false)
        const other = yield* seedAccount(userId, bankId)
        const answered = (accountId: string, by: string, minutesAgo: number) =>
          sql`insert into assistance_requests (id, account_id, session_id, descriptor, status, outcome, requested_at, expires_at, ended_at, answered_by, answered_at)
            values (${uuid()}, ${accountId}, ${uuid()}, '{}', 'fulfilled', 'accepted', now() - interval '1 hour', now(),
              now() - ${minutesAgo}::float8 * interval '1 minute', ${by}, now() - interval '1 hour')`
        yield* answered(other.id, "totp", 2)
        yield* answered(other.id, "sms", 30)
        yield* answered((yield* seedAccount()).id, "sms", 2)
        assert.deepStrictEqual((yield* moment(id)).codesElsewhere, [])

        yield* answered(other.id, "sms", 2)
        const [elsewhere] = (yield* moment(id)).codesElsewhere
        assert.deepInclude(elsewhere, { accountId: other.id, atBank: true })
        assert.isBelow(Math.abs(Date.now() - 120_000 - (elsewhere?.endedAt.epochMilliseconds ?? 0)), 60_000)
        yield* settle(other.id, "print")
        assert.deepStrictEqual([yield* isSpent(other.id, "print"), yield* isSpent(id, "print")], [true, false])
      })
    )

    it.effect("may be of any login that is under way, or at the same bank was a moment ago", () =>
      Effect.gen(function* () {
        const { moment } = yield* CodeRepository
        const { bankId, id, userId } = yield* seedAccount()
        yield* startLogin(id, false)
        const sameBank = yield* seedAccount(userId, bankId)
        yield* unanswered(sameBank.id, "approval")
        assert.deepInclude(yield* moment(id), { otherLogin: false, otherLoginAtBank: true })
        yield* startLogin((yield* seedAccount(userId)).id, false)
        assert.deepInclude(yield* moment(id), { otherLogin: true, otherLoginAtBank: true })
      })
    )
  }
)
