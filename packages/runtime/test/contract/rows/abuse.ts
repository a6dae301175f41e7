/** Whatever a socket does to the whole service: it answers or hangs up, serves on, and keeps nothing of it. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { beforeAll, describe, expect, it } from "vitest"
import { field, must, type Person } from "../support/Service.ts"
import { service } from "../support/shared.ts"
import { exchange, head, Wire } from "../support/Wire.ts"

let ana: Person
beforeAll(async () => {
  ana = await service().person()
})

const json = "Content-Type: application/json"
const bearer = () => `Authorization: Bearer ${ana.token}`
const many = <A>(count: number, make: (n: number) => Promise<A>): Promise<ReadonlyArray<A>> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

const thorough = process.env["VERIFY"] !== undefined

const isAlive = async (): Promise<boolean> => {
  const answers = [await service().call("/health"), await service().call("/me", { token: ana.token })]
  return answers.every(({ status }) => status === 200)
}

/** Clients that never finish their heads, or their bodies. */
const slow = async (count: number): Promise<boolean> => {
  const wires = await many(count, async (n) => {
    const wire = await Wire.open()
    const whole = head("POST /accounts", json, bearer(), "Content-Length: 1000")
    await wire.write(n % 2 === 0 ? whole.slice(0, 10 + n) : `${whole}{`)
    return wire
  })
  const alive = await isAlive()
  for (const wire of wires) wire.cut()
  return alive
}

/** Uploads that are cut off half way. */
const abort = (count: number): Promise<unknown> =>
  many(count, async () => {
    const wire = await Wire.open()
    await wire.write(head("PUT /accounts/x/config", json, bearer(), "Content-Length: 200000"))
    await wire.write("x".repeat(100_000))
    wire.cut()
  })

const upgrade = async (): Promise<Wire> => {
  const { json: ticket } = must(await service().call("/realtime/ticket", { method: "POST", token: ana.token }), 200)
  const wire = await Wire.open()
  const offer = `Sec-WebSocket-Protocol: realtime.v1, ${field(ticket, "ticket")}`
  const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
  await wire.write(
    head("GET /realtime", "Upgrade: websocket", "Connection: Upgrade", key, "Sec-WebSocket-Version: 13", offer)
  )
  await wire.until("\r\n\r\n")
  return wire
}

