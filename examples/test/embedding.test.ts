/** The example that embeds Counterfoil, run as it stands: a process of its own, on a real database, with a real bank script. */
import { TestDatabase } from "@counterfoil/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { bundleScript } from "../../apps/counterfoil/src/script/bundle.ts"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "counterfoil-embed-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const start = Effect.fnUntraced(function* (home: string, bankScript: string) {
  const { url } = yield* TestDatabase
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, ["--disable-warning=ExperimentalWarning", here("../10-embed.ts")], {
        stdio: ["ignore", "pipe", "inherit"],
        env: {
          PATH: process.env["PATH"],
          PORT: "0",
          COUNTERFOIL_HOME: home,
          DATABASE_URL: Redacted.value(url),
          JWT_SIGNING_KEY: "a signing key of more than thirty-two characters",
          KEY_ENCRYPTION_KEY: "an encryption key of more than thirty-two characters",
          API_KEY_PEPPER: "a pepper of more than thirty-two characters",
          BANK_SCRIPTS: bankScript,
          BANK_URL: "http://127.0.0.1:9/login",
          // The first thing that happens to an account here is that there is no browser: an event like any other.
          CHROMIUM_PATH: join(home, "no-browser")
        }
      })
    ),
    (process) => Effect.sync(() => void process.kill("SIGKILL"))
  )
  return { child, waitFor: linesOf(child) }
})

/** The first line, from the start on, that the pattern matches. */
const linesOf = (child: ChildProcess) => {
  const lines: Array<string> = []
  const waiting = new Set<() => void>()
  createInterface({ input: child.stdout ?? process.stdin }).on("line", (line) => {
    lines.push(line)
    for (const look of waiting) look()
  })
  return (pattern: RegExp) =>
    Effect.callback<string>((resume) => {
      const look = () => {
        const found = lines.map((line) => pattern.exec(line)).find((match) => match !== null)
        if (found === undefined) return
        waiting.delete(look)
        resume(Effect.succeed(found[1] ?? found[0]))
      }
      waiting.add(look)
      look()
    })
}

const ask = (url: string, token?: string, body?: unknown, method = "POST") =>
  Effect.promise(async () => {
    const response = await fetch(url, {
      method: body === undefined ? "GET" : method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        "content-type": "application/json"
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const answer: unknown = await response.json()
    return answer
  })

const field = (json: unknown, name: string): string => String(Object(json)[name])

describe("10-embed", () => {
  it.live("runs the service, puts the program's bank script into service, and hands it the events", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const bankScript = join(home, "demo-bank.js")
      const { bundle } = yield* Effect.promise(() => bundleScript(here("../../bank-scripts/demo-bank/1.0.0")))
      writeFileSync(bankScript, bundle)
      const { child, waitFor } = yield* start(home, bankScript)
      const base = yield* waitFor(/^Counterfoil listens on (http:\S+)$/)

      const person = { email: "you@example.com", password: "a long enough password" }
      yield* ask(`${base}/auth/register`, undefined, person)
      const token = field(yield* ask(`${base}/auth/login`, undefined, person), "token")
      const scripts = ask(`${base}/scripts`, token).pipe(
        Effect.map((list) => (Array.isArray(list) ? list : [])),
        Effect.repeat({ until: (list) => field(list[0], "status") === "active" })
      )
      assert.strictEqual(field((yield* scripts)[0], "version"), "1.0.0")

      const banks = yield* ask(`${base}/banks`, token)
      const bankId = field(Array.isArray(banks) ? banks[0] : undefined, "id")
      const accountId = field(yield* ask(`${base}/accounts`, token, { bankId, name: "Mine" }), "id")
      const settings = {
        webhook_url: "http://127.0.0.1:9/webhooks",
        polling_method: "GET",
        retry_limit: 3,
        session_type: "one-shot",
        login_mode: "simple",
        bank_username: "luis",
        bank_password: "a bank password"
      }
      yield* ask(`${base}/accounts/${accountId}/config`, token, settings, "PUT")
      const type = yield* waitFor(new RegExp(`^(\\S+) ${accountId}$`))
      assert.include(["login.failed", "scrape.failed"], type)

      const ended = once(child, "exit")
      child.kill("SIGTERM")
      // NodeRuntime's own way to end a program that was asked to stop.
      assert.deepStrictEqual(yield* Effect.promise(() => ended), [130, null])
    }).pipe(Effect.provide(TestDatabase.layer))
  )
})
