/** Pages and browsers that answer nothing any more: whoever waits for them gives up. */
import { BankBrowser } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Option } from "effect"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import type { ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { browserLayer, open } from "./support/drive.ts"
import { browsersBelow } from "@counterfoil/testing/processes"
import { onceFrozenChromium } from "./support/frozenChromium.ts"
import { findMachinesOwn } from "./support/machinesOwn.ts"
import { startSite } from "./support/Site.ts"

const begins: Array<ServerResponse> = []
const site = startSite({
  "/": "<h1>Bank</h1>",
  // Once it is told to begin its script waits for an answer and lets nothing else happen: as one that computes for ever, at no cost.
  "/busy": `<h1>Bank</h1><script>localStorage.setItem("k", "v"); fetch("/begin").then(() => {
    const request = new XMLHttpRequest()
    request.open("GET", "/never", false)
    request.send()
  })</script>`,
  "/begin": (_, response) => void begins.push(response),
  "/never": () => undefined
})
const profileRoot = mkdtempSync(join(tmpdir(), "counterfoil-hang-"))
const machinesOwn = findMachinesOwn()
const ownBrowser = () => browserLayer({ profileRoot })

/** The tests' browser, which first notes its pid: nobody else's may stand still. */
const noted = join(profileRoot, "noted-chromium")
beforeAll(() => {
  const browser = process.env["CHROMIUM_PATH"] ?? machinesOwn.path
  const text = `#!/bin/sh\necho $$ >> '${noted}.pids'\nexec '${browser}' "$@"\n`
  writeFileSync(noted, text, { mode: 0o755 })
})
const notedPids = () => {
  const pids = readFileSync(`${noted}.pids`, "utf8").split("\n").map(Number)
  return browsersBelow(process.pid).flatMap(({ pid }) => (pids.includes(pid) ? [pid] : []))
}

// What a killed browser had started may write there for a moment more.
afterAll(() => rm(profileRoot, { recursive: true, force: true, maxRetries: 20 }))

// Each has a browser of its own, and waits for most of its time.
describe.concurrent("what answers nothing", () => {
  it.live("is a page whose script never ends: its session's storage is not waited for", () =>
    Effect.gen(function* () {
      const bank = yield* site
      const { goto, page } = yield* open(bank)
      yield* goto("/busy")
      yield* bank.reached("/begin")
      for (const response of begins.splice(0)) response.end()
      yield* bank.reached("/never")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(page.storageState)))
    }).pipe(Effect.provide(ownBrowser()))
  )

  it.live("is a browser that stands still: the next session is in another one", () =>
    Effect.gen(function* () {
      const bank = yield* site
      yield* Effect.scoped(Effect.flatMap(open(bank), ({ goto }) => goto("/")))
      const still = notedPids()
      assert.isNotEmpty(still)
      for (const pid of still) process.kill(pid, "SIGSTOP")
      yield* Effect.gen(function* () {
        const { open: openPage } = yield* BankBrowser
        const origins = [bank.origin]
        const opened = (sessionId: string) =>
          Effect.scoped(
            openPage({ accountId: "a", sessionId, origins, secretOrigins: origins, storageState: Option.none() })
          )
        // One may have been made ready before.
        yield* opened("s1")
        yield* opened("s2")
      }).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            for (const pid of still) process.kill(pid, "SIGCONT")
          })
        )
      )
    }).pipe(Effect.provide(browserLayer({ profileRoot, executablePath: noted })))
  )

  it.live("is a browser that freezes while it starts: the same session is in another one", () =>
    Effect.gen(function* () {
      const bank = yield* site
      const { path } = yield* Effect.acquireRelease(
        Effect.sync(() => onceFrozenChromium(process.env["CHROMIUM_PATH"] ?? machinesOwn.path)),
        ({ remove }) => Effect.sync(remove)
      )
      yield* Effect.scoped(Effect.flatMap(open(bank), ({ goto }) => goto("/"))).pipe(
        Effect.provide(browserLayer({ profileRoot, executablePath: path }))
      )
    })
  )
})