const brokenFrames: ReadonlyArray<ReadonlyArray<number>> = [
  [0xf1, 0x80, 0, 0, 0, 0],
  [0x83, 0x80, 0, 0, 0, 0],
  [0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe],
  [0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
  [0x88, 0x81, 0, 0, 0, 0, 0x03]
]

const breakFrames = (): Promise<ReadonlyArray<string>> =>
  many(brokenFrames.length, async (n) => {
    const wire = await upgrade()
    await wire.write(Buffer.from(brokenFrames[n] ?? []))
    return wire.until(undefined)
  })

describe("a client that", () => {
  it("is slow with its head or its body holds up nobody", async () => {
    expect(await slow(100)).toBe(true)
  })

  it.runIf(thorough)(
    "never goes on with its head is told so, with its body is hung up on",
    { timeout: 60_000 },
    async () => {
      const whole = head("POST /accounts", json, bearer(), "Content-Length: 1000")
      const noHead = await exchange(whole.slice(0, 30))
      const noBody = await exchange(`${whole}{`)

      expect(noHead.slice(0, 12)).toBe("HTTP/1.1 408")
      expect(noHead.split("\r\n\r\n")[1]).toBe('{"error":"No request that can be read has arrived in time"}')
      expect(noBody).toBe("")
    }
  )

  it("sends megabytes of brackets or of names is refused before they are parsed", async () => {
    const { account, call } = service()
    const send = (path: string, body: string) =>
      call(path, { method: "POST", token: ana.token, headers: { "content-type": "application/json" }, body })
    const names = Array.from({ length: 12_000 }, (_, nth) => `"name-${nth}":1`).join()

    const brackets = await send(`/accounts/${await account(ana)}/statements`, "[".repeat(5_000_000))
    const members = await send("/accounts", `{${names}}`)

    const error = "Request body has too many values or names, or nests too deep"
    expect([brackets, members].map(({ json, status }) => ({ status, json }))).toEqual([
      { status: 400, json: { error } },
      { status: 400, json: { error } }
    ])
    expect(await isAlive()).toBe(true)
  })

  it("sends giant heads is refused", async () => {
    const fields = await exchange(head("GET /me", `X-Big: ${"x".repeat(40_000)}`))
    const path = await exchange(head(`GET /${"x".repeat(40_000)}`))

    expect([fields, path].map((answer) => answer.slice(0, 12))).toEqual(["HTTP/1.1 431", "HTTP/1.1 431"])
    expect(await isAlive()).toBe(true)
  })

  it("delimits its body in no way that is understood is told so in its surface's envelope", async () => {
    const unknownCoding = (path: string) => exchange(head(`POST ${path}`, json, "Transfer-Encoding: gzip"))
    const message = "The only transfer coding that is understood is chunked"

    const dashboard = await unknownCoding("/accounts")
    const v1 = await unknownCoding("/v1/accounts/x/otp")

    expect([dashboard, v1].map((answer) => answer.slice(9, 12))).toEqual(["501", "501"])
    expect(dashboard.toLowerCase()).toContain("content-type: application/json")
    expect([dashboard, v1].map((answer): unknown => JSON.parse(answer.split("\r\n\r\n")[1] ?? ""))).toEqual([
      { error: message },
      { error: { code: "INVALID_REQUEST", message } }
    ])
  })

  it("asks several things at once is answered in order or cut off, never mixed up", async () => {
    const wire = await Wire.open()
    const body = JSON.stringify({ bankId: "x", name: "y" })
    await wire.write(
      head("GET /health") +
        head("POST /accounts", json, bearer(), `Content-Length: ${body.length}`) +
        body +
        head("GET /nowhere") +
        head("GET /me", bearer(), "Connection: close")
    )
    const statuses = [...(await wire.until(undefined)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)

    expect(["200", "400", "404", "200"].slice(0, statuses.length)).toEqual(statuses)
    expect(await isAlive()).toBe(true)
  })

  it("cuts off its uploads leaves nothing behind", async () => {
    await abort(40)
    expect(await isAlive()).toBe(true)
  })

  it("sends what isn't UTF-8 is refused: its letters would be saved as others", async () => {
    const send = (path: string, text: string) => {
      const body = Buffer.from(text, "latin1")
      const request = head(`POST ${path}`, json, bearer(), "Connection: close", `Content-Length: ${body.length}`)
      return exchange(Buffer.concat([Buffer.from(request, "latin1"), body]))
    }
    const name = await send("/accounts", `{"bankId":"${service().bankId}","name":"\xff\xfe"}`)
    const mark = await send("/accounts", '\xff\xfe{"bankId":"x"}')
    const path = await send("/accounts/\xff\xfe/scrape", "")

    expect([name, mark, path].map((answer) => answer.slice(9, 12))).toEqual(["400", "400", "404"])
    expect(name).toContain('{"error":"Request body is not UTF-8, as JSON must be"}')
  })

  it("breaks its WebSocket frames loses its stream, and others read on", async () => {
    const { account, bank, listen, shop } = service()
    const stream = await listen(ana)
    await breakFrames()
    bank.customer("unbroken")
    const id = await account(ana, {
      webhook_url: shop.url("/h"),
      bank_username: "unbroken",
      bank_password: "bank-secret"
    })
    await stream.until(id, "session.stopped")
    expect(await isAlive()).toBe(true)
  })
})

describe("the memory of the service", () => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  const used = (): number => {
    if (typeof collect === "function") collect()
    const { arrayBuffers, heapUsed } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 2 ** 20
  }
  const round = async () => {
    await slow(30)
    await abort(30)
    await breakFrames()
    await many(20, () => exchange(head("GET /me", `X-Big: ${"x".repeat(20_000)}`)))
  }

  it("stays flat under abuse", async () => {
    const rounds = thorough ? 40 : 4
    for (let n = 0; n < rounds; n++) await round()
    const before = used()
    for (let n = 0; n < rounds; n++) await round()
    const growth = used() - before

    expect(growth).toBeLessThan(4)
  })
})
