import { Option, Schema } from "effect"
import { NetAddress } from "effect/net"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  AddressPolicy,
  CidrText,
  classifyIp,
  InvalidCidr,
  parseCidr,
  parseIpLiteral,
  unwrapIp
} from "../src/security/AddressPolicy.ts"

const parse = (text: string) => Option.getOrThrow(parseIpLiteral(text))
const { formatIp } = NetAddress
const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const ipv4 = bytesOf(4).map(NetAddress.ipv4FromBytesUnsafe)
const ipv6 = bytesOf(16).map(NetAddress.ipv6FromBytesUnsafe)
const bitsOf = (ip: NetAddress.Ipv4Address) => {
  const [a, b, c, d] = NetAddress.ipv4ToOctets(ip)
  return ((a * 256 + b) * 256 + c) * 256 + d
}

/** Every way that we know to write one IPv4 address. */
const spellingsOf = (ip: NetAddress.Ipv4Address): ReadonlyArray<string> => {
  const bytes = NetAddress.ipv4ToOctets(ip)
  const [a, b, c, d] = bytes
  const bits = bitsOf(ip)
  return [
    bytes.join("."),
    `${bytes.join(".")}.`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${b * 65536 + c * 256 + d}`,
    `${bits}`,
    `0x${bits.toString(16)}`,
    `0X${bits.toString(16).toUpperCase()}`,
    `0${bits.toString(8)}`,
    bytes.map((byte) => `0x${byte.toString(16)}`).join("."),
    bytes.map((byte) => `0${byte.toString(8)}`).join("."),
    bytes.join(".").replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    bytes.join("\u3002"),
    bytes.join(".").replace(/\d/g, (digit) => `%3${digit}`)
  ]
}

const carriersOf = (ip: NetAddress.Ipv4Address): ReadonlyArray<string> => {
  const dotted = formatIp(ip)
  const [a, b, c, d] = NetAddress.ipv4ToOctets(ip)
  const high = (a * 256 + b).toString(16)
  const low = (c * 256 + d).toString(16)
  return [
    `::ffff:${dotted}`,
    `[::ffff:${high}:${low}]`,
    `0:0:0:0:0:ffff:${dotted}`,
    `::ffff:0:${dotted}`,
    `64:ff9b::${dotted}`,
    `2002:${high}:${low}::1`
  ]
}

describe("parseIpLiteral", () => {
  it("reads every spelling of an IPv4 address as the same number", () => {
    fc.assert(
      fc.property(ipv4, (ip) => {
        for (const spelling of spellingsOf(ip)) expect(formatIp(parse(spelling)), spelling).toBe(formatIp(ip))
      })
    )
  })

  it("agrees with the URL parser on which hosts are IPv4 addresses, and on which", () => {
    const part = fc.oneof(
      fc.nat({ max: 300 }).map(String),
      fc.constantFrom("0x", "0x7f", "0177", "08", "a", "1e3", "4294967295")
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const host = parts.join(".")
        const url = URL.parse(`http://${host}/`)
        const isAddress = url !== null && /^[\d.]+$/.test(url.hostname)
        expect(Option.getOrUndefined(Option.map(parseIpLiteral(host), formatIp))).toBe(
          isAddress ? url.hostname : undefined
        )
      }),
      { numRuns: 500 }
    )
  })

  it("reads back every IPv6 address, as Effect and as the URL parser write it", () => {
    fc.assert(
      fc.property(ipv6, (ip) => {
        expect(formatIp(parse(formatIp(ip)))).toBe(formatIp(ip))
        expect(formatIp(parse(new URL(`http://[${formatIp(ip)}]/`).hostname))).toBe(formatIp(ip))
      })
    )
  })

  it.each(["bank.example", "", "1.2.3.4.5", "256.1.1.1", "::1::2", "1:2:3", "g::1", ":::", "localhost", "1..2"])(
    "takes %j for a name",
    (host) => {
      expect(parseIpLiteral(host)).toEqual(Option.none())
    }
  )

  it("leaves a zone out", () => {
    expect(formatIp(parse("fe80::1%eth0"))).toBe("fe80::1")
  })
})

