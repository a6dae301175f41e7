/**
 * The dashboard: the files of one built folder, under `/app/`. They are read once, when the server starts, so that a
 * path of a request never becomes a path of the machine.
 */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { readdir, readFile } from "node:fs/promises"
import * as Path from "node:path"
import { contentTypeOf, guardsWith } from "./pageHeaders.ts"

export const dashboardPath = "/app"

/** Everything comes from here and nothing is written into the page: no inline script, no style element, no frame. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Its one policy gives the address of the service worker, and nothing else.
  "trusted-types counterfoil"
].join("; ")

const guards = guardsWith(policy)

interface Page {
  readonly contentType: string
  /** Named after its content: it never changes. */
  readonly lasting: boolean
  /** By the name of the encoding; "" is the file as it is. */
  readonly bytes: ReadonlyMap<string, Uint8Array>
}

const encodings = { br: ".br", gzip: ".gz" } as const
const packed = /\.(br|gz)$/

export type DashboardPages = ReadonlyMap<string, Page>

/** Reads the folder; fails as a defect where it can't be read, for then the installation is broken. */
export const readDashboard = (folder: string): Effect.Effect<DashboardPages> =>
  Effect.promise(async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const names = new Set(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => Path.relative(folder, Path.join(entry.parentPath, entry.name)).replaceAll(Path.sep, "/"))
    )
    const pages = new Map<string, Page>()
    for (const name of names) {
      if (packed.test(name) || name.startsWith(".")) continue
      const bytes = new Map([["", await readFile(Path.join(folder, name))]])
      for (const [encoding, ending] of Object.entries(encodings)) {
        if (names.has(name + ending)) bytes.set(encoding, await readFile(Path.join(folder, name + ending)))
      }
      const contentType = contentTypeOf(name)
      pages.set(`${dashboardPath}/${name}`, { contentType, lasting: name.startsWith("assets/"), bytes })
    }
    return pages
  })

const notThere = HttpServerResponse.jsonUnsafe({ error: "Not found" }, { status: 404 })

/** Addresses of the page's own, such as `/app/accounts`, are answered with the one page; files that aren't there are not. */
const pageFor = (pages: DashboardPages, path: string): Page | undefined =>
  pages.get(path) ?? (/\.[^/]*$/.test(path) ? undefined : pages.get(`${dashboardPath}/index.html`))

const acceptable = (accepted: string, page: Page): readonly [string, Uint8Array] | undefined => {
  for (const encoding of ["br", "gzip", ""]) {
    const bytes = page.bytes.get(encoding)
    if (bytes !== undefined && (encoding === "" || new RegExp(`\\b${encoding}\\b`).test(accepted))) {
      return [encoding, bytes]
    }
  }
  return undefined
}

export const dashboardPage = (pages: DashboardPages) =>
  Effect.gen(function* () {
    const { headers, url } = yield* HttpServerRequest.HttpServerRequest
    const page = pageFor(pages, url.replace(/[?#].*$/s, ""))
    const found = page && acceptable(headers["accept-encoding"] ?? "", page)
    if (page === undefined || found === undefined) return notThere
    const [encoding, bytes] = found
    return HttpServerResponse.uint8Array(bytes, {
      contentType: page.contentType,
      headers: {
        ...guards,
        "cache-control": page.lasting ? "public, max-age=31536000, immutable" : "no-cache",
        ...(encoding === "" ? {} : { "content-encoding": encoding })
      }
    })
  })

/** `/` leads to the page. */
export const toDashboard = Effect.succeed(
  HttpServerResponse.empty({ status: 302, headers: { location: `${dashboardPath}/`, "cache-control": "no-cache" } })
)
