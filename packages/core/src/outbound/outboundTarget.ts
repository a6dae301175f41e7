/** Where a request goes: an URL that may be called, and the addresses that may be connected to. */
import { remembered } from "@counterfoil/domain"
import { Effect, Option } from "effect"
import { NetAddress } from "effect/net"
import { lookup } from "node:dns/promises"
import { type AddressPolicy, parseIpLiteral } from "../security/AddressPolicy.ts"
import { parsePlainUrl } from "../urls.ts"
import { fairLookUps, type Resolve } from "./fairLookUps.ts"
import { OutboundFault } from "./OutboundHttp.ts"

export interface OutboundTarget {
  readonly url: URL
  /** `host:port`, for sentences: path and query may hold secrets of the owner. */
  readonly place: string
  readonly port: number
  readonly secure: boolean
  /** The name to ask for in TLS; none for a literal address. */
  readonly name: string | undefined
  /** Checked, in the canonical spelling, at least one. */
  readonly addresses: ReadonlyArray<string>
}

/** Looks no name up while it is being looked up. */
export const sharing = (resolve: Resolve): Resolve => {
  const running = new Map<string, Promise<ReadonlyArray<string>>>()
  const start = (name: string) => {
    const answer = resolve(name).finally(() => running.delete(name))
    running.set(name, answer)
    return answer
  }
  return (name) => running.get(name) ?? start(name)
}

/** One for all of the process, whose threads it takes turns at. */
export const systemResolve: Resolve = sharing(
  fairLookUps(async (name) => (await lookup(name, { all: true })).map(({ address }) => address))
)

/** Looks few names up at once, and others not at all. */
export const fewAtOnce = (resolve: Resolve, most: number): Resolve => {
  let running = 0
  return async (name) => {
    if (running >= most) throw Object.assign(new Error("too many names are being looked up"), { code: "EBUSY" })
    running += 1
    try {
      return await resolve(name)
    } finally {
      running -= 1
    }
  }
}

/** Nothing is known of a name that isn't looked up. */
export const resolveNothing: Resolve = () => Promise.resolve([])

const refused = (message: string) => new OutboundFault({ kind: "egress_refused", message })

/** A code such as ENOTFOUND; messages of Node may hold more than we want to show. */
export const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : "no code"

const resolveName = (resolve: Resolve, name: string) =>
  Effect.tryPromise({
    try: () => resolve(name),
    catch: (cause) =>
      new OutboundFault({ kind: "dns_failed", message: `the name ${name} could not be resolved (${codeOf(cause)})` })
  }).pipe(
    Effect.filterOrFail(
      (addresses) => addresses.length > 0,
      () => new OutboundFault({ kind: "dns_failed", message: `the name ${name} has no address` })
    )
  )

/** What a URL says by itself: requests go to the same few. */
const mostRemembered = 1024

/** The address in its canonical spelling; none: it is a name. */
const canonical = remembered(mostRemembered, (text: string) => Option.map(parseIpLiteral(text), NetAddress.formatIp))

const readUrl = remembered(mostRemembered, (address: string) => {
  const url = parsePlainUrl(address)
  if (url === undefined) return "unfit"
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const secure = url.protocol === "https:"
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port)
  const name = Option.isNone(canonical(host)) ? host : undefined
  return { host, target: { url, place: `${url.hostname}:${port}`, port, secure, name } }
})

/** Reads the URL, resolves its host, and refuses it if only one of its addresses may not be reached. */
export const findTarget = Effect.fnUntraced(function* (address: string, policy: AddressPolicy, resolve: Resolve) {
  const read = readUrl(address)
  if (read === "unfit") return yield* refused("the address is not an absolute http or https URL without credentials")
  const { host, target } = read
  const found = target.name === undefined ? [host] : yield* resolveName(resolve, target.name)
  const addresses: Array<string> = []
  for (const candidate of found) {
    const verdict = policy.check(candidate)
    if (!verdict.allowed) return yield* refused(`${target.url.hostname} may not be called: ${verdict.reason}`)
    // The connection goes to the address as it was parsed and checked, not to another reading of its text.
    Option.map(canonical(candidate), (ip) => addresses.push(ip))
  }
  return { ...target, addresses } satisfies OutboundTarget
})