describe("classifyIp", () => {
  it.each([
    ["127.0.0.1", "loopback"],
    ["0.0.0.0", "unspecified"],
    ["10.1.2.3", "private"],
    ["172.31.255.255", "private"],
    ["172.32.0.0", "public"],
    ["192.168.0.1", "private"],
    ["100.64.0.1", "private"],
    ["169.254.1.1", "link-local"],
    ["169.254.169.254", "metadata"],
    ["168.63.129.16", "metadata"],
    ["100.100.100.200", "metadata"],
    ["fd00:ec2::254", "metadata"],
    ["224.0.0.1", "multicast"],
    ["255.255.255.255", "reserved"],
    ["198.51.100.7", "reserved"],
    ["8.8.8.8", "public"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["fe80::1", "link-local"],
    ["fd12::1", "private"],
    ["ff02::1", "multicast"],
    ["2001:db8::1", "reserved"],
    ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "reserved"],
    ["64:ff9b:1::a00:1", "reserved"],
    ["2606:4700::1111", "public"]
  ])("%s is %s", (text, kind) => {
    expect(classifyIp(parse(text))).toBe(kind)
  })

  it("judges an address that carries an IPv4 address by that address", () => {
    fc.assert(
      fc.property(ipv4, (ip) => {
        for (const carrier of carriersOf(ip)) {
          expect(formatIp(unwrapIp(parse(carrier))), carrier).toBe(formatIp(ip))
          expect(classifyIp(parse(carrier)), carrier).toBe(classifyIp(ip))
        }
      })
    )
  })
})

describe("AddressPolicy", () => {
  it("opens public addresses only, by default", () => {
    const policy = AddressPolicy.make({ allow: [] })
    fc.assert(
      fc.property(fc.oneof(ipv4, ipv6), (ip) => {
        expect(policy.check(ip).allowed).toBe(classifyIp(ip) === "public")
      })
    )
  })

  it("opens what the operator names, in every spelling", () => {
    const policy = AddressPolicy.make({ allow: ["127.0.0.0/8", "::1", "fd00::/8"] })
    for (const host of ["127.0.0.1", "127.9", "0x7f000001", "::1", "::ffff:127.0.0.1", "fd00::7"]) {
      expect(policy.check(host).allowed, host).toBe(true)
    }
    expect(policy.check("10.0.0.1")).toEqual({ allowed: false, reason: "10.0.0.1 is a private address" })
  })

  it("never opens link-local addresses and metadata services, whatever the operator names", () => {
    const policy = AddressPolicy.make({ allow: ["0.0.0.0/0", "::/0", "169.254.169.254/32"] })
    const cloud = NetAddress.ipv4FromBytesUnsafe(Uint8Array.of(169, 254, 169, 254))
    const linkLocal = NetAddress.ipv4FromBytesUnsafe(Uint8Array.of(169, 254, 9, 9))
    const hidden = ["169.254.169.254", "169.254.1.1", "fe80::1", "fd00:ec2::254", "168.63.129.16"]
    const carried = [...carriersOf(cloud), ...spellingsOf(cloud), ...carriersOf(linkLocal), ...spellingsOf(linkLocal)]
    for (const host of [...hidden, ...carried]) expect(policy.check(host).allowed, host).toBe(false)
    expect(policy.check("10.0.0.1").allowed).toBe(true)
  })

  it("refuses a text that is no address", () => {
    expect(AddressPolicy.make({ allow: ["0.0.0.0/0"] }).check("bank.example").allowed).toBe(false)
  })

  it("keeps to the prefix", () => {
    fc.assert(
      fc.property(ipv4, fc.integer({ min: 1, max: 32 }), ipv4, (network, prefix, other) => {
        const cidr = Option.getOrThrow(parseCidr(`${formatIp(network)}/${prefix}`))
        const isInside = bitsOf(network) >>> (32 - prefix) === bitsOf(other) >>> (32 - prefix)
        const policy = AddressPolicy.make({ allow: [`${formatIp(network)}/${cidr.prefixLength}`] })
        const kind = classifyIp(other)
        const expected = kind === "public" || (isInside && kind !== "link-local" && kind !== "metadata")
        expect(policy.check(other).allowed).toBe(expected)
      })
    )
  })

  it.each(["10.0.0.0/33", "10.0.0.0/8/8", "bank.example/8", "", "10.0.0.0/x", "::/129"])(
    "says that %j is no range",
    (text) => {
      expect(() => AddressPolicy.make({ allow: [text] })).toThrow(InvalidCidr)
      expect(Schema.is(CidrText)(text)).toBe(false)
    }
  )
})
