import { BankBrowser } from "@counterfoil/core"
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Schedule, Scope } from "effect"
import { TestClock } from "effect/testing"
import { spawn } from "node:child_process"
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { beforeEach, describe } from "vitest"
import type { ChromiumBrowserOptions } from "../src/index.ts"
import { findChromium } from "../src/chromium/findChromium.ts"
import { browserLayer, faultOf, open, text } from "./support/drive.ts"
import { findMachinesOwn } from "./support/machinesOwn.ts"
import { browsersBelow, isAlive, processesBelow, renderersBelow } from "@counterfoil/testing/processes"
import { startSite } from "./support/Site.ts"

const site = startSite({ "/": "<h1>Bank</h1>", "/popup": `<button onclick="window.open('/')">Open</button>` })

/** Below the root of each test: what is left there is left by us. */
let root = ""
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "counterfoil-test-"))
  return () => rmSync(root, { recursive: true, force: true })
})

/** How the machine's own starts and ends is seen here. */
const machinesOwn = findMachinesOwn()

const browser = (options: ChromiumBrowserOptions = {}) =>
  Effect.provide(
    Layer.unwrap(Effect.sync(() => browserLayer({ executablePath: machinesOwn.path, profileRoot: root, ...options })))
  )
const ours = () => browsersBelow(process.pid).map(({ pid }) => pid)

