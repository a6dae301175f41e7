/**
 * One long-lived Chromium for all sessions: started by the first one, replaced after a crash, and retired after a number
 * of sessions so that no leak grows for ever. A retired browser takes no new session and ends with its last one.
 */
import { BrowserUnavailable, type DescribedBrowser, PageFault } from "@counterfoil/core"
import { Effect, Option, Schema, type Scope, Semaphore } from "effect"
import type { Browser } from "playwright-core"
import { type AnswersTold, watchAnswers } from "../pipe/answersTold.ts"
import { browserEnvironment } from "./browserEnvironment.ts"
import { closedNetworkFlags, deadProxy } from "./closedNetwork.ts"
import { disabledFeaturesFlag } from "./disabledFeatures.ts"
import { type DownloadGuard, type DownloadsTold, guardDownloads, watchDownloads } from "../pipe/DownloadGuard.ts"
import { findChromium, type FoundChromium } from "./findChromium.ts"
import { launcherOf } from "./launcher.ts"
import type { Judge } from "../pipe/messageFilter.ts"
import { loadPlaywright } from "../playwright.ts"
import { type ChromiumFolders, letAllRead, makeFolders, makeOwnUser, type OwnUser } from "./OwnUser.ts"
import { readingInTurns } from "../pipe/readInTurns.ts"
import { registerLooks } from "../reading/registerLooks.ts"
import { sandboxAdvice } from "./sandboxAdvice.ts"
import { endWithin, ofBrowser } from "../within.ts"
import { noteProfile } from "./WorkFolder.ts"
import { guardWrites, type WriteGuard } from "../network/WriteGuard.ts"

export interface SharedChromiumOptions {
  readonly executablePath?: string | undefined
  readonly headless: boolean
  readonly niceness: number
  readonly recycleAfter: number
  /** A private folder of this process. */
  readonly directory: string
}

export interface Lease {
  readonly browser: Browser
  readonly writes: WriteGuard
  readonly downloads: DownloadGuard
  /** No further session gets this browser: it doesn't work any more. */
  readonly discard: Effect.Effect<void>
}

export interface SharedChromium {
  /** A browser to open one context in; given back with the scope. */
  readonly lease: Effect.Effect<Lease, BrowserUnavailable, Scope.Scope>
  readonly describe: Effect.Effect<DescribedBrowser, BrowserUnavailable>
}

interface Running {
  readonly browser: Browser
  readonly writes: WriteGuard
  readonly downloads: DownloadGuard
  readonly path: string
  opened: number
  live: number
}

const sandboxRefused = /No usable sandbox|setuid sandbox|namespace/i
/** Also what is said where the browser lies in a folder that only root may enter, such as /root. */
const userRefused = /setpriv: |Permission denied|EACCES/

const explainLaunch = (path: string, cause: unknown): BrowserUnavailable => {
  const text = cause instanceof Error ? cause.message : String(cause)
  const library = /loading shared libraries: ([^\s:]+)/.exec(text)?.[1]
  if (library !== undefined) {
    return new BrowserUnavailable({
      message: `${path} can't start, ${library} is missing: install your system's chromium package, which brings it.`
    })
  }
  if (sandboxRefused.test(text)) {
    return new BrowserUnavailable({
      message: `${path} can't start, its sandbox isn't allowed here: ${sandboxAdvice()}`
    })
  }
  const fatal = /FATAL:[^\]]*\] ?([^\n]+)/.exec(text)?.[1]
  const reason = fatal ?? text.split("\n").find((line) => line.trim() !== "") ?? "no reason given"
  return new BrowserUnavailable({
    message: `${path} can't start (${reason.trim().slice(0, 200)}): run it by hand to see why, or name another browser.`
  })
}

/** How a browser is started, and what of its confinement that lacks. */
interface Confinement {
  readonly user: OwnUser | undefined
  readonly sandbox: boolean
  readonly lacking: ReadonlyArray<string>
}

