import * as fc from "fast-check"
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { finish } from "@counterfoil/domain"
import { makeSecretKeeper, scrubbed } from "../src/secrets/SecretKeeper.ts"

const keeperOf = (...values: ReadonlyArray<string>) => {
  const keeper = makeSecretKeeper()
  for (const [index, value] of values.entries()) keeper.put(`s${index}`, Redacted.make(value))
  return keeper
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
const numericHtml = (text: string, radix: 10 | 16) =>
  [...text].map((c) => `&#${radix === 16 ? "x" : ""}${(c.codePointAt(0) ?? 0).toString(radix)};`).join("")
const percentAll = (text: string) => Buffer.from(text).toString("hex").replaceAll(/../g, "%$&")
const unicodeEscapes = (text: string) =>
  Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`).join("")

/** A form of a page in windows-1252. */
const oldForm = (text: string) =>
  [...text]
    .map((sign) => {
      const code = sign.codePointAt(0) ?? 0
      if (sign === "€") return "%80"
      return code < 128
        ? encodeURIComponent(sign)
        : code < 256
          ? `%${code.toString(16)}`
          : encodeURIComponent(`&#${code};`)
    })
    .join("")

/** Texts in which a page, an address or an error may carry a secret. */
const encodings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  upper: (secret) => secret.toUpperCase(),
  lower: (secret) => secret.toLowerCase(),
  url: encodeURIComponent,
  urlTwice: (secret) => encodeURIComponent(encodeURIComponent(secret)),
  urlEveryByte: percentAll,
  form: (secret) => new URLSearchParams({ p: secret }).toString().slice(2),
  oldForm,
  oldFormTwice: (secret) => encodeURIComponent(oldForm(secret)),
  json: (secret) => JSON.stringify(secret).slice(1, -1),
  unicode: unicodeEscapes,
  html: escapeHtml,
  decimalEntities: (secret) => numericHtml(secret, 10),
  hexEntities: (secret) => numericHtml(secret, 16),
  hex: (secret) => Buffer.from(secret).toString("hex"),
  hexUpper: (secret) => Buffer.from(secret).toString("hex").toUpperCase()
}

const printable = fc.string({ unit: "grapheme-ascii", minLength: 4, maxLength: 24 })
const anyText = fc.string({ unit: fc.constantFrom(..."abcXYZ0189 éñ€&<>\"'%+/\\=?#€😀"), minLength: 4, maxLength: 16 })
const secrets = fc
  .oneof(printable, anyText)
  .map((text) => text.trim())
  .filter((text) => text.length >= 4)

