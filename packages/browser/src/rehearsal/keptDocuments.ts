/**
 * The bytes of documents, kept before their page has them: one that forwards itself while it loads (`location.replace`, a meta
 * refresh) has gone, and its bytes with it, before anybody can ask the browser for them. Also those of data that a page may never
 * look at, for the status tells it enough (`if (response.ok)`): of these the browser never has all.
 */
import type { BrowserContext, CDPSession, Request } from "playwright-core"

export interface KeptDocuments {
  /** To be called for every request, in the order in which they are made. Undefined: it is none of these, or wasn't kept. */
  readonly expect: (request: Request) => () => Promise<Buffer> | undefined
}

interface Paused {
  readonly requestId: string
  readonly resourceType: string
  readonly request: { readonly method: string; readonly url: string }
  readonly responseStatusCode?: number
  readonly responseHeaders?: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

/** Keeps pages and JSON only: a download's bytes are in its file, and an answer without an end would hold its page up. */
const isKept = ({ resourceType, responseHeaders = [], responseStatusCode = 0 }: Paused): boolean => {
  const valueOf = (wanted: string) => responseHeaders.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ""
  const isWhole = responseStatusCode === 200 || responseStatusCode >= 400
  const type = resourceType === "Document" ? /html/i : /[/+]json\b/i
  return isWhole && type.test(valueOf("content-type")) && !/attachment/i.test(valueOf("content-disposition"))
}

const kinds = ["Document", "XHR", "Fetch"] as const

const keyOf = (method: string, url: string): string => `${method} ${url.replace(/#.*$/, "")}`

const takeBody = async (session: CDPSession, requestId: string): Promise<Buffer> => {
  const { base64Encoded, body } = await session.send("Fetch.getResponseBody", { requestId })
  return Buffer.from(body, base64Encoded ? "base64" : "utf8")
}

/** Several requests for one address are told apart by their order. */
export const keepDocuments = async (context: BrowserContext): Promise<KeptDocuments> => {
  const answers = new Map<string, Array<Promise<Buffer> | undefined>>()
  const expected = new Map<string, number>()
  const session = await context.browser()?.newBrowserCDPSession()
  session?.on("Fetch.requestPaused", (paused) => {
    const { method, url } = paused.request
    const body = isKept(paused) ? takeBody(session, paused.requestId) : undefined
    answers.set(keyOf(method, url), [...(answers.get(keyOf(method, url)) ?? []), body])
    // It goes on whatever becomes of its bytes; where the page has given it up, there is nothing to go on with.
    void Promise.resolve(body)
      .catch(() => undefined)
      .then(() => session.send("Fetch.continueResponse", { requestId: paused.requestId }))
      .catch(() => undefined)
  })
  await session?.send("Fetch.enable", {
    patterns: kinds.map((resourceType) => ({ urlPattern: "*", resourceType, requestStage: "Response" as const }))
  })
  context.on("close", () => void session?.detach().catch(() => undefined))
  return {
    expect: (request) => {
      const isData = ["xhr", "fetch"].includes(request.resourceType())
      if (!request.isNavigationRequest() && !isData) return () => undefined
      const key = keyOf(request.method(), request.url())
      const nth = expected.get(key) ?? 0
      expected.set(key, nth + 1)
      return () => answers.get(key)?.[nth]
    }
  }
}
