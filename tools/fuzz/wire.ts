/** What no client library would send: broken requests, broken upgrades, broken frames. */
import type { Random } from "../../bench/lib/random.ts"
import { hostileTexts } from "./values.ts"

const lines = (first: string, headers: ReadonlyArray<string>, body = "") =>
  Buffer.from(`${[first, ...headers].join("\r\n")}\r\n\r\n${body}`, "latin1")

const host = "host: fuzz.example"

/** Each gets an answer or an end. */
const requests: ReadonlyArray<(random: Random) => Buffer> = [
  (random) => Buffer.from(Array.from({ length: 1 + random.int(300) }, () => random.int(256))),
  (random) => lines(`${random.pick(["", "GE", "get", "G\0T", "A".repeat(9_000)])} /me HTTP/1.1`, [host]),
  (random) =>
    lines(`GET ${random.pick(["", "me", "//", "/%", "/\x7f", "*", "http://x/me", "/".repeat(20_000)])} HTTP/1.1`, [
      host
    ]),
  (random) => lines(`GET /me HTTP/${random.pick(["1.0", "0.9", "2.0", "1.1.1", "x", ""])}`, [host]),
  (random) =>
    lines(
      "POST /auth/login HTTP/1.1",
      [host, `content-length: ${random.pick(["-1", "abc", "1e3", "99999999999999999999", "+5", "5, 5"])}`],
      "{}"
    ),
  (random) =>
    lines(
      "POST /auth/login HTTP/1.1",
      [host, "transfer-encoding: chunked", "content-type: application/json"],
      random.pick(["0\r\n\r\n", "z\r\n{}\r\n0\r\n\r\n", "ffffffffffffffff\r\n{}", "2\r\n{}\r\n0\r\nx: y\r\n\r\n"])
    ),
  () => lines("POST /auth/login HTTP/1.1", [host, "content-length: 2", "transfer-encoding: chunked"], "0\r\n\r\n"),
  () => lines("POST /auth/login HTTP/1.1", [host, "content-length: 2", "content-length: 3"], "{}x"),
  (random) =>
    lines("GET /me HTTP/1.1", [
      host,
      ...Array.from({ length: 200 }, (_, n) => `x-${n}: ${"y".repeat(random.int(200))}`)
    ]),
  (random) => lines("GET /me HTTP/1.1", [host, `authorization: Bearer ${random.pick(hostileTexts).slice(0, 3_000)}`]),
  () => lines("GET /me HTTP/1.1", [host, " folded: yes", "no colon here"]),
  () => lines("GET /me HTTP/1.1", ["Host: a", "Host: b"]),
  () => Buffer.concat(Array.from({ length: 20 }, () => lines("GET /health HTTP/1.1", [host]))),
  () => Buffer.from("GET /health HTTP/1.1\nhost: x\n\n")
]

const upgrade = (headers: ReadonlyArray<string>, path = "/realtime") =>
  lines(`GET ${path} HTTP/1.1`, [host, "connection: Upgrade", ...headers])

const key = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="
const version = "sec-websocket-version: 13"
const asked = "upgrade: websocket"

const upgrades: ReadonlyArray<(random: Random, token: string) => Buffer> = [
  () => upgrade([asked, key, version]),
  (_, token) => upgrade([asked, version, `sec-websocket-protocol: realtime.v1, ${token}`]),
  (random) => upgrade([asked, key, `sec-websocket-version: ${random.pick(["12", "x", ""])}`]),
  (random) =>
    upgrade([
      asked,
      key,
      version,
      `sec-websocket-protocol: ${random.pick(["", "x", ",,,", "realtime.v1", "a".repeat(5_000)])}`
    ]),
  (random) =>
    upgrade([
      asked,
      `sec-websocket-key: ${random.pick(["", "x", "a".repeat(3_000)])}`,
      version,
      "sec-websocket-protocol: realtime.v1"
    ]),
  (random) =>
    upgrade(
      [asked, key, version],
      random.pick(["/realtime?token=x", "/realtime/", "/REALTIME", "/realtime?ticket=%00"])
    ),
  (_, token) => upgrade(["upgrade: h2c, websocket", key, version, `sec-websocket-protocol: realtime.v1, ${token}`])
]

/** A frame as a client sends it: masked; or not, where it should be. */
const frame = (random: Random): Buffer => {
  const payload = Buffer.from(random.pick([...hostileTexts, "{}", "ping"]).slice(0, 60_000))
  const first = random.chance(0.7) ? 0x80 | random.pick([1, 2, 8, 9, 10, 0]) : random.int(256)
  const mask = random.chance(0.9) ? 0x80 : 0
  const length = payload.length
  const head =
    length < 126
      ? Buffer.from([first, mask | length])
      : length < 65_536
        ? Buffer.from([first, mask | 126, length >> 8, length & 255])
        : Buffer.from([first, mask | 127, 0, 0, 0, 0, 255, 255, 255, 255])
  return Buffer.concat([head, mask === 0 ? Buffer.alloc(0) : Buffer.from([0, 0, 0, 0]), payload])
}

export interface Wire {
  readonly bytes: Buffer
  /** How many inputs it is. */
  readonly count: number
}

export const wireInput = (random: Random, token: string): Wire => {
  const way = random.next()
  if (way < 0.5) return { bytes: random.pick(requests)(random), count: 1 }
  if (way < 0.75) return { bytes: random.pick(upgrades)(random, token), count: 1 }
  const frames = Array.from({ length: 1 + random.int(20) }, () => frame(random))
  const open = upgrade([asked, key, version, `sec-websocket-protocol: realtime.v1, ${token}`])
  return { bytes: Buffer.concat([open, ...frames]), count: 1 + frames.length }
}
