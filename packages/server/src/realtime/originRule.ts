/**
 * Which pages may open a stream. A browser says in `Origin` whose page asks, and lets any page on the web ask for a WebSocket
 * of ours: a page that got hold of a ticket shall not be able to use it in somebody's browser.
 */

/** `https://app.example:8443` and the host that a request names: the same, each with its scheme's usual port or none. */
const isOwn = (origin: URL, host: string | undefined): boolean => {
  const own = `${origin.protocol}//${host ?? ""}`
  return host !== undefined && URL.canParse(own) && new URL(own).host === origin.host
}

/**
 * Without an `Origin` it is no browser that asks. `null` is a page that hides where it comes from (a file, a sandboxed frame),
 * and is nobody's own.
 */
export const mayOpen = (
  { host, origin }: { readonly origin?: string | undefined; readonly host?: string | undefined },
  allowed: ReadonlyArray<string>
): boolean => {
  if (origin === undefined) return true
  if (!/^https?:\/\/[^/?#\s]+$/i.test(origin) || !URL.canParse(origin)) return false
  const page = new URL(origin)
  return allowed.includes(page.origin) || isOwn(page, host)
}