/** The kernel tells nobody but the parent that a process has ended: it is asked until it has. */
const untilEnded = (pids: ReadonlyArray<number>) =>
  Effect.sync(() => pids.some(isAlive)).pipe(
    Effect.repeat({ while: (some) => some, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("30 seconds")
  )

describe("The bank browser", () => {
  it.live("starts with the first session and leaves neither process nor file behind", () =>
    Effect.gen(function* () {
      const bank = yield* site
      const during = yield* Effect.scoped(
        Effect.gen(function* () {
          expect(ours()).toEqual([])
          const { goto } = yield* open(bank)
          yield* goto("/")
          const { path, version } = yield* Effect.flatMap(BankBrowser, ({ describe }) => describe)
          expect(path).toMatch(/chrom/)
          expect(version).toMatch(/^\d+\./)
          expect(readdirSync(root)).toHaveLength(1)
          return ours()
        }).pipe(browser({ executablePath: undefined }))
      )

      expect(during).toHaveLength(1)
      yield* untilEnded(during)
      expect(readdirSync(root)).toEqual([])
    })
  )

  it.effect("that was only looked at is gone soon where no session comes", () =>
    Effect.gen(function* () {
      yield* Effect.flatMap(BankBrowser, ({ describe }) => describe)
      const looked = ours()
      expect(looked).toHaveLength(1)

      yield* TestClock.adjust("10 seconds")
      yield* TestClock.withLive(untilEnded(looked))
    }).pipe(browser())
  )

  it.live("that was only looked at is the first session's", () =>
    Effect.gen(function* () {
      yield* Effect.flatMap(BankBrowser, ({ describe }) => describe)
      const looked = ours()
      const { goto } = yield* open(yield* site)
      yield* goto("/")

      expect(looked).toHaveLength(1)
      expect(ours()).toEqual(looked)
    }).pipe(browser())
  )

  it.live("turns off all that Playwright turns off, and starts no renderer but the page's own", () =>
    Effect.gen(function* () {
      const { goto } = yield* open(yield* site)
      yield* goto("/")
      const [{ command } = { command: "" }] = browsersBelow(process.pid)
      const [first, last] = [...command.matchAll(/--disable-features=(\S+)/g)].map(([, names = ""]) => names.split(","))

      expect(last).toEqual(expect.arrayContaining(first ?? []))
      expect(renderersBelow(process.pid)).toHaveLength(1)
      // One session at a time: none is kept ready for another one, as happens two seconds later.
    }).pipe(browser({ maxContexts: 1 }))
  )

  it.live("says that a session is gone when its page crashes or it is killed, and goes on with others", () =>
    Effect.gen(function* () {
      const bank = yield* site
      const crashed = Effect.gen(function* () {
        const { page, goto, on } = yield* open(bank)
        yield* goto("/")
        const pending = yield* Effect.forkChild(faultOf(on(text("Never"), "locator.waitFor", { timeout: 60_000 })))
        yield* on(text("Bank"), "locator.waitFor")

        for (const { pid } of renderersBelow(process.pid)) process.kill(pid, "SIGKILL")

        expect(yield* page.gone).toMatchObject({ code: "PageClosed", message: "The page crashed" })
        expect((yield* Fiber.join(pending)).code).toBe("PageClosed")
        expect((yield* faultOf(goto("/"))).code).toBe("PageClosed")
      })
      const killed = Effect.gen(function* () {
        const { page, goto } = yield* open(bank)
        yield* goto("/")
        const before = ours()
        for (const pid of before) process.kill(pid, "SIGKILL")

        expect((yield* page.gone).code).toBe("PageClosed")
        expect((yield* faultOf(goto("/"))).code).toBe("PageClosed")
        expect((yield* Effect.flip(page.evidence)).code).toBe("PageClosed")
        return before
      })

      yield* Effect.scoped(crashed)
      const before = yield* Effect.scoped(killed)
      const last = yield* open(bank)

      expect(yield* last.goto("/")).toBe(null)
      expect(ours()).not.toEqual(before)
      // One session at a time: no page is kept ready, which would be killed with the first one's and might be the next one's.
    }).pipe(browser({ maxContexts: 1 }), Effect.scoped)
  )

  it.live("is replaced after a number of sessions, without disturbing those that are open", () =>
    Effect.gen(function* () {
      const bank = yield* site
      const long = yield* Scope.make()
      const first = yield* open(bank).pipe(Scope.provide(long))
      yield* Effect.scoped(open(bank))
      const [old = 0] = ours()

      const third = yield* open(bank)

      expect(ours()).toContain(old)
      expect(ours().length).toBeGreaterThan(1)
      expect(yield* first.goto("/")).toBe(null)
      yield* Scope.close(long, Exit.void)
      yield* untilEnded([old])
      expect(yield* third.goto("/")).toBe(null)
    }).pipe(browser({ recycleAfter: 2 }), Effect.scoped)
  )

  it.live("lets a session wait while all places are taken, and breaks off the calls of one that is closed", () =>
    Effect.gen(function* () {
      const bank = yield* site
      const long = yield* Scope.make()
      const { page, on } = yield* open(bank).pipe(Scope.provide(long))
      const pending = yield* Effect.forkChild(faultOf(on(text("Never"), "locator.waitFor", { timeout: 60_000 })))
      const gone = yield* Effect.forkChild(page.gone)
      const isOpen = yield* Deferred.make<void>()
      const waiting = yield* Effect.forkChild(
        Effect.scoped(Effect.andThen(open(bank), Deferred.succeed(isOpen, undefined)))
      )

      yield* open(bank).pipe(Effect.scoped, Effect.timeoutOption("100 millis"))
      expect(yield* Deferred.isDone(isOpen)).toBe(false)
      yield* Scope.close(long, Exit.void)

      expect((yield* Fiber.join(pending)).code).toBe("PageClosed")
      expect(gone.pollUnsafe()).toBe(undefined)
      yield* Fiber.join(waiting)
      expect(yield* Deferred.isDone(isOpen)).toBe(true)
    }).pipe(browser({ maxContexts: 1 }), Effect.scoped)
  )

  it.live("ends with its process, even when that is killed, and its files go at the next start", () =>
    Effect.gen(function* () {
      const bank = yield* site
      const holder = spawn(
        process.execPath,
        [fileURLToPath(new URL("fixtures/holdBrowser.ts", import.meta.url)), bank.origin, root],
        {
          stdio: ["ignore", "pipe", "inherit"]
        }
      )
      const pid = holder.pid ?? 0
      yield* Effect.callback<void>((resume) => {
        createInterface({ input: holder.stdout }).on("line", (line) => {
          if (line === "open") resume(Effect.void)
        })
        holder.once("exit", (code) => resume(Effect.die(new Error(`The holder ended with ${code}`))))
      })
      const held = browsersBelow(pid)
      const all = processesBelow(pid).map((each) => each.pid)
      const profile = /--user-data-dir=(\S+)/.exec(held[0]?.command ?? "")?.[1] ?? ""
      const [leftOver = ""] = readdirSync(root)

      holder.kill("SIGKILL")

      expect(held).toHaveLength(1)
      yield* untilEnded([pid, ...all])
      expect(readdirSync(root)).toEqual([leftOver])
      expect(existsSync(profile)).toBe(true)
      yield* Effect.scoped(
        Effect.provide(BankBrowser, browserLayer({ executablePath: machinesOwn.path, profileRoot: root }))
      )
      expect(readdirSync(root)).toEqual([])
      expect(existsSync(profile)).toBe(false)
    })
  )

  it.live("says what to do when there is none", () =>
    Effect.gen(function* () {
      const bank = yield* site
      const tell = (executablePath: string) =>
        Effect.flatMap(BankBrowser, ({ describe }) => Effect.flip(describe)).pipe(browser({ executablePath }))

      expect((yield* tell("/no/such/browser")).message).toBe(
        "There is no browser at /no/such/browser: correct that path, or leave it out and one is looked for."
      )
      expect((yield* tell("/bin/false")).message).toMatch(/^\/bin\/false can't start \(.+\): run it by hand to see why/)
      const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8")
      const tested = /"@sparticuz\/chromium": "(.+)"/.exec(manifest)?.[1]
      const nowhere = findChromium({ directory: root, paths: ["/no/chromium"], bundled: false })
      expect((yield* Effect.flip(nowhere)).message).toBe(
        `No Chromium was found (looked at /no/chromium): install your system's chromium package or name its path, or npm install @sparticuz/chromium@${tested}.`
      )
      expect(bank.connections()).toBe(0)
    })
  )

  it.live("is not unpacked to the end for a service that stops meanwhile", () =>
    Effect.gen(function* () {
      const unpacking = () => processesBelow(process.pid).filter(({ command }) => command.includes("executablePath"))
      const found = yield* Effect.forkChild(findChromium({ directory: root, paths: [] }), { startImmediately: true })
      yield* Effect.sync(unpacking).pipe(
        Effect.repeat({ while: (some) => some.length === 0, schedule: Schedule.spaced("20 millis") }),
        Effect.timeout("30 seconds")
      )

      yield* Fiber.interrupt(found)

      expect(unpacking()).toEqual([])
    })
  )

  it.live.each([
    ["the system has none", false],
    ["the system has none, with the libraries that it brings", true]
  ] as const)("is the bundled one where %s", ([, ownLibraries]) =>
    Effect.gen(function* () {
      const { path, isBundled } = yield* findChromium({ directory: root, paths: [], ownLibraries })
      // Not of whoever packed it, who may be somebody here.
      const paths = readdirSync(root, { recursive: true, encoding: "utf8" })
      expect(new Set(paths.map((name) => lstatSync(join(root, name)).uid))).toEqual(new Set([process.getuid?.()]))

      const { version } = yield* Effect.flatMap(BankBrowser, ({ describe }) => describe).pipe(
        browser({ executablePath: path })
      )

      expect(isBundled).toBe(true)
      expect(path.startsWith(root)).toBe(true)
      if (ownLibraries) expect(path).toMatch(/\/chromium-with-libraries$/)
      expect(version).toMatch(/^153\./)
    })
  )
})