const asRoot: Confinement = {
  user: undefined,
  sandbox: false,
  lacking: [
    "Chromium runs as root and without its sandbox: run the server as a user of its own, or give it setpriv (util-linux) and a CHROMIUM_PATH and a temporary folder that all users may enter"
  ]
}

/**
 * The best first. Chromium refuses to keep its sandbox as root. As a user of ours it must have it: what isn't allowed there can
 * be allowed, and told by whoever looks after the machine.
 */
const confinements = (user: OwnUser | undefined): ReadonlyArray<Confinement> => {
  if (process.getuid?.() !== 0) return [{ user: undefined, sandbox: true, lacking: [] }]
  if (user === undefined) return [asRoot]
  const unboxed = `Chromium has a user of its own (uid ${user.uid}), but not its sandbox: ${sandboxAdvice()}`
  return [{ user, sandbox: true, lacking: [] }, { user, sandbox: false, lacking: [unboxed] }, asRoot]
}

interface Started {
  readonly browser: Browser
  readonly answers: AnswersTold
  readonly downloads: DownloadsTold
}

const launch = (
  path: string,
  { sandbox, user }: Confinement,
  folders: ChromiumFolders,
  options: SharedChromiumOptions
) =>
  Effect.flatMap(launcherOf(options.directory, path, { user, niceness: options.niceness }), (executablePath) =>
    Effect.tryPromise({
      try: async (): Promise<Started> => {
        const { chromium } = loadPlaywright()
        await registerLooks()
        const answers = watchAnswers()
        const downloads = watchDownloads()
        const launched = () =>
          chromium.launch({
            executablePath,
            headless: options.headless,
            chromiumSandbox: sandbox,
            args: [...closedNetworkFlags, disabledFeaturesFlag],
            proxy: deadProxy,
            env: browserEnvironment(folders),
            artifactsDir: folders.artifacts,
            // Signals are the service's to handle: it closes its sessions first.
            handleSIGINT: false,
            handleSIGTERM: false,
            handleSIGHUP: false,
            // A second where nothing else is done.
            timeout: 90_000
          })
        const among = (judge: Judge) => downloads.among(answers.among(judge))
        return { answers, downloads, browser: await readingInTurns(executablePath, launched, among) }
      },
      catch: (cause) => new LaunchFailed(cause)
    })
  )

class LaunchFailed {
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
  /** Whether it is its confinement that isn't allowed here. */
  get isConfined(): boolean {
    const text = this.cause instanceof Error ? this.cause.message : String(this.cause)
    return sandboxRefused.test(text) || userRefused.test(text)
  }
}

const commandLineIn = Schema.decodeUnknownOption(Schema.Struct({ commandLine: Schema.String }))

/** Playwright doesn't tell where it put the profile; the browser does. */
const noteProfileOf = async (browser: Browser, directory: string): Promise<void> => {
  const session = await browser.newBrowserCDPSession()
  const info = commandLineIn(await session.send("SystemInfo.getInfo"))
  const profile = /--user-data-dir="?([^"\s]+)/.exec(Option.isSome(info) ? info.value.commandLine : "")?.[1]
  if (profile !== undefined) await noteProfile(directory, profile)
  await session.detach()
}

/** With an end: meanwhile nobody else can have a browser started. */
const prepared = ({ answers, browser, downloads }: Started, path: string, directory: string) =>
  Effect.tryPromise({
    try: () => {
      const guarded = async () => {
        await noteProfileOf(browser, directory).catch(() => undefined)
        return {
          writes: await guardWrites(browser, answers),
          downloads: await guardDownloads(browser, downloads)
        }
      }
      return ofBrowser(guarded())
    },
    catch: (cause) =>
      new BrowserUnavailable({
        message:
          cause instanceof PageFault && cause.code === "Timeout"
            ? `${path} started, but answers nothing: run it by hand to see why, or name another browser.`
            : `${path} doesn't let its requests be held back, so it can't be kept from paying: name another browser.`
      })
  }).pipe(Effect.tapError(() => endWithin(browser.close())))

