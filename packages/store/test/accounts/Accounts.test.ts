import { Accounts, Vault } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { absent, AccountsLayer, credentials, newAccount, plain, settings } from "../enrolment.ts"
import { cancelled } from "../outbox.ts"
import { seedBank, seedUser } from "../seed.ts"

layer(AccountsLayer)("Accounts", (it) => {
  it.effect("enrols accounts and lists them in the order of their creation", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { account, bank, user } = yield* newAccount("reconcile")
      yield* TestClock.adjust("1 minute")
      const second = yield* accounts.create(user.id, { bankId: bank.id, name: "Second" })

      assert.deepStrictEqual(yield* accounts.list(user.id), [account, second])
      assert.deepStrictEqual(yield* accounts.get(user.id, account.id.toUpperCase()), account)
      assert.deepStrictEqual(yield* accounts.find(account.id), { ...account, operationMode: "reconcile" })
      assert.deepInclude(account, {
        bank: bank.code,
        status: "active",
        scrapeBlockedAt: null,
        scrapeBlockedReason: null
      })
    })
  )

  it.effect("refuses an unknown bank and an empty name", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const user = yield* seedUser()
      const bank = yield* seedBank()

      const errors = yield* Effect.forEach(
        [
          { bankId: absent, name: "Main" },
          { bankId: "demo", name: "Main" },
          { bankId: bank.id, name: " " },
          { bankId: bank.id, name: "x".repeat(201) }
        ],
        (input) => Effect.flip(accounts.create(user.id, input))
      )

      assert.deepStrictEqual(
        errors.map((error) => error._tag),
        ["BankNotFound", "BankNotFound", "InvalidInput", "InvalidInput"]
      )
    })
  )

  it.effect("hides an account, and all that belongs to it, from other users", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { account, user } = yield* newAccount()
      yield* accounts.saveSettings(user.id, account.id, settings())
      const stranger = yield* seedUser()
      const attempts = (userId: string, accountId: string) =>
        Effect.all([
          Effect.flip(accounts.get(userId, accountId)),
          Effect.flip(accounts.settings(userId, accountId)),
          Effect.flip(accounts.saveSettings(userId, accountId, settings())),
          Effect.flip(accounts.webhookSecret(userId, accountId)),
          Effect.flip(accounts.rotateWebhookSecret(userId, accountId)),
          Effect.flip(accounts.remove(userId, accountId, account.name))
        ])

      const errors = [
        ...(yield* attempts(stranger.id, account.id)),
        ...(yield* attempts(user.id, absent)),
        ...(yield* attempts(user.id, "not-a-uuid"))
      ]

      assert.deepStrictEqual(
        errors.map((error) => error._tag),
        Array(18).fill("AccountNotFound")
      )
      assert.deepStrictEqual(yield* accounts.list(stranger.id), [])
      assert.isNotNull(yield* accounts.settings(user.id, account.id))
    })
  )

  it.effect("has no settings for whoever read their row just before the deletion took the key", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { account, user } = yield* newAccount()
      yield* accounts.saveSettings(user.id, account.id, settings(credentials))
      yield* (yield* Vault).erase(account.id)

      assert.isNull(yield* accounts.findSettings(account.id))
    })
  )

  it.effect("deletes an account only by its exact name, and erases every secret of it", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const sql = yield* SqlClient.SqlClient
      const { account, user } = yield* newAccount()
      const other = yield* accounts.create(user.id, { bankId: account.bankId, name: "Other" })
      yield* accounts.saveSettings(user.id, account.id, settings(credentials))
      yield* accounts.saveSettings(user.id, other.id, settings(credentials))
      yield* sql`insert into browser_states values (${account.id}, 1, ${new Uint8Array([1])}, now())`

      const mismatch = yield* Effect.flip(accounts.remove(user.id, account.id, "main"))
      const present = yield* accounts.get(user.id, account.id)
      yield* accounts.remove(user.id, account.id, "Main")

      const left = yield* sql`select 'settings' from account_settings where account_id = ${account.id}
        union all select 'secret' from webhook_secrets where account_id = ${account.id}
        union all select 'state' from browser_states where account_id = ${account.id}
        union all select 'key' from account_keys where account_id = ${account.id}`
      assert.strictEqual(mismatch._tag, "ConfirmationMismatch")
      assert.strictEqual(present.id, account.id)
      assert.lengthOf(left, 0)
      assert.deepInclude(cancelled, { accountId: account.id })
      assert.strictEqual((yield* Effect.flip(accounts.get(user.id, account.id)))._tag, "AccountNotFound")
      assert.strictEqual((yield* Effect.flip(accounts.remove(user.id, account.id, "Main")))._tag, "AccountNotFound")
      assert.deepStrictEqual(
        (yield* accounts.list(user.id)).map((each) => each.id),
        [other.id]
      )
      assert.deepStrictEqual(
        [
          yield* accounts.find(account.id),
          yield* accounts.findSettings(account.id),
          yield* accounts.credentials(account.id)
        ],
        [null, null, null]
      )
      assert.strictEqual(plain((yield* accounts.credentials(other.id))?.password ?? null), "pa55word!")
    })
  )
})
