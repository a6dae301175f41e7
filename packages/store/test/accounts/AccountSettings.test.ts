import { Accounts, type SettingsInput, uuid } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { AccountsLayer, credentials, newAccount, plain, secret, settings } from "../enrolment.ts"
import { enabled } from "../outbox.ts"

const nested = (levels: number): Schema.Json =>
  Array.from({ length: levels }).reduce<Schema.Json>((inner) => [inner], null)

layer(AccountsLayer)("Account settings", (it) => {
  it.effect("reads back what was saved, replaces it whole, and keeps its id", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { account, user } = yield* newAccount()
      const before = yield* accounts.settings(user.id, account.id)

      const saved = yield* accounts.saveSettings(
        user.id,
        account.id,
        settings({
          ...credentials,
          webhookAuthType: "api_key",
          webhookAuthToken: secret("hook-token"),
          notificationEndpointUrl: "https://shop.test/ops",
          notificationEvents: ["login_failed", "login_failed"],
          pollingMethod: "POST",
          pollingBody: { since: 1 },
          webhookExtraFields: { shop: "A" },
          sessionType: "persistent",
          loginMode: "assisted",
          notifyOnExpired: true,
          retryLimit: 100
        })
      )
      const read = yield* accounts.settings(user.id, account.id)
      const replaced = yield* accounts.saveSettings(user.id, account.id, settings({ authToken: secret("") }))

      assert.isNull(before)
      assert.deepStrictEqual(read, saved)
      assert.deepInclude(saved, {
        accountId: account.id,
        webhookAuthType: "api_key",
        notificationEvents: ["login_failed"],
        pollingBody: { since: 1 },
        webhookExtraFields: { shop: "A" },
        sessionType: "persistent",
        credentialsVersion: 1
      })
      assert.deepStrictEqual(
        [plain(saved.webhookAuthToken), plain(saved.authToken), plain(saved.bankUsername)],
        ["hook-token", "shop-token", "ana"]
      )
      assert.deepInclude(replaced, {
        id: saved.id,
        webhookAuthType: null,
        webhookAuthToken: null,
        authToken: null,
        notificationEndpointUrl: null,
        pollingBody: null,
        webhookExtraFields: null,
        credentialsVersion: 1
      })
      assert.strictEqual(plain(replaced.bankUsername), "ana")
    })
  )

  it.effect("stores no token, user name, password or secret in the clear", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const sql = yield* SqlClient.SqlClient
      const { account, user } = yield* newAccount()
      yield* accounts.saveSettings(
        user.id,
        account.id,
        settings({ ...credentials, webhookAuthToken: secret("hook-token") })
      )

      const stored = yield* sql`select s::text as row from account_settings s where account_id = ${account.id}
        union all select w::text from webhook_secrets w where account_id = ${account.id}`

      const text = JSON.stringify(stored).toLowerCase()
      for (const word of ["shop-token", "hook-token", "ana", "pa55word!", "whsec_"]) {
        assert.notInclude(text, Buffer.from(word).toString("hex"))
      }
    })
  )

  it.effect("says which setting is wrong, in the words of the API", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { account, user } = yield* newAccount("reconcile")
      const problemOf = (more: Partial<SettingsInput>) =>
        Effect.map(Effect.flip(accounts.saveSettings(user.id, account.id, settings(more))), (error) => error.message)

      const cases: ReadonlyArray<readonly [Partial<SettingsInput>, string]> = [
        [{ webhookUrl: " " }, "webhook_url is required"],
        [{ pendingOrdersEndpoint: "" }, "pending_orders_endpoint is required when the operation mode is reconcile"],
        [{ webhookUrl: "/hook" }, "webhook_url must be an absolute http or https URL without credentials"],
        [
          { pendingOrdersEndpoint: "https://me:pw@shop.test" },
          "pending_orders_endpoint must be an absolute http or https URL without credentials"
        ],
        [
          { notificationEndpointUrl: "ftp://shop.test" },
          "notification_endpoint_url must be an absolute http or https URL without credentials"
        ],
        [{ retryLimit: 101 }, "retry_limit must be a whole number from 0 to 100"],
        [{ retryLimit: 1.5 }, "retry_limit must be a whole number from 0 to 100"],
        [{ authToken: secret("a\r\nHost: b") }, "auth_token must be 1 to 4096 printable ASCII characters"],
        [{ webhookExtraFields: { note: "a\0b" } }, "webhook_extra_fields must not contain NUL characters"],
        [{ pollingBody: ["\ud800"] }, "polling_body must not contain NUL characters"],
        [{ pollingBody: nested(20_000) }, "polling_body must not be nested deeper than 100 levels"],
        [{ webhookExtraFields: { a: nested(100) } }, "webhook_extra_fields must not be nested deeper than 100 levels"],
        [
          { bankUsername: secret("\ud800"), bankPassword: secret("pw") },
          "bank_username must not contain control characters"
        ],
        [
          { bankUsername: secret("ana"), bankPassword: secret("a\0") },
          "bank_password must not contain control characters"
        ],
        [{ bankAccount: secret("ES9\0") }, "bank_account must not contain control characters"],
        [{ bankAccount: secret("9".repeat(201)) }, "bank_account must be at most 200 characters"],
        [
          { bankUsername: secret("a".repeat(257)), bankPassword: secret("pw") },
          "bank_username must be at most 256 characters"
        ],
        [
          { bankUsername: secret("ana"), bankPassword: secret("é".repeat(200_000)) },
          "bank_password must be at most 256 characters"
        ],
        [{ webhookUrl: `https://shop.test/${"a".repeat(2_000)}` }, "webhook_url must be at most 2000 characters"],
        [{ webhookExtraFields: { note: "a".repeat(17_000) } }, "webhook_extra_fields must be at most 16384 characters"],
        [{ bankUsername: secret("ana") }, "bank_password is required with a new bank_username"],
        [{ bankPassword: secret("pw") }, "bank_username is required with bank_password"]
      ]
      for (const [more, message] of cases) assert.strictEqual(yield* problemOf(more), message)
      assert.isNull(yield* accounts.settings(user.id, account.id))
    })
  )

  it.effect("asks for no pending_orders_endpoint outside of reconcile", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { account, user } = yield* newAccount("passthrough")

      const saved = yield* accounts.saveSettings(user.id, account.id, settings({ pendingOrdersEndpoint: null }))

      assert.isNull(saved.pendingOrdersEndpoint)
    })
  )

  it.effect("counts a new version of the bank credentials only when they change", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { account, user } = yield* newAccount()
      const save = (more: Partial<SettingsInput>) =>
        Effect.map(accounts.saveSettings(user.id, account.id, settings(more)), (saved) => saved.credentialsVersion)

      const none = yield* accounts.credentials(account.id)
      const versions = [
        yield* save({}),
        yield* save(credentials),
        yield* save({}),
        yield* save(credentials),
        yield* save({ bankUsername: secret("ana") }),
        yield* save({ bankUsername: secret("ana"), bankPassword: secret("new") }),
        yield* save({ bankUsername: secret("eva"), bankPassword: secret("new") }),
        yield* save({ bankUsername: secret(""), bankPassword: secret("") })
      ]
      const half = yield* Effect.flip(save({ bankUsername: secret("ana") }))

      assert.isNull(none)
      assert.deepStrictEqual(versions, [0, 1, 1, 1, 1, 2, 3, 3])
      assert.strictEqual(half._tag, "InvalidInput")
      const stored = yield* accounts.credentials(account.id)
      assert.deepStrictEqual(
        [stored?.version, plain(stored?.username ?? null), plain(stored?.password ?? null)],
        [3, "eva", "new"]
      )
    })
  )

  it.effect("makes the webhook secret with the first settings and keeps it over later ones", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { account, user } = yield* newAccount()
      const before = yield* accounts.webhookSecret(user.id, account.id)
      const tooEarly = yield* Effect.flip(accounts.rotateWebhookSecret(user.id, account.id))

      yield* accounts.saveSettings(user.id, account.id, settings())
      const first = yield* accounts.webhookSecret(user.id, account.id)
      yield* accounts.saveSettings(user.id, account.id, settings({ retryLimit: 1 }))

      assert.isNull(before)
      assert.strictEqual(tooEarly._tag, "InvalidInput")
      assert.match(plain(first) ?? "", /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.strictEqual(plain(yield* accounts.webhookSecret(user.id, account.id)), plain(first))
    })
  )

  it.effect("lets an earlier webhook secret sign for 72 hours beside the new one", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { account, user } = yield* newAccount()
      yield* accounts.saveSettings(user.id, account.id, settings())
      const signing = Effect.map(accounts.signingSecrets(account.id), (secrets) => secrets.map(plain))
      const first = plain(yield* accounts.webhookSecret(user.id, account.id))

      const second = plain(yield* accounts.rotateWebhookSecret(user.id, account.id))
      const atOnce = yield* signing
      yield* TestClock.adjust("71 hours")
      const third = plain(yield* accounts.rotateWebhookSecret(user.id, account.id))
      const nearlyThen = yield* signing
      yield* TestClock.adjust("1 hour")
      const then = yield* signing
      yield* TestClock.adjust("71 hours")

      assert.deepStrictEqual(atOnce, [second, first])
      assert.deepStrictEqual(nearlyThen, [third, second, first])
      assert.deepStrictEqual(then, [third, second])
      assert.deepStrictEqual(yield* signing, [third])
    })
  )

  it.effect("lets ten webhook secrets sign, the newest, however often it is rotated", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const sql = yield* SqlClient.SqlClient
      const { account, user } = yield* newAccount()
      yield* accounts.saveSettings(user.id, account.id, settings())

      const rotated = yield* Effect.forEach(Array(12).keys(), () =>
        TestClock.adjust("1 second").pipe(Effect.andThen(accounts.rotateWebhookSecret(user.id, account.id)))
      )

      const signing = yield* accounts.signingSecrets(account.id)
      assert.deepStrictEqual(signing.map(plain), rotated.map(plain).toReversed().slice(0, 10))
      const kept = yield* sql`select from webhook_secrets where account_id = ${account.id}`
      assert.strictEqual(kept.length, 10)
    })
  )

  it.effect("keeps no address that was never called once another one is saved, however often that is done", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* Accounts
      const { account, user } = yield* newAccount()
      const save = (nth: number) =>
        accounts.saveSettings(user.id, account.id, settings({ webhookUrl: `https://shop.test/hooks/${nth}` }))
      const endpoints = sql`select last_success_at is not null as "isCalled" from endpoints
        where account_id = ${account.id} order by 1`
      yield* save(1)
      yield* sql`update endpoints set last_success_at = now() where account_id = ${account.id}`
      for (let nth = 2; nth <= 5; nth++) yield* save(nth)

      assert.deepStrictEqual(yield* endpoints, [{ isCalled: false }, { isCalled: true }])
    })
  )

  it.effect("keeps an address whose only attempt was cut off with its node: the shop may have taken it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* Accounts
      const { account, user } = yield* newAccount()
      const save = (url: string) => accounts.saveSettings(user.id, account.id, settings({ webhookUrl: url }))
      const endpoints = sql`select count(*)::int as count from endpoints where account_id = ${account.id}`
      const message = yield* uuid
      yield* save("https://shop.test/hooks/1")
      yield* sql`insert into outbox (id, message_id, account_id, lane, event, body, status, attempts_made, sequence, due_at,
          created_at)
        values (${message}, ${message}, ${account.id}, 'result', 'scrape.completed', '\x7b7d', 'pending', 1, 1, now(), now())`
      yield* sql`insert into delivery_attempts (outbox_id, attempt_number, address, started_at)
        select ${message}, 1, address, now() from endpoints where account_id = ${account.id}`

      yield* save("https://shop.test/hooks/2")
      yield* save("https://shop.test/hooks/3")
      assert.deepStrictEqual(yield* endpoints, [{ count: 2 }])
    })
  )

  it.effect("enables the account's endpoint when settings are saved, and not when they are refused", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { account, user } = yield* newAccount()

      yield* Effect.ignore(accounts.saveSettings(user.id, account.id, settings({ webhookUrl: "" })))
      const refused = enabled.includes(account.id)
      yield* accounts.saveSettings(user.id, account.id, settings())

      assert.isFalse(refused)
      assert.isTrue(enabled.includes(account.id))
    })
  )
})