describe("A scrubbed text", () => {
  it.each(Object.keys(encodings))("doesn't hold the secret, encoded as %s", (name) => {
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        const encode = encodings[name] ?? String
        const clean = keeperOf(secret).scrub(`${before}|${encode(secret)}|${after}`)
        expect(clean).toContain(scrubbed)
        expect(clean.replaceAll(scrubbed, "")).not.toContain(encode(secret))
      }),
      { numRuns: 40 }
    )
  })

  it("doesn't hold the secret in base64 or base64url, wherever it starts", () => {
    fc.assert(
      fc.property(secrets, fc.string({ maxLength: 7 }), fc.string({ maxLength: 7 }), (secret, before, after) => {
        const bytes = Buffer.from(`${before}${secret}${after}`)
        for (const encoding of ["base64", "base64url"] as const) {
          const clean = keeperOf(secret).scrub(bytes.toString(encoding))
          const decoded = Buffer.from(clean.replaceAll(scrubbed, "~~~~"), "base64").toString()
          expect(clean).toContain(scrubbed)
          expect(decoded).not.toContain(secret)
        }
      })
    )
  })

  it("is the same however long it is: also where a secret stands across two of the pieces that it is looked at in", () => {
    const keeper = keeperOf("zoë hunter-2")
    const stride = 32 * 1024
    const spellings = Object.values(encodings).map((encode) => encode("zoë hunter-2"))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -40, max: 40 }), fc.constantFrom(...spellings)), { maxLength: 6 }),
        (places) => {
          let [text, clean] = ["", ""]
          for (const [off, spelling] of places) {
            const end = Math.ceil((text.length + 200) / stride) * stride + off
            const between = "abc ".repeat(stride / 2).slice(0, end - text.length)
            text += `${between}${spelling}`
            clean += `${between}${scrubbed}`
          }
          expect(keeper.scrub(`${text} abc`)).toBe(`${clean} abc`)
        }
      ),
      { numRuns: 10 }
    )
  })

  it("keeps every word that isn't a secret", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-m]{1,8}$/)), (words) => {
        expect(keeperOf("zürich-9", "0042").scrub(words.join(" "))).toBe(words.join(" "))
      })
    )
  })

  it("loses a longer secret whole, though it holds a shorter one", () => {
    expect(keeperOf("hunt", "hunter2").scrub("x hunter2 y hunt z")).toBe(`x ${scrubbed} y ${scrubbed} z`)
  })

  it("loses a secret that was replaced since", () => {
    const keeper = makeSecretKeeper()
    keeper.put("otp", Redacted.make("482913"))
    keeper.put("otp", Redacted.make("771204"))

    expect(keeper.scrub("482913 and 771204")).toBe(`${scrubbed} and ${scrubbed}`)
  })

  it("keeps amounts that happen to hold a very short secret", () => {
    expect(keeperOf("123").scrub("1.123,00 EUR, 123")).toBe("1.123,00 EUR, 123")
  })

  it("keeps a password that could be found by having guesses scrubbed, in what a script reads", () => {
    const text = "pins 4812, 48123 and 48124, hunter2"

    expect(keeperOf("48123", "4812", "hunter2").scrubText(text)).toBe(`pins 4812, 48123 and 48124, ${scrubbed}`)
    expect(keeperOf("48123").scrub(text)).toBe(`pins 4812, ${scrubbed} and 48124, hunter2`)
  })

  it("doesn't hold the secret backwards, by ROT13, or with a sign between its letters", () => {
    const texts = [
      "2retnuh",
      "uhagre2",
      "H U N T E R 2",
      "h-u-n-t-e-r-2",
      "h\u200bu\u200bn\u200bt\u200be\u200br\u200b2"
    ]

    expect(texts.map(keeperOf("hunter2").scrub)).toEqual(texts.map(() => scrubbed))
    expect(keeperOf("hunter2").scrub("hunters, 2 and returns")).toBe("hunters, 2 and returns")
  })

  it("doesn't hold the secret in a list of its letters", () => {
    expect(keeperOf("hunter2").scrubAnswer(["a", ..."hunter2"])).toEqual(Array.from({ length: 8 }, () => scrubbed))
    expect(keeperOf("hunter2").scrubAnswer([..."hunters"])).toEqual([..."hunters"])
  })

  it("doesn't hold the secret in a text of its letters, one or two at a time, whatever signs are between", () => {
    const letters = [..."hunter2"]
    const texts = [
      JSON.stringify(letters),
      letters.join(" | "),
      letters.map((letter) => `\r\n\t${letter}`).join(";"),
      "hu, nt, er, 2",
      '"HU";"N";"TE";"R2"'
    ]
    for (const text of texts) expect(keeperOf("hunter2").scrubText(text)).not.toMatch(/h\W*u\W*n/i)

    const names = "HUN TER 2 and hunt, er 2; h u n t e d 2; J U A N"
    expect(keeperOf("hunter2").scrubText(names)).toBe(names)
  })

  it("doesn't take long to look for letters that are signs, in a text of them", () => {
    const dashes = "-".repeat(30)
    expect(keeperOf(dashes).scrubText("-".repeat(29))).toBe("-".repeat(29))
    expect(keeperOf(`a${dashes}b`).scrubText("-- ".repeat(20_000))).toBe("-- ".repeat(20_000))
  })

  it("doesn't hold it in a file that lists its letters, in UTF-8 or UTF-16", () => {
    const list = JSON.stringify([..."vic user-83"])
    for (const file of [Buffer.from(list), Buffer.from(list, "utf16le"), Buffer.from(list, "utf16le").swap16()]) {
      const clean = finish(keeperOf("vic user-83").scrubbingBytes(file)).toString("latin1")
      expect(clean).toContain(scrubbed)
      expect(clean).not.toMatch(/v[^a-z]+i[^a-z]+c/)
    }
  })

  it("doesn't hold the letters of a secret of two words, nor those in the cells of a table", () => {
    const keeper = keeperOf("ana ruiz 7")
    const letters = [..."ana ruiz 7"]
    const rows = letters.map((letter, at) => ({ at, cells: [{ text: letter, href: null }] }))

    expect(keeper.scrubAnswer(letters)).toEqual(letters.map(() => scrubbed))
    expect(keeper.scrubAnswer(letters.map((letter) => ` ${letter} `))).toEqual(letters.map(() => scrubbed))
    expect(JSON.stringify(keeper.scrubAnswer({ headers: [], rows }))).not.toMatch(/"text":"[a-z0-9 ]"/)
    expect(keeper.scrubAnswer([...letters.slice(0, 8), "and more"])).toEqual([...letters.slice(0, 8), "and more"])
  })

  it("doesn't hold it in an address, whose origin stays what it is", () => {
    expect(keeperOf("hunter2").scrubAddress("https://hunter2.example/a?b=hunter2")).toBe(
      `https://hunter2.example/a?b=${scrubbed}`
    )
  })

  it.each(["utf-8", "utf-16le", "utf-16be", "windows-1252"])("doesn't hold it in a file, read as %s", (encoding) => {
    const secret = "zoë-hunter2"
    const wide = Buffer.from(`a ${secret};`, "utf16le")
    const files = [Buffer.from(`a ${secret};`), Buffer.from(`a ${secret};`, "latin1"), wide, Buffer.from(wide).swap16()]
    for (const file of files) {
      const clean = finish(keeperOf(secret).scrubbingBytes(file))
      const text = new TextDecoder(encoding).decode(clean)
      expect(clean.toString("latin1")).toContain(scrubbed)
      expect(Buffer.concat([Buffer.from(text, "utf16le"), Buffer.from(text)]).toString("latin1")).not.toMatch(
        /h\0?u\0?n/
      )
    }
  })

  it("is clean in every string of an answer", () => {
    const answer = { headers: ["hunter2"], rows: [{ cells: [{ text: "a hunter2", href: null }] }], size: 3 }

    expect(keeperOf("hunter2").scrubAnswer(answer)).toEqual({
      headers: [scrubbed],
      rows: [{ cells: [{ text: `a ${scrubbed}`, href: null }] }],
      size: 3
    })
  })
})

describe("A secret", () => {
  it("is revealed by positions that count from 1, in their order", () => {
    expect(keeperOf("password").reveal({ secret: "s0", positions: [3, 1, 8] })).toBe("spd")
    expect(keeperOf("password").reveal({ secret: "s0" })).toBe("password")
  })

  it("isn't revealed by another name, nor beyond its end", () => {
    const keeper = keeperOf("pass")

    expect(() => keeper.reveal({ secret: "other" })).toThrow("no secret named")
    expect(() => keeper.reveal({ secret: "s0", positions: [5] })).toThrow("no character 5")
  })

  it("isn't looked for in pieces: a script could ask for them one by one", () => {
    const keeper = keeperOf("password")
    keeper.reveal({ secret: "s0", positions: [5, 6, 7, 8] })

    expect(keeper.scrub("the word word")).toBe("the word word")
  })
})
