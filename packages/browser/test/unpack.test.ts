import { assert, describe, it } from "@effect/vitest"
import { PageFault } from "@counterfoil/core"
import { deflateRawSync } from "node:zlib"
import { textParts } from "../src/verbs/unpack.ts"

/** A ZIP with one part, by the format's note. `flags`: 1 is locked with a password. */
const zipOf = (name: string, content: Buffer, { flags = 0, said = content.length } = {}): Buffer => {
  const packed = deflateRawSync(content)
  const about = Buffer.alloc(26)
  about.writeUInt16LE(flags, 2)
  about.writeUInt16LE(8, 4)
  about.writeUInt32LE(packed.length, 14)
  about.writeUInt32LE(said, 18)
  about.writeUInt16LE(name.length, 22)
  const part = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), about, Buffer.from(name), packed])
  const entry = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), about, Buffer.alloc(14), Buffer.from(name)])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(entry.length, 8)
  end.writeUInt32LE(part.length, 12)
  return Buffer.concat([part, entry, Buffer.from("PK\x05\x06", "latin1"), end])
}

const faultOf = (file: Buffer): Promise<PageFault> =>
  textParts(file).then(
    (parts) => Promise.reject(new Error(`no fault, but ${parts.length} parts`)),
    (error: unknown) => (error instanceof PageFault ? error : Promise.reject(error))
  )

describe("a packed download", () => {
  it("gives its texts by name, and leaves pictures and programs packed", async () => {
    const xml = await textParts(zipOf("xl/workbook.xml", Buffer.from("<a>ñ</a>")))
    const macro = await textParts(zipOf("xl/vbaProject.bin", Buffer.from("program")))

    assert.deepStrictEqual(
      xml.map(({ content, name }) => [name, content.toString()]),
      [["xl/workbook.xml", "<a>ñ</a>"]]
    )
    assert.deepStrictEqual(macro, [])
  })

  it("is too large by what it unpacks to, whatever it says of itself", async () => {
    const bomb = zipOf("a.xml", Buffer.alloc(5 * 1024 * 1024, "a"), { said: 10 })

    assert.strictEqual((await faultOf(bomb)).code, "TooLarge")
  })

  it("is refused in words where it is none, cut off, or locked", async () => {
    const whole = zipOf("a.xml", Buffer.from("<a/>"))

    assert.include(
      (await faultOf(Buffer.from("no zip at all, but a text of some length"))).message,
      "it is no ZIP file"
    )
    assert.include((await faultOf(whole.subarray(0, 40))).message, "it is no ZIP file")
    assert.include((await faultOf(zipOf("a.xml", Buffer.from("<a/>"), { flags: 1 }))).message, "locked with a password")
  })

  it("never fails in another way, whatever byte of it is changed", async () => {
    const whole = zipOf("a.xml", Buffer.from("<a>some text</a>"))
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 0xff
      const result = await textParts(damaged).catch((error: unknown) => error)
      assert.isTrue(Array.isArray(result) || result instanceof PageFault, `byte ${at}: ${String(result)}`)
    }
  })
})
