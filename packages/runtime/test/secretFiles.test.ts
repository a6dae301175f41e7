import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, Option, Redacted } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { configFromEnv } from "../src/index.ts"

const folder = mkdtempSync(join(tmpdir(), "counterfoil-secrets-"))
const file = (name: string) => join(folder, name)
beforeAll(() => {
  for (const letter of ["j", "k", "p"]) writeFileSync(file(letter), `${letter.repeat(32)}\n`)
  writeFileSync(file("url"), "postgres://user:hunter2@db.example/books\n")
  writeFileSync(file("token"), "t".repeat(16))
  writeFileSync(file("hook"), "https://ops.example/hook?token=abc")
  writeFileSync(file("empty"), "\n")
})
afterAll(() => rmSync(folder, { recursive: true }))

const inFiles = {
  DATABASE_URL_FILE: file("url"),
  JWT_SIGNING_KEY_FILE: file("j"),
  KEY_ENCRYPTION_KEY_FILE: file("k"),
  API_KEY_PEPPER_FILE: file("p"),
  METRICS_TOKEN_FILE: file("token"),
  OPERATOR_WEBHOOK_URL_FILE: file("hook")
}

const run = (env: Readonly<Record<string, string>>) =>
  Effect.runSyncExit(
    Effect.provideService(configFromEnv, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
  )
const refusal = (env: Readonly<Record<string, string>>): string =>
  Option.match(Exit.findErrorOption(run(env)), { onNone: () => "", onSome: ({ message }) => message })

describe("a secret in a file", () => {
  it("is read as if it were in the variable, without the end of its line", () => {
    const config = Option.getOrThrow(Exit.getSuccess(run(inFiles)))
    const values = [
      config.databaseUrl,
      Option.map(config.secrets, ({ jwtSigningKey }) => jwtSigningKey),
      Option.map(config.secrets, ({ keyEncryptionKey }) => keyEncryptionKey),
      Option.map(config.secrets, ({ apiKeyPepper }) => apiKeyPepper),
      config.metricsToken,
      config.operatorWebhookUrl
    ].map((value) => Redacted.value(Option.getOrThrow(value)))
    assert.deepStrictEqual(values, [
      "postgres://user:hunter2@db.example/books",
      "j".repeat(32),
      "k".repeat(32),
      "p".repeat(32),
      "t".repeat(16),
      "https://ops.example/hook?token=abc"
    ])
  })

  it("that can't be read is told by the file's name and why", () => {
    assert.match(
      refusal({ ...inFiles, API_KEY_PEPPER_FILE: file("nowhere") }),
      /^API_KEY_PEPPER_FILE names .*nowhere, which can't be used \(ENOENT\); API_KEY_PEPPER is missing/
    )
    assert.match(
      refusal({ ...inFiles, METRICS_TOKEN_FILE: file("empty") }),
      /METRICS_TOKEN_FILE names .*\(it is empty\)/
    )
  })

  it("beside the variable is refused: nobody would know which one counts", () => {
    assert.match(
      refusal({ ...inFiles, METRICS_TOKEN: "u".repeat(16) }),
      /^METRICS_TOKEN and METRICS_TOKEN_FILE are both set: keep one$/
    )
  })
})
