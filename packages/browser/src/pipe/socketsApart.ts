/**
 * Has Chromium open WebSockets over connections of their own. It would carry one within an HTTP/2 connection that it has to the
 * bank already (RFC 8441), where nobody can see it and the proxy can't refuse it. Connections by different proxies are never
 * shared, so sockets get the same proxy under another name.
 *
 * Chromium takes a proxy for each kind of address, and that of the kind `socks` for WebSockets first, whatever the proxy speaks.
 * Playwright lets one proxy through and no more; so the name is put into what it says on the pipe.
 */
import type { Writable } from "node:stream"

const creating = '"method":"Target.createBrowserContext"'
const oneProxy = /"proxyServer":"http:\/\/127\.0\.0\.1:(\d+)"/

/** Nobody's but here: Chromium is told where it leads. */
export const otherName = "proxy-of-sockets"

const apart = (message: string): string =>
  message.includes(creating)
    ? message.replace(oneProxy, `"proxyServer":"http=127.0.0.1:$1;https=127.0.0.1:$1;socks=http://${otherName}:$1"`)
    : message

/** `pipe` is the one that Playwright writes to. */
export const keepSocketsApart = (pipe: Writable): void => {
  const write = pipe.write.bind(pipe)
  pipe.write = (chunk: unknown) => write(typeof chunk === "string" && chunk.length < 10_000 ? apart(chunk) : chunk)
}
