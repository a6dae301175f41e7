/** Addresses of known kinds in every spelling, and requests to them: what is allowed is known from how each was made. */
import * as fc from "fast-check"

/** Ranges by what the policies of the test say of them: `opened` is private, and opened by one of them. */
const ranges = {
  public: ["1.1.0.0/16", "8.8.0.0/16", "52.0.0.0/11", "93.184.0.0/16", "185.60.0.0/16"],
  opened: ["10.0.0.0/8", "192.168.0.0/16"],
  forbidden: [
    "0.0.0.0/8",
    "127.0.0.0/8",
    "127.0.0.1/32",
    "172.16.0.0/12",
    "100.64.0.0/11",
    "192.0.2.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "255.255.255.255/32"
  ],
  never: ["169.254.169.254/32", "169.254.0.0/16", "100.100.100.200/32", "168.63.129.16/32", "169.254.170.2/32"]
} as const

export type Kind = keyof typeof ranges

/** An address, and what it is for. */
export interface Place {
  readonly kind: Kind
  readonly text: string
}

const ipv4In = (cidr: string) => {
  const [network = "", length = "32"] = cidr.split("/")
  const base = network.split(".").reduce((bits, byte) => bits * 256 + Number(byte), 0)
  return fc.nat({ max: 2 ** (32 - Number(length)) - 1 }).map((offset) => base + offset)
}

const bytesOf = (bits: number) => [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256)
const dotted = (bits: number) => bytesOf(bits).join(".")

const spellings: ReadonlyArray<(bits: number) => string> = [
  dotted,
  (bits) => `${dotted(bits)}.`,
  (bits) => String(bits),
  (bits) => `0x${bits.toString(16)}`,
  (bits) => `0${bits.toString(8)}`,
  (bits) =>
    bytesOf(bits)
      .map((byte) => `0x${byte.toString(16)}`)
      .join("."),
  (bits) =>
    bytesOf(bits)
      .map((byte) => `0${byte.toString(8)}`)
      .join("."),
  (bits) => `${bytesOf(bits)[0]}.${bits % 2 ** 24}`,
  (bits) => dotted(bits).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (bits) => dotted(bits).replaceAll(".", "。"),
  (bits) => dotted(bits).replace(/\d/g, (digit) => `%3${digit}`)
]

const halves = (bits: number) => [Math.floor(bits / 65536).toString(16), (bits % 65536).toString(16)].join(":")

/** IPv6 forms that stand for the IPv4 address: mapped, translated, NAT64, 6to4, compatible. */
const carriers: ReadonlyArray<(bits: number) => string> = [
  (bits) => `::ffff:${dotted(bits)}`,
  (bits) => `::ffff:${halves(bits)}`,
  (bits) => `0:0:0:0:0:FFFF:${halves(bits)}`,
  (bits) => `::ffff:0:${halves(bits)}`,
  (bits) => `64:ff9b::${dotted(bits)}`,
  (bits) => `2002:${halves(bits)}::1`
]

/** IPv6 forms that no policy lets through, whatever they carry: Teredo, NAT64 of one's own network, a zone. */
const refusedCarriers: ReadonlyArray<(bits: number) => string> = [
  (bits) => `2001:0:${halves(bits)}::1`,
  (bits) => `2001::${halves(2 ** 32 - 1 - bits)}`,
  (bits) => `64:ff9b:1::${dotted(bits)}`
]

const kinds = fc.constantFrom<Kind>("public", "opened", "forbidden", "forbidden", "never")
const ipv4 = kinds.chain((kind) =>
  fc.constantFrom(...ranges[kind]).chain((cidr) => ipv4In(cidr).map((bits) => ({ kind, bits })))
)

const group = fc.nat({ max: 0xffff }).map((bits) => bits.toString(16))
const ipv6 = fc.oneof(
  group.map((tail): Place => ({ kind: "public", text: `2a00:1450:4003::${tail}` })),
  group.map((tail): Place => ({ kind: "opened", text: `fd12:3456::${tail}` })),
  group.map((tail): Place => ({ kind: "never", text: `fe80::${tail}` })),
  fc.constantFrom("::1", "::", "0:0:0:0:0:0:0:1", "::0001").map((text): Place => ({ kind: "forbidden", text })),
  fc
    .tuple(fc.constantFrom("ff02", "2001:db8", "3fff", "fec0", "fc00", "5f00", "100"), group)
    .map(([head, tail]): Place => ({ kind: "forbidden", text: `${head}::${tail}` })),
  fc.constantFrom("fd00:ec2::254", "fd20:ce::254").map((text): Place => ({ kind: "never", text }))
)

const carried = fc.tuple(ipv4, fc.constantFrom(...carriers)).map(([{ bits, kind }, write]): Place => ({
  kind,
  text: write(bits)
}))
const refused = fc
  .tuple(ipv4, fc.constantFrom(...refusedCarriers))
  .map(([{ bits }, write]): Place => ({ kind: "forbidden", text: write(bits) }))

const six = fc.oneof(ipv6, carried, refused)
const plainFour = ipv4.map(({ bits, kind }): Place => ({ kind, text: dotted(bits) }))

/** What a name server may answer. */
const answers = fc.array(fc.oneof(plainFour, six), { minLength: 1, maxLength: 4 })

const names = fc.constantFrom("shop.test", "localhost", "localhost.", "a.localhost", "127.0.0.1.nip.test", "0x7f.test")

/** Where a request goes, and all that it may connect to. */
const hosts: fc.Arbitrary<{ readonly host: string; readonly places: ReadonlyArray<Place> }> = fc.oneof(
  fc
    .tuple(ipv4, fc.constantFrom(...spellings))
    .map(([{ bits, kind }, write]) => ({ host: write(bits), places: [{ kind, text: dotted(bits) }] })),
  six.map((place) => ({ host: `[${place.text}]`, places: [place] })),
  fc.tuple(names, answers).map(([host, places]) => ({ host, places }))
)

export const attempts = fc.record({
  target: hosts,
  scheme: fc.constantFrom("http://", "http://", "http://", "https://", "HTTP://"),
  credentials: fc.constantFrom("", "", "", "", "", "", "user:hunter2@", "127.0.0.1:80@", "shop.test@"),
  zone: fc.constantFrom("", "", "", "", "", "", "%25eth0", "%1"),
  port: fc.constantFrom("", "canary", "canary", ":1", ":22", ":65535", ":0", ":65536", ":080"),
  path: fc.constantFrom("/", "", "/a?b=http://127.0.0.1/", "/@127.0.0.1/", "//127.0.0.1/", "/#@127.0.0.1"),
  policy: fc.constantFrom<"strict" | "opened" | "widest">("strict", "strict", "opened", "widest"),
  /** What the name server answers the next time, and where the socket says that it is. */
  rebound: plainFour,
  moves: fc.constantFrom(false, false, false, true),
  redirects: fc.boolean()
})
