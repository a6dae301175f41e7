/** A page that breaks out of Chromium: it finds itself as a user who owns nothing, behind the kernel's own walls. */
import { BankBrowser } from "@counterfoil/core"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { getPriority, tmpdir } from "node:os"
import { join } from "node:path"
import { beforeEach, describe } from "vitest"
import type { ChromiumBrowserOptions } from "../../src/index.ts"
import { browserLayer, open } from "../support/drive.ts"
import { findMachinesOwn } from "../support/machinesOwn.ts"
import { browsersBelow, renderersBelow } from "@counterfoil/testing/processes"
import { startSite } from "../support/Site.ts"

const site = startSite({ "/": "<h1>Bank</h1>" })

let root = ""
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "counterfoil-test-"))
  return () => rmSync(root, { recursive: true, force: true })
})

/** What Linux says of a process, by name: all user ids, whether it may gain rights, which calls it may make. */
const statusOf = (pid: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/status`, "utf8")
      .split("\n")
      .map((line) => [line.split(":")[0] ?? "", line.slice(line.indexOf(":") + 1).trim()])
  )

/** Of util-linux. */
const setpriv = "setpriv"

const isRoot = process.getuid?.() === 0

/** Whether the kernel lets users make namespaces, which Chromium's sandbox is built of. */
const allowsSandbox = (() => {
  const drop = isRoot ? ["--reuid=59999", "--regid=59999", "--clear-groups"] : []
  try {
    execFileSync(setpriv, [...drop, "--no-new-privs", "unshare", "--user", "--pid", "--fork", "true"], {
      stdio: "ignore"
    })
    return true
  } catch {
    return false
  }
})()

const machinesOwn = findMachinesOwn()

const looked = <A>(
  look: (pids: { readonly browser: number; readonly renderer: number }) => A,
  options: ChromiumBrowserOptions = {}
) =>
  Effect.gen(function* () {
    const { goto } = yield* open(yield* site)
    yield* goto("/")
    const [browser, renderer] = [browsersBelow(process.pid)[0], renderersBelow(process.pid)[0]]
    if (browser === undefined || renderer === undefined) throw new Error("no browser runs")
    return look({ browser: browser.pid, renderer: renderer.pid })
  }).pipe(Effect.scoped, Effect.provide(browserLayer({ executablePath: machinesOwn.path, ...options })))

describe.runIf(process.platform === "linux")("Chromium", () => {
  it.live.runIf(isRoot)("is not root where the server is: it has a user of its own and can gain no rights", () =>
    Effect.gen(function* () {
      const { browser, renderer } = yield* looked(({ browser, renderer }) => ({
        browser: statusOf(browser),
        renderer: statusOf(renderer)
      }))

      for (const status of [browser, renderer]) {
        expect(status["Uid"]).not.toMatch(/\b0\b/)
        expect(status["Gid"]).not.toMatch(/\b0\b/)
        expect(status["Groups"]).toBe("")
        expect(status["NoNewPrivs"]).toBe("1")
      }
      expect(browser["CapEff"]).toBe("0000000000000000")
      expect(browser["CapBnd"]).toBe("0000000000000000")
    })
  )

  it.live("stands back, with all its processes, where others want the processor, if it is told to", () =>
    Effect.gen(function* () {
      const niceness = yield* looked(({ browser, renderer }) => [getPriority(browser), getPriority(renderer)], {
        niceness: 5
      })
      const own = getPriority()
      expect(niceness).toEqual([own + 5, own + 5])
    })
  )

  it.live.runIf(isRoot)("reads no file that is root's alone, and not what the server keeps for others", () =>
    Effect.gen(function* () {
      const uid = yield* looked(({ browser }) => Number(statusOf(browser)["Uid"]?.split(/\s+/)[0]))
      const as = (...command: ReadonlyArray<string>) =>
        execFileSync(setpriv, [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", ...command], { stdio: "pipe" })
      expect(() => as("cat", "/etc/shadow")).toThrow(/Permission denied/)
      expect(() => as("cat", `/proc/${process.pid}/environ`)).toThrow(/Permission denied/)
      expect(() => as("ls", root)).toThrow(/Permission denied/)
      expect(String(as("id", "-u")).trim()).toBe(String(uid))
    })
  )

  it.live.runIf(allowsSandbox)("keeps its own sandbox: a page's process may make few calls of the system", () =>
    Effect.gen(function* () {
      const { command, seccomp } = yield* looked(({ browser, renderer }) => ({
        command: readFileSync(`/proc/${browser}/cmdline`, "utf8"),
        seccomp: statusOf(renderer)["Seccomp"]
      }))
      expect(command).not.toContain("--no-sandbox")
      // 2: filtered.
      expect(seccomp).toBe("2")
    })
  )

  it.live("says what of this isn't possible", () =>
    Effect.gen(function* () {
      const { lacking } = yield* Effect.flatMap(BankBrowser, ({ describe }) => describe)
      expect(lacking).toEqual(allowsSandbox || !isRoot ? [] : [expect.stringContaining("but not its sandbox")])
    }).pipe(Effect.provide(browserLayer({ executablePath: undefined })))
  )

  // A folder that Chromium's user can't reach: the one above it is root's alone.
  it.live.runIf(isRoot)("still starts where it can't have a user of its own, and says so", () =>
    Effect.gen(function* () {
      const layer = browserLayer({ profileRoot: join(root, "within") })
      const { lacking } = yield* Effect.flatMap(BankBrowser, ({ describe }) => describe).pipe(Effect.provide(layer))
      expect(lacking).toEqual([expect.stringMatching(/^Chromium runs as root and without its sandbox: /)])
    })
  )
})
