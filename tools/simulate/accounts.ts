/** Accounts with nothing but a webhook. */
import type { AccountSettings } from "@counterfoil/core"
import { settingDefaults } from "@counterfoil/domain"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"

export const settingsOf = (accountId: string, webhookUrl: string): AccountSettings => ({
  ...settingDefaults,
  id: accountId,
  accountId,
  webhookUrl,
  credentialsVersion: 0,
  webhookAddress: webhookUrl,
  notificationAddress: null
})

/** An account for each webhook URL, in an empty database; answers their settings. */
export const seedAccounts = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const [userId, bankId] = [randomUUID(), randomUUID()]
  yield* sql`insert into users (id, email, email_key, password_hash, operation_mode, created_at)
    values (${userId}, 'a@shop.test', 'a@shop.test', '-', null, now())`
  yield* sql`insert into banks (id, code, name, origins, created_at)
    values (${bankId}, 'bank', 'A bank', ${["https://bank.test"]}, now())`
  const settings = new Map<string, AccountSettings>()
  for (const url of urls) {
    const id = randomUUID()
    settings.set(id, settingsOf(id, url))
    yield* sql`insert into accounts (id, user_id, bank_id, name, created_at)
      values (${id}, ${userId}, ${bankId}, 'Account', now())`
    yield* sql`insert into account_settings (id, account_id, webhook_url, webhook_address, webhook_host, created_at, updated_at)
      values (${id}, ${id}, ${url}, ${url}, ${new URL(url).hostname}, now(), now())`
  }
  return settings
})
