/**
 * Which IP addresses our own outbound connections may reach: public ones, plus the ranges that the operator opened.
 *
 * Pure: it resolves no names. A caller resolves the name, checks every address and connects to a checked one; an IP
 * literal never passes through a resolver, so `parseIpLiteral` reads every spelling that browsers and `inet_aton` accept.
 */
import { Data, Option, Schema } from "effect"

/** An address as a number: 32 bits for family 4, 128 bits for family 6. */
export interface IpAddress {
  readonly family: 4 | 6
  readonly bits: bigint
}

export type AddressClass =
  | "public"
  | "loopback"
  | "private"
  | "link-local"
  | "metadata"
  | "multicast"
  | "unspecified"
  | "reserved"

export interface Cidr {
  readonly network: IpAddress
  readonly prefix: number
}

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

const parseIpv4Part = (part: string): bigint | undefined => {
  if (/^0x[0-9a-f]*$/i.test(part)) return part.length === 2 ? 0n : BigInt(part)
  if (/^0[0-7]+$/.test(part)) return BigInt(`0o${part.slice(1)}`)
  return /^(0|[1-9]\d*)$/.test(part) ? BigInt(part) : undefined
}

/** The WHATWG host parser's IPv4: one to four parts, decimal, octal or hexadecimal; the last part fills the rest. */
const parseIpv4 = (text: string): IpAddress | undefined => {
  const parts = text.replace(/\.$/, "").split(".")
  if (parts.length > 4 || text.length > 100) return undefined
  const numbers = parts.map(parseIpv4Part)
  const last = numbers.pop()
  if (last === undefined || last >= 256n ** BigInt(5 - parts.length)) return undefined
  let bits = 0n
  for (const number of numbers) {
    if (number === undefined || number > 255n) return undefined
    bits = bits * 256n + number
  }
  return { family: 4, bits: bits * 256n ** BigInt(5 - parts.length) + last }
}

const parseGroups = (text: string): ReadonlyArray<bigint> | undefined => {
  if (text === "") return []
  const groups: Array<bigint> = []
  const parts = text.split(":")
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) {
      groups.push(BigInt(`0x${part}`))
    } else if (index === parts.length - 1 && /^(\d{1,3}\.){3}\d{1,3}$/.test(part)) {
      const bytes = part.split(".").map(Number)
      const [a = 256, b = 256, c = 256, d = 256] = bytes
      if (bytes.some((byte) => byte > 255)) return undefined
      groups.push(BigInt(a * 256 + b), BigInt(c * 256 + d))
    } else return undefined
  }
  return groups
}

const parseIpv6 = (text: string): IpAddress | undefined => {
  const [address = ""] = text.split("%")
  const halves = address.split("::")
  const head = parseGroups(halves[0] ?? "")
  const tail = parseGroups(halves[1] ?? "")
  if (halves.length > 2 || head === undefined || tail === undefined) return undefined
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  const groups = [...head, ...Array<bigint>(missing).fill(0n), ...tail]
  return { family: 6, bits: groups.reduce((bits, group) => (bits << 16n) | group, 0n) }
}

const decodePercent = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Reads an address in any spelling that reaches a socket: `127.0.0.1`, `127.1`, `0x7f000001`, `017700000001`,
 * full-width digits, `[::1]`, `::ffff:127.0.0.1`, with a zone or a final dot. None: the host is a name.
 */
export const parseIpLiteral = (host: string): Option.Option<IpAddress> => {
  const bare = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host
  if (bare.includes(":")) return Option.fromUndefinedOr(parseIpv6(bare))
  const mapped = decodePercent(bare).normalize("NFKC").replaceAll("\u3002", ".").replaceAll("\u00ad", "")
  return Option.fromUndefinedOr(parseIpv4(mapped))
}

/** The one canonical spelling, which `net.connect` takes as it is. */
export const formatIp = (ip: IpAddress): string => {
  if (ip.family === 4) return [24n, 16n, 8n, 0n].map((shift) => (ip.bits >> shift) & 255n).join(".")
  return [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((shift) => ((ip.bits >> shift) & 0xffffn).toString(16)).join(":")
}

export const parseCidr = (text: string): Option.Option<Cidr> => {
  const [address = "", length, ...rest] = text.trim().split("/")
  const network = Option.getOrUndefined(parseIpLiteral(address))
  if (network === undefined || rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) {
    return Option.none()
  }
  const width = network.family === 4 ? 32 : 128
  const prefix = length === undefined ? width : Number(length)
  return prefix > width ? Option.none() : Option.some({ network, prefix })
}

/** A range in configuration: `10.0.0.0/8`, `fd00::/8`, or one address. */
export const CidrText = Schema.String.check(
  Schema.makeFilter((text: string) => Option.isSome(parseCidr(text)) || new InvalidCidr({ text }).message)
)

const contains = (cidr: Cidr, ip: IpAddress): boolean => {
  if (cidr.network.family !== ip.family) return false
  const shift = BigInt((ip.family === 4 ? 32 : 128) - cidr.prefix)
  return cidr.network.bits >> shift === ip.bits >> shift
}

const range = (text: string): Cidr => Option.getOrThrowWith(parseCidr(text), () => new InvalidCidr({ text }))

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
const special: ReadonlyArray<readonly [Cidr, AddressClass]> = [
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

/** Ranges whose addresses carry an IPv4 address, and by how many bits it stands from the right. */
const carriers: ReadonlyArray<readonly [Cidr, bigint]> = [
  [range("::ffff:0:0/96"), 0n],
  [range("::ffff:0:0:0/96"), 0n],
  [range("64:ff9b::/96"), 0n],
  [range("2002::/16"), 80n]
]

/** The IPv4 address that an IPv6 address stands for (mapped, translated, NAT64, 6to4, compatible), or itself. */
export const unwrapIp = (ip: IpAddress): IpAddress => {
  const carrier = carriers.find(([cidr]) => contains(cidr, ip))
  if (carrier !== undefined) return { family: 4, bits: (ip.bits >> carrier[1]) & 0xffffffffn }
  const isCompatible = ip.family === 6 && ip.bits >> 32n === 0n && ip.bits > 1n
  return isCompatible ? { family: 4, bits: ip.bits } : ip
}

/** What an address is used for; an IPv6 address that carries an IPv4 address counts as that one. */
export const classifyIp = (ip: IpAddress): AddressClass => {
  const own = unwrapIp(ip)
  return special.find(([cidr]) => contains(cidr, own))?.[1] ?? "reserved"
}

/** Link-local addresses and cloud metadata services hand out credentials to anybody who asks: no setting opens them. */
const neverAllowed: ReadonlySet<AddressClass> = new Set(["link-local", "metadata"])

export interface AddressPolicy {
  /** Judges a parsed address, or its text; a text that isn't an address is refused. */
  readonly check: (ip: IpAddress | string) => AddressVerdict
}

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
      if (neverAllowed.has(kind)) return refused(`${formatIp(ip)} is a ${kind} address`)
      if (kind === "public") return { allowed: true, reason: "public" }
      const isOpened = opened.some((cidr) => contains(cidr, ip) || contains(cidr, unwrapIp(ip)))
      return isOpened
        ? { allowed: true, reason: "opened by configuration" }
        : refused(`${formatIp(ip)} is a ${kind} address${remedy}`)
    }
    return {
      check: (ip) =>
        typeof ip === "string"
          ? Option.match(parseIpLiteral(ip), { onNone: () => refused("not an IP address"), onSome: check })
          : check(ip)
    }
  }
}
