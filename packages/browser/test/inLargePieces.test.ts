import { Readable, Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { expect, test } from "vitest"
import { inLargePieces } from "../src/network/inLargePieces.ts"

test("A long answer comes to its end, however slowly it is read", async () => {
  const pieces = Array.from({ length: 60 }, (_, nth) => Buffer.alloc(30_000, nth))
  const taken: Array<Buffer> = []
  const slow = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _, done) {
      taken.push(chunk)
      setTimeout(done)
    }
  })

  await pipeline(Readable.from(pieces), inLargePieces(), slow)

  expect(Buffer.concat(taken).equals(Buffer.concat(pieces))).toBe(true)
})
