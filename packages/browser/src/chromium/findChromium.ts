/** Where a browser may be, in the order in which we look: what the operator named, the system's, Playwright's, our own. */
import { BrowserUnavailable } from "@counterfoil/core"
import { Effect, Option } from "effect"
import { type ChildProcess, execFile } from "node:child_process"
import { constants } from "node:fs"
import { access, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { basename, dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { loadPlaywright } from "../playwright.ts"

const systemPaths: Readonly<Record<string, ReadonlyArray<string>>> = {
  linux: [
    // The binary itself before Debian's wrapper, which adds flags of its own.
    "/usr/lib/chromium/chromium",
    "/usr/bin/chromium",
    "/usr/lib/chromium-browser/chromium-browser",
    "/opt/google/chrome/chrome",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable"
  ],
  darwin: [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
  ],
  win32: ["C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"]
}

const isExecutable = (path: string): Effect.Effect<boolean> =>
  Effect.promise(() =>
    access(path, constants.X_OK).then(
      () => true,
      () => false
    )
  )

/** For root the package would keep the owners that its archive names, who may be people of this machine. */
const asAnybody = `process.getuid = () => -1
`

/** The package unpacks into the temporary folder of its process and trusts what it finds there: it gets a private one. */
const unpackScript = `
const { default: bundled } = await import(process.argv[1])
process.stdout.write(await bundled.executablePath())
`

/** Libraries that a desktop has and a bare server may lack (NSS, expat): the package brings them for such machines. */
const unpackLibrariesScript = `
const { inflate } = await import(process.argv[1])
await inflate(new URL("../bin/al2023.tar.br", process.argv[1]).pathname)
`

/** The one that is tested with this Playwright: for programs that have to bring it themselves. */
const bundledVersion = "153.0.0"

const bundledEntry = Effect.sync(() => {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve("@sparticuz/chromium")).href
  } catch {
    return undefined
  }
})

/** Seconds are enough where nothing else is done; beside other work it has taken a minute. */
const unpackLimit = 300_000

const explainUnpack = (wasTooSlow: boolean) =>
  new BrowserUnavailable({
    message: wasTooSlow
      ? `The bundled Chromium was not unpacked within ${unpackLimit / 1000} s, this machine is too busy: try again, or install your system's chromium package.`
      : "The bundled Chromium could not be unpacked (it needs 250 MB): install your system's chromium package."
  })

/** Whoever stops meanwhile doesn't want it any more, and removes what it unpacks into: it has ended by then. */
const endNow = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    child.once("close", () => resume(Effect.void))
    child.kill("SIGKILL")
  })

const runUnpack = (script: string, entry: string, directory: string) =>
  Effect.callback<string, BrowserUnavailable>((resume) => {
    const options = { env: { TMPDIR: directory }, timeout: unpackLimit }
    const args = ["--input-type=module", "-e", asAnybody + script, entry]
    const child = execFile(process.execPath, args, options, (error, stdout) =>
      resume(error === null ? Effect.succeed(stdout) : Effect.fail(explainUnpack(error.killed === true)))
    )
    return endNow(child)
  })

/** Answers in 10 ms, or can't be loaded; a busy machine reads it from its disk first. */
const isLoadable = (path: string) =>
  Effect.callback<boolean>((resume) => {
    const child = execFile(path, ["--version"], { timeout: 60_000 }, (error) => resume(Effect.succeed(error === null)))
    return endNow(child)
  })

/** A program that starts the browser with the libraries beside it, and is the browser from then on. */
const withOwnLibraries = Effect.fnUntraced(function* (entry: string, directory: string, path: string) {
  yield* runUnpack(unpackLibrariesScript, entry, directory)
  const program = join(directory, "chromium-with-libraries")
  const text = `#!/bin/sh
here=$(dirname "$0")
LD_LIBRARY_PATH="$here/al2023/lib" exec "$here/${basename(path)}" "$@"
`
  yield* Effect.promise(() => writeFile(program, text, { mode: 0o700 }))
  return program
})

const unpackBundled = Effect.fnUntraced(function* (entry: string, directory: string, ownLibraries: boolean) {
  const path = yield* runUnpack(unpackScript, entry, directory)
  // Unpacked, only the disk keeps it from being a program.
  if (!(yield* isExecutable(path))) {
    return yield* new BrowserUnavailable({
      message: `The bundled Chromium can't be started in ${dirname(directory)}, whose disk allows no programs (noexec): set TMPDIR to a folder on another disk, or install your system's chromium package.`
    })
  }
  const suffices = !ownLibraries && (yield* isLoadable(path))
  return suffices ? path : yield* withOwnLibraries(entry, directory, path)
})

/** Where Playwright would put one. Asked only where the system has none: its library takes long to load. */
const downloadedPath = Effect.sync(() => loadPlaywright().chromium.executablePath())

const firstExecutable = (paths: ReadonlyArray<string>) => Effect.findFirst(paths, isExecutable)

export interface FoundChromium {
  readonly path: string
  /** Whether it is the copy from our own dependencies, which gets no updates from the system. */
  readonly isBundled: boolean
}

/** `directory` is a private folder, into which the bundled browser is unpacked when there is no other. */
export const findChromium = Effect.fn("findChromium")(function* (options: {
  readonly executablePath?: string | undefined
  readonly directory: string
  readonly paths?: ReadonlyArray<string> | undefined
  readonly bundled?: boolean | undefined
  /** Whether a bundled browser brings its libraries. (Default: where the system lacks one) */
  readonly ownLibraries?: boolean | undefined
}): Effect.fn.Return<FoundChromium, BrowserUnavailable> {
  const { executablePath } = options
  if (executablePath !== undefined && executablePath !== "") {
    if (yield* isExecutable(executablePath)) return { path: executablePath, isBundled: false }
    return yield* new BrowserUnavailable({
      message: `There is no browser at ${executablePath}: correct that path, or leave it out and one is looked for.`
    })
  }
  const ofSystem = options.paths ?? systemPaths[process.platform] ?? []
  const installed = yield* firstExecutable(ofSystem)
  if (Option.isSome(installed)) return { path: installed.value, isBundled: false }
  const others = options.paths === undefined ? [yield* downloadedPath] : []
  const downloaded = yield* firstExecutable(others)
  if (Option.isSome(downloaded)) return { path: downloaded.value, isBundled: false }
  const entry = options.bundled === false ? undefined : yield* bundledEntry
  if (entry !== undefined && process.platform === "linux") {
    return { path: yield* unpackBundled(entry, options.directory, options.ownLibraries ?? false), isBundled: true }
  }
  const orBundled = process.platform === "linux" ? `, or npm install @sparticuz/chromium@${bundledVersion}` : ""
  return yield* new BrowserUnavailable({
    message: `No Chromium was found (looked at ${[...ofSystem, ...others].join(", ")}): install your system's chromium package or name its path${orBundled}.`
  })
})
