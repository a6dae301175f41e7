/**
 * What the bank answers to the requests of its own page, for the script to read: `page.responses`.
 *
 * Kept are JSON bodies of requests that were made in `extract`, at paths that the manifest declares as readable. Headers,
 * cookies, statuses of redirects and everything of a login are never kept, and what looks like a key to the session is
 * taken out of the rest before anybody sees it.
 */
import { type DeclaredRequest, isReadable, mayBeRead, type ScriptPhase } from "@counterfoil/core"
import { Predicate, type Schema } from "effect"
import type { BrowserContext, Request, Response } from "playwright-core"
import { fault } from "../fault.ts"
import { withholdIn, withholdKeys } from "../secrets/withholdKeys.ts"
import { type Deadline, within } from "../within.ts"

/** Of one answer, of all that are kept, and of what one call hands over. */
const largest = 2 * 1024 * 1024
const largestInAll = 16 * 1024 * 1024
const mostKept = 300

interface Kept {
  readonly number: number
  readonly method: string
  readonly url: URL
  readonly status: number
  /** Undefined: it was no JSON after all, or too large. */
  readonly body: Promise<string | undefined>
}

export interface AnswerLog {
  readonly enter: (phase: ScriptPhase, declared: ReadonlyArray<DeclaredRequest>) => void
  /** Those at a declared path after a number; waits until there is one. */
  readonly read: (path: string, after: number, deadline: Deadline) => Promise<Schema.Json>
}

const isJson = (response: Response): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(response.headers()["content-type"] ?? "")

export const makeAnswerLog = (context: BrowserContext, isInside: (url: string) => boolean): AnswerLog => {
  let phase: ScriptPhase = "login"
  let declared: ReadonlyArray<DeclaredRequest> = []
  /** Requests of this phase: one that left before may be answered in it. */
  let begun = new WeakSet<Request>()
  let kept: Array<Kept> = []
  let size = 0
  let arrived = Promise.withResolvers<void>()
  let stop: () => void = () => undefined

  const bodyOf = async (response: Response): Promise<string | undefined> => {
    try {
      const body = await response.body()
      if (body.length > largest || size + body.length > largestInAll) return undefined
      size += body.length
      return body.toString("utf8")
    } catch {
      // Its page has moved on and taken the body along.
      return undefined
    }
  }

  const note = (response: Response): void => {
    const request = response.request()
    const url = URL.parse(response.url())
    if (url === null || !begun.has(request) || !isInside(url.href)) return
    if (!mayBeRead(phase, declared, request.method(), url.pathname) || !isJson(response)) return
    if (Number(response.headers()["content-length"] ?? 0) > largest || kept.length >= mostKept) return
    const entry = { method: request.method(), url, status: response.status(), body: bodyOf(response) }
    kept.push({ number: kept.length + 1, ...entry })
    arrived.resolve()
    arrived = Promise.withResolvers()
  }

  const listen = (): void => {
    const begin = (request: Request) => void begun.add(request)
    context.on("request", begin)
    context.on("response", note)
    stop = () => {
      context.off("request", begin)
      context.off("response", note)
    }
  }

  const asRead = async ({ body, method, number, status, url }: Kept, keys: ReadonlyArray<string>) => {
    const text = await body
    if (text === undefined) return undefined
    const json = withholdKeys(text, keys)
    if (json === undefined) return undefined
    const query = withheldQuery(Object.fromEntries([...url.searchParams].slice(0, 50)), keys)
    // What follows a `;` in a path names a session.
    const path = withholdIn(url.pathname.replaceAll(/;[^/]*/g, ""), keys)
    return { text, answer: { number, method, path, query, status, json } }
  }

  return {
    enter: (next, requests) => {
      stop()
      stop = () => undefined
      phase = next
      declared = requests
      begun = new WeakSet()
      kept = []
      size = 0
      // Playwright keeps every answer that somebody listens for until its page closes.
      if (next === "extract" && requests.some(({ readable }) => readable === true)) listen()
    },
    read: async (path, after, deadline) => {
      if (!isReadable(declared, path)) {
        throw fault(
          "InvalidCall",
          `What the bank answers at ${path} can't be read: declare it as { method: "GET", path: ${JSON.stringify(path)}, readable: true } in the manifest's requests`
        )
      }
      const isOfPath = mayBeAt(path, declared)
      for (;;) {
        const cookies = await context.cookies()
        const keys = cookies.map(({ value }) => value).filter((value) => value.length >= 8)
        const answers: Array<Schema.Json> = []
        let handed = 0
        for (const entry of kept.filter(({ number, ...rest }) => number > after && isOfPath(rest))) {
          const read = await within(asRead(entry, keys), deadline, `An answer at ${path}`)
          if (read === undefined) continue
          handed += read.text.length
          if (handed > largest && answers.length > 0) break
          answers.push(read.answer)
        }
        if (answers.length > 0) return answers
        await within(arrived.promise, deadline, `An answer of the bank at ${path}`)
      }
    }
  }
}

/** Answers at one declared path only: a manifest may have several. */
const mayBeAt = (path: string, declared: ReadonlyArray<DeclaredRequest>) => {
  const own = declared.filter((each) => each.path === path)
  return ({ method, url }: Pick<Kept, "method" | "url">) => mayBeRead("extract", own, method, url.pathname)
}

const withheldQuery = (query: Readonly<Record<string, string>>, keys: ReadonlyArray<string>): Schema.Json => {
  const withheld = withholdKeys(JSON.stringify(query), keys)
  return withheld !== undefined && Predicate.isObject(withheld) ? withheld : {}
}
