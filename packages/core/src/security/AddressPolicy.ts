/**
 * Which IP addresses our own outbound connections may reach: public ones, plus the ranges that the operator opened.
 *
 * Pure: it resolves no names. A caller resolves the name, checks every address and connects to a checked one; an IP
 * literal never passes through a resolver, so `parseIpLiteral` reads every spelling that browsers and `inet_aton` accept.
 */
import { remembered } from "@counterfoil/domain"
import { Data, Option, Result, Schema } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

type IpAddress = NetAddress.IpAddress

export type AddressClass =
  | "public"
  | "loopback"
  | "private"
  | "link-local"
  | "metadata"
  | "multicast"
  | "unspecified"
  | "reserved"

/** The outcome of a check; `reason` is one clause for a log or an error. */
export interface AddressVerdict {
  readonly allowed: boolean
  readonly reason: string
}

export class InvalidCidr extends Data.TaggedError("InvalidCidr")<{ readonly text: string }> {
  override get message() {
    return `"${this.text}" is not an address range such as 10.0.0.0/8 or fd00::/8`
  }
}

/** The host parser of URLs knows all spellings of IPv4; what would end the host there is part of no address. */
const parseIpv4 = (host: string) => {
  const url = /[/\\?#@:]/.test(host) ? null : URL.parse(`http://${host}/`)
  return NetAddress.ipv4FromString(url?.hostname ?? "")
}

/**
 * Reads an address in any spelling that reaches a socket: `127.0.0.1`, `127.1`, `0x7f000001`, `017700000001`,
 * full-width digits, `[::1]`, `::ffff:127.0.0.1`, with a zone or a final dot. None: the host is a name.
 */
export const parseIpLiteral = (host: string): Option.Option<IpAddress> => {
  const bare = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host
  const [address = ""] = bare.split("%")
  return bare.includes(":") ? Result.getSuccess(NetAddress.ipv6FromString(address)) : Result.getSuccess(parseIpv4(bare))
}

export const parseCidr = (text: string): Option.Option<IpNetwork.IpNetwork> => {
  const [address = "", length, ...rest] = text.trim().split("/")
  if (rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return Option.none()
  return Option.flatMap(parseIpLiteral(address), (ip) =>
    Result.getSuccess(IpNetwork.fromAddress(ip, length === undefined ? NetAddress.width(ip) : Number(length)))
  )
}

/** A range in configuration: `10.0.0.0/8`, `fd00::/8`, or one address. */
export const CidrText = Schema.String.check(
  Schema.makeFilter((text: string) => Option.isSome(parseCidr(text)) || new InvalidCidr({ text }).message)
)

const range = (text: string) => Option.getOrThrowWith(parseCidr(text), () => new InvalidCidr({ text }))

/** Cloud metadata services, also where they live on ordinary addresses: AWS, Google, Azure, Alibaba, Oracle, Scaleway. */
const metadata = [
  "169.254.169.254",
  "169.254.170.2",
  "168.63.129.16",
  "100.100.100.200",
  "192.0.0.192",
  "fd00:ec2::/32",
  "fd20:ce::254",
  "fd00:42::42"
].map(range)

/** IANA's special-purpose registries; the first range that contains an address decides. */
const special: ReadonlyArray<readonly [IpNetwork.IpNetwork, AddressClass]> = [
  ...metadata.map((cidr) => [cidr, "metadata"] as const),
  [range("0.0.0.0/8"), "unspecified"],
  [range("127.0.0.0/8"), "loopback"],
  [range("169.254.0.0/16"), "link-local"],
  [range("10.0.0.0/8"), "private"],
  [range("172.16.0.0/12"), "private"],
  [range("192.168.0.0/16"), "private"],
  [range("100.64.0.0/10"), "private"],
  [range("192.0.0.0/24"), "reserved"],
  [range("192.0.2.0/24"), "reserved"],
  [range("192.88.99.0/24"), "reserved"],
  [range("198.18.0.0/15"), "reserved"],
  [range("198.51.100.0/24"), "reserved"],
  [range("203.0.113.0/24"), "reserved"],
  [range("224.0.0.0/4"), "multicast"],
  [range("240.0.0.0/4"), "reserved"],
  [range("0.0.0.0/0"), "public"],
  [range("::/128"), "unspecified"],
  [range("::1/128"), "loopback"],
  [range("fe80::/10"), "link-local"],
  [range("fc00::/7"), "private"],
  [range("fec0::/10"), "private"],
  [range("ff00::/8"), "multicast"],
  [range("2001::/23"), "reserved"],
  [range("2001:db8::/32"), "reserved"],
  [range("2002::/16"), "reserved"],
  [range("3fff::/20"), "reserved"],
  [range("2000::/3"), "public"]
]

/** These two carry no IPv4 address, though compatible ones look like them. */
const unspecifiedOrLoopback = range("::/127")

/** Ranges whose addresses carry an IPv4 address (mapped, translated, NAT64, 6to4, compatible), and at which byte. */
const carriers: ReadonlyArray<readonly [IpNetwork.IpNetwork, number]> = [
  [range("::ffff:0:0/96"), 12],
  [range("::ffff:0:0:0/96"), 12],
  [range("64:ff9b::/96"), 12],
  [range("2002::/16"), 2],
  [range("::/96"), 12]
]

/** The IPv4 address that an IPv6 address stands for, or itself. */
export const unwrapIp = (ip: IpAddress): IpAddress => {
  if (NetAddress.isIpv4Address(ip) || IpNetwork.contains(unspecifiedOrLoopback, ip)) return ip
  const [, at] = carriers.find(([network]) => IpNetwork.contains(network, ip)) ?? []
  return at === undefined
    ? ip
    : NetAddress.ipv4FromBytesUnsafe(Uint8Array.from(NetAddress.ipv6ToOctets(ip).slice(at, at + 4)))
}

/** What an address is used for; an IPv6 address that carries an IPv4 address counts as that one. */
export const classifyIp = (ip: IpAddress): AddressClass => {
  const own = unwrapIp(ip)
  return special.find(([network]) => IpNetwork.contains(network, own))?.[1] ?? "reserved"
}

/** Link-local addresses and cloud metadata services hand out credentials to anybody who asks: no setting opens them. */
const neverAllowed: ReadonlySet<AddressClass> = new Set(["link-local", "metadata"])

export interface AddressPolicy {
  /** Judges a parsed address, or its text; a text that isn't an address is refused. */
  readonly check: (ip: IpAddress | string) => AddressVerdict
}

/** Texts whose verdict is kept: requests go to the same few addresses. */
const mostRemembered = 1024

const refused = (reason: string): AddressVerdict => ({ allowed: false, reason })

export const AddressPolicy = {
  /**
   * Public addresses, plus the ranges in `allow`. An address that carries an IPv4 address is open when that one is.
   * Throws `InvalidCidr` on a text that is no range: check configuration with `CidrText` where it enters. `setting`: its name,
   * for whoever reads a refusal that it can lift.
   */
  make: (options: { readonly allow: ReadonlyArray<string>; readonly setting?: string }): AddressPolicy => {
    const opened = options.allow.map(range)
    const remedy =
      options.setting === undefined ? "" : ` (${options.setting}, a setting of the server, opens such ranges)`
    const check = (ip: IpAddress): AddressVerdict => {
      const kind = classifyIp(ip)
      if (neverAllowed.has(kind)) return refused(`${NetAddress.formatIp(ip)} is a ${kind} address`)
      if (kind === "public") return { allowed: true, reason: "public" }
      const own = unwrapIp(ip)
      const isOpened = opened.some((network) => IpNetwork.contains(network, ip) || IpNetwork.contains(network, own))
      return isOpened
        ? { allowed: true, reason: "opened by configuration" }
        : refused(`${NetAddress.formatIp(ip)} is a ${kind} address${remedy}`)
    }
    const checkText = remembered(mostRemembered, (text: string) =>
      Option.match(parseIpLiteral(text), { onNone: () => refused("not an IP address"), onSome: check })
    )
    return {
      check: (ip) => (typeof ip === "string" ? checkText(ip) : check(ip))
    }
  }
}
