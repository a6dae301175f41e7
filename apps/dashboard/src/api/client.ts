/** The one way to the server: the typed client, with the token of whoever is logged in. */
import { CounterfoilError, createClient } from "@counterfoil/client"
import { clock } from "./clock.ts"
import { session } from "./session.ts"

export { CounterfoilError as Refusal } from "@counterfoil/client"

/** Nothing answered: the server or the network is away. */
export const isUnreachable = (cause: unknown): boolean =>
  cause instanceof CounterfoilError && cause.code === "unreachable"

/**
 * What a payer, a shop or a bank writes may turn the order of what is written beside it: an amount, a date. Letters that run
 * from right to left do so without these characters.
 */
const turning = /[\u202A-\u202E\u2066-\u2069]/g

const inOrder = async (answer: Response): Promise<Response> => {
  const { headers, status, statusText } = answer
  const text = await answer.text()
  // Some have no body at all, not even an empty one.
  return new Response(text === "" ? null : text.replaceAll(turning, ""), { headers, status, statusText })
}

/** Whether the server answers at all. */
export const isThere = (): Promise<boolean> =>
  fetch("/health", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false
  )

/** Where authors read on; not every server has the guide. */
export const authorsGuide = "/guide/write-a-bank-script"

export const hasGuide = (signal: AbortSignal): Promise<boolean> => fetch(authorsGuide, { signal }).then(({ ok }) => ok)

/** Whether the server has another page than this one by now: the parts of a page are named after what is in them. */
export const isOutdated = async (): Promise<boolean> => {
  const own = document.querySelector("script[type=module]")?.getAttribute("src")
  const now = await fetch("/app/", { cache: "no-store" }).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => ""
  )
  return own != null && now.includes('type="module"') && !now.includes(own)
}

const bearer = "Bearer "

export const api = createClient({
  token: () => session.current()?.token ?? null,
  fetch: async (url, init) => {
    const sentAt = Date.now()
    const answer = await fetch(url, { ...init, credentials: "omit", cache: "no-store" })
    clock.heard(answer.headers.get("date"), sentAt, Date.now())
    const sent = new Headers(init.headers).get("authorization")
    // Whose token is refused is logged out.
    if (answer.status === 401 && sent?.startsWith(bearer)) session.refused(sent.slice(bearer.length))
    return inOrder(answer)
  }
})
