/** What a bank shows to be read or scanned, as its customer gets to see it. */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { inflateSync } from "node:zlib"
import { animatedPng } from "../../src/evidence/animatedPng.ts"
import { browserLayer, label, open, secret } from "../support/drive.ts"
import { startSite } from "../support/Site.ts"

const page = `<div id="still" style="width:40px;height:30px;background:#c00"></div>
  <div id="flicker" style="width:40px;height:30px;background:#000"></div>
  <div id="huge" style="width:1300px;height:20px;background:#0c0"></div>
  <div id="form" style="width:400px"><label>Password <input type="password"></label><p></p></div>
  <script>
    let turns = 0
    setInterval(() => { document.querySelector("#flicker").style.background = "hsl(" + ++turns * 37 + " 100% 50%)" }, 200)
    document.querySelector("input").oninput = (event) => { document.querySelector("p").textContent = event.target.value }
  </script>`

/** Names and lengths, in order. */
const chunksOf = (png: Uint8Array) => {
  const bytes = Buffer.from(png)
  const chunks: Array<{ readonly type: string; readonly data: Buffer }> = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    chunks.push({ type: bytes.toString("latin1", at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}
const sequenceOf = (png: Uint8Array) =>
  chunksOf(png).flatMap(({ data, type }) => (type === "fcTL" || type === "fdAT" ? [data.readUInt32BE(0)] : []))

layer(browserLayer(), { excludeTestServices: true })("a picture", (it) => {
  const of = (id: string, motion = false) => ({
    page: 0,
    steps: [{ method: "locator" as const, arg: `#${id}` }],
    motion
  })
  const visit = Effect.gen(function* () {
    const bank = yield* startSite({
      "/": (_, response) => void response.setHeader("content-type", "text/html").end(page)
    })
    const driver = yield* open(bank)
    yield* driver.goto("/")
    return driver
  })

  it.effect("is the element alone, still or moving", () =>
    Effect.gen(function* () {
      const driver = yield* visit
      const still = Buffer.from(yield* driver.page.picture(of("still")))
      const moving = yield* driver.page.picture(of("flicker", true))
      const [control] = chunksOf(moving).filter(({ type }) => type === "acTL")
      const unmoved = yield* driver.page.picture(of("still", true))

      expect([still.readUInt32BE(16), still.readUInt32BE(20)]).toEqual([40, 30])
      expect(control?.data.readUInt32BE(0)).toBeGreaterThan(1)
      expect(sequenceOf(moving)).toEqual(sequenceOf(moving).map((_, place) => place))
      expect(chunksOf(unmoved).some(({ type }) => type === "acTL")).toBe(false)
    }).pipe(Effect.scoped)
  )

  it.effect("shows no secret, whatever element it is of, and is not of a whole wall", () =>
    Effect.gen(function* () {
      const shotOf = (value: string) =>
        Effect.gen(function* () {
          const driver = yield* visit
          yield* driver.putSecret("password", value)
          yield* driver.on(label("Password"), "locator.fill", { value: secret("password"), timeout: 60_000 })
          return Buffer.from(yield* driver.page.picture(of("form")))
        }).pipe(Effect.scoped)
      const [one, two] = [yield* shotOf("abcd1234"), yield* shotOf("4321dcba")]
      const driver = yield* visit
      const huge = yield* Effect.flip(driver.page.picture(of("huge")))

      expect(one.length).toBeGreaterThan(100)
      expect(Buffer.compare(one, two)).toBe(0)
      expect(huge.code).toBe("TooLarge")
    }).pipe(Effect.scoped)
  )

  it.effect("that moves holds each of its pictures whole, and those alike once, for as long as both were seen", () =>
    Effect.gen(function* () {
      const driver = yield* visit
      const [red, green] = yield* Effect.forEach(["still", "huge"], (id) =>
        id === "still" ? driver.page.picture(of(id)) : driver.page.picture(of("flicker"))
      )
      const [a, b] = [Buffer.from(red ?? []), Buffer.from(green ?? [])]
      const moving = animatedPng([
        { png: a, millis: 100 },
        { png: a, millis: 50 },
        { png: b, millis: 70 }
      ])
      const pixels = (png: Buffer) =>
        inflateSync(Buffer.concat(chunksOf(png).flatMap(({ data, type }) => (type === "IDAT" ? [data] : []))))
      const second = chunksOf(moving).filter(({ type }) => type === "fdAT")
      const delays = chunksOf(moving).flatMap(({ data, type }) => (type === "fcTL" ? [data.readUInt16BE(20)] : []))

      expect(delays).toEqual([150, 70])
      expect(pixels(moving).equals(pixels(a))).toBe(true)
      expect(inflateSync(Buffer.concat(second.map(({ data }) => data.subarray(4)))).equals(pixels(b))).toBe(true)
    }).pipe(Effect.scoped)
  )
})