const closeBrowser = ({ browser }: Running): Effect.Effect<void> => Effect.suspend(() => endWithin(browser.close()))

export const makeSharedChromium = Effect.fnUntraced(function* (
  options: SharedChromiumOptions
): Effect.fn.Return<SharedChromium, never, Scope.Scope> {
  const starting = Semaphore.makeUnsafe(1)
  const scope = yield* Effect.scope
  const all = new Set<Running>()
  let found: FoundChromium | undefined
  let current: Running | undefined
  const folders = yield* makeFolders(options.directory)
  const user = yield* makeOwnUser(options.directory, folders)
  const possible = confinements(user)
  // Only a refusal of the confinement itself leads to a lesser one: a browser that failed otherwise fails.
  let used = 0
  const use = (next: number) =>
    Effect.suspend(() => {
      used = next
      return user !== undefined && possible[next]?.user === undefined ? user.leave : Effect.void
    })

  const confined = (path: string): Effect.Effect<Started, BrowserUnavailable> =>
    Effect.suspend(() => {
      const confinement = possible[used] ?? asRoot
      return Effect.catch(launch(path, confinement, folders, options), (failed) => {
        if (!failed.isConfined || used + 1 >= possible.length) return explainLaunch(path, failed.cause)
        return Effect.andThen(use(used + 1), confined(path))
      })
    })

  yield* Effect.addFinalizer(() => Effect.forEach(all, closeBrowser, { concurrency: "unbounded", discard: true }))

  const find = Effect.gen(function* () {
    if (found !== undefined) return found
    found = yield* findChromium(options)
    if (found.isBundled) {
      yield* letAllRead(options.directory, folders)
      yield* Effect.logWarning("No Chromium on this machine: the bundled one is used, which gets no security updates")
    }
    if (user !== undefined && !(yield* user.mayRun(found.path))) yield* use(possible.length - 1)
    return found
  })

  const start = Effect.gen(function* () {
    const place = yield* find
    const started = yield* confined(place.path)
    const { browser } = started
    const guards = yield* prepared(started, place.path, options.directory)
    const running: Running = { browser, ...guards, path: place.path, opened: 0, live: 0 }
    all.add(running)
    browser.on("disconnected", () => {
      all.delete(running)
      if (current === running) current = undefined
    })
    current = running
    return running
  })

  const running = Effect.suspend(() => (current?.browser.isConnected() === true ? Effect.succeed(current) : start))

  // Counted under the same permit that finds it: otherwise another session could retire and close it in between.
  const take = starting.withPermit(
    Effect.map(running, (leased) => {
      leased.opened += 1
      leased.live += 1
      if (leased.opened >= options.recycleAfter && current === leased) current = undefined
      return leased
    })
  )

  const giveBack = (leased: Running) =>
    Effect.suspend(() => {
      leased.live -= 1
      return leased.live === 0 && current !== leased ? closeBrowser(leased) : Effect.void
    })

  const closeUnused = (looked: Running) =>
    Effect.suspend(() => {
      if (looked.opened > 0 || current !== looked) return Effect.void
      current = undefined
      return closeBrowser(looked)
    })

  /** One that is started only to be looked at waits a little for the first session: a server's come at once. Longer, it would take memory for nothing. */
  const look = Effect.gen(function* () {
    const found = yield* running
    const lacking = possible[used]?.lacking ?? []
    if (found.opened === 0) {
      yield* Effect.forkIn(Effect.delay(starting.withPermit(closeUnused(found)), "10 seconds"), scope)
    }
    return { path: found.path, version: found.browser.version(), lacking }
  })

  return {
    lease: Effect.map(Effect.acquireRelease(take, giveBack), (leased) => ({
      browser: leased.browser,
      writes: leased.writes,
      downloads: leased.downloads,
      discard: Effect.sync(() => {
        if (current === leased) current = undefined
      })
    })),
    // A launch that is interrupted half-way would leave a browser behind.
    describe: Effect.andThen(starting.withPermit(find), Effect.uninterruptible(starting.withPermit(look)))
  }
})
