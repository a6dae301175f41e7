import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { randomBytes } from "node:crypto"
import { detect } from "../src/scrub/detect.ts"
import { fakeCardNumber, fakeIban, isCardNumber, isIban, placeholderOf } from "../src/scrub/placeholder.ts"
import { type ScrubOptions, scrubTraffic } from "../src/scrub/scrubTraffic.ts"
import { spellings } from "../src/scrub/spellings.ts"
import { exchangeOf } from "./exchanges.ts"

const options = (more: Partial<ScrubOptions> = {}): ScrubOptions => ({
  secrets: [],
  names: [],
  mask: [],
  keep: [],
  bundle: "",
  ...more
})
const iban = "ES9121000418450200051332"
const page = (answer: string | Buffer, more: Parameters<typeof exchangeOf>[2] = {}) =>
  exchangeOf("GET", "https://bank.example/home", { answer, ...more })
const bodyOf = (scrubbed: ReturnType<typeof scrubTraffic>) =>
  scrubbed.exchanges.map(({ responseBody }) => responseBody.toString()).join("\n")

describe("scrubbing a recording", () => {
  it("takes a secret out in all its spellings and puts a text of the same shape there", () => {
    const secret = fc.string({ unit: fc.constantFrom(..."abcXYZ0189 &<\"'%+/ñé€"), minLength: 5, maxLength: 24 })
    fc.assert(
      fc.property(secret, (text) => {
        fc.pre(/[\p{L}\d]{3}/u.test(text) && text.trim() === text)
        const scrubbed = scrubTraffic([page(spellings(text).join("\n"))], options({ secrets: [text] }))
        const body = bodyOf(scrubbed)
        const plain = scrubbed.scrub(text)
        for (const spelling of spellings(text).filter(({ length }) => length >= 8)) assert.notInclude(body, spelling)
        assert.strictEqual(plain.length, text.length)
        assert.strictEqual(
          plain.replaceAll(/\p{L}/gu, "a").replaceAll(/\d/g, "1"),
          text.replaceAll(/\p{L}/gu, "a").replaceAll(/\d/g, "1")
        )
      }),
      { numRuns: 60 }
    )
  })

  it("gives account and card numbers fakes with check digits that fit", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const key = Buffer.from(bytes)
        assert.isTrue(isIban(fakeIban(key, iban)))
        assert.isTrue(isCardNumber(fakeCardNumber(key, "4111111111111111")))
      })
    )
  })

  it("replaces numbers, names, cookies and tokens the same way wherever they stand", () => {
    const token = "a81bc81b-dead-4e5d-abff-90865d1e13b1"
    const first = page(`<p>${iban}, ES91 2100 0418 4502 0005 1332</p><input value="${token}"> NORA QUIROGA pays`, {
      headers: [["set-cookie", "sid=0123456789abcdef; Path=/"]]
    })
    const second = exchangeOf("POST", `https://bank.example/pay?t=${token}`, {
      body: `sid=0123456789abcdef&to=Quiroga`
    })
    const scrubbed = scrubTraffic([first, second], options({ names: ["QUIROGA NORA"], bundle: 'getByText("Nora")' }))
    const text = JSON.stringify(
      scrubbed.exchanges.map((each) => [each, String(each.requestBody), String(each.responseBody)])
    )

    assert.deepStrictEqual(scrubbed.findings, [])
    for (const lost of [iban, "ES91 2100", token, "QUIROGA", "Quiroga", "0123456789abcdef"])
      assert.notInclude(text, lost)
    // The author's own locators look for this word.
    assert.include(text, "NORA")
    const url = scrubbed.exchanges[1]?.url ?? ""
    assert.include(bodyOf(scrubbed), new URL(url).searchParams.get("t") ?? "nothing")
  })

  it("takes a session's random id for what it is, where the digits at its end could be a card's", () => {
    // As it is in the traffic, or as it stands there once its letters are others.
    for (const id of ["01b2c3d4-e5f6-4a1b-a378-282246310005", "oxb2czd4-e5f6-4a1b-a378-282246310005"]) {
      assert.deepStrictEqual(detect(`sid=${id}; Path=/`), [{ kind: "token", text: id, compact: id }])
      const scrubbed = scrubTraffic([page("", { headers: [["set-cookie", `sid=${id}; Path=/`]] })], options())
      assert.deepStrictEqual(scrubbed.findings, [])
    }
  })

  it("looks into pages and files that are no UTF-8, and leaves them in their encoding", () => {
    const text = "Titular: GARCÍA PEÑA, 1.234,56 €"
    const inByte = (sign: string) => (sign === "€" ? 0x80 : (sign.codePointAt(0) ?? 0))
    const old = Buffer.from(Array.from(text, inByte))
    const said = (type: string, before = "") => ({
      ...page(Buffer.concat([Buffer.from(before), old])),
      responseHeaders: [["content-type", type]] as const
    })
    const exchanges = [
      said("text/html; charset=ISO-8859-1"),
      said("text/html", `<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">`),
      said("application/vnd.ms-excel")
    ]
    const more = { names: ["GARCÍA PEÑA"], encodings: ["windows-1252"] }
    const scrubbed = scrubTraffic(exchanges, options(more))

    assert.deepStrictEqual(scrubbed.findings, [])
    for (const { responseBody } of scrubbed.exchanges) {
      const read = new TextDecoder("windows-1252").decode(responseBody)
      assert.notMatch(read, /GARC|PEÑA/)
      assert.match(read, /Titular: .+, 1\.234,56 €$/)
    }
    // Where nobody says what it is, any guess could leave a name in.
    for (const encodings of [[], ["windows-1252", "windows-1250"]]) {
      assert.lengthOf(scrubTraffic(exchanges, options({ ...more, encodings })).findings, 1)
    }
  })

  it("looks into files of two bytes a sign that begin with their mark, and leaves them so", () => {
    const wide = Buffer.from("\ufeffTitular\tGARCÍA PEÑA\t1.234,56 €", "utf16le")
    const files = [wide, Buffer.from(wide).swap16()].map((body) => page(body))
    const scrubbed = scrubTraffic(files, options({ names: ["GARCÍA PEÑA"] }))

    assert.deepStrictEqual(scrubbed.findings, [])
    for (const [nth, { responseBody }] of scrubbed.exchanges.entries()) {
      const read = new TextDecoder(nth === 0 ? "utf-16le" : "utf-16be", { ignoreBOM: true }).decode(responseBody)
      assert.match(read, /^\ufeffTitular\t(?!GARC).+\t1\.234,56 €$/)
    }
  })

  it("takes out what pages that are no UTF-8 put into links and send, and what JSON escapes", () => {
    const exchanges = [
      {
        ...page(`<a href="/d?of=Pe%f1a%20Garc%EDa">1</a>`),
        responseHeaders: [["content-type", "text/html; charset=iso-8859-1"]] as const
      },
      exchangeOf("POST", "https://bank.example/d?of=GARC%CDA+PE%D1A", { body: "of=pe%F1a&key=contrase%F1a-2026" }),
      page(String.raw`{"of":"GARC\u00cdA PE\u00D1A","to":"\u0141ukasz"}`),
      page("/d?of=Garc%C3%ADa%20Pe%C3%B1a&to=Pe%C3%B1a%20Garc%C3%ADa&by=%A3ukasz")
    ]
    const scrubbed = scrubTraffic(
      exchanges,
      options({ secrets: ["contraseña-2026"], names: ["GARCÍA PEÑA", "ŁUKASZ"] })
    )
    const text = scrubbed.exchanges
      .flatMap((each) => [each.url, String(each.requestBody), String(each.responseBody)])
      .join("\n")

    assert.deepStrictEqual(scrubbed.findings, [])
    assert.notMatch(text, /garc|pe%(?!20)|pe\\u|contrase|2026|ukasz/i)
  })

  it("finds what it could not take out, and tells where without saying what", () => {
    const zipped = randomBytes(64)
    zipped.fill(0xff, 0, 4)
    // Packed files are none, whatever they are said to be.
    const named = Buffer.concat([Buffer.from("PK\u0003\u0004"), zipped])
    for (const [body, type] of [
      [zipped, "text/html"],
      [named, "text/csv; charset=iso-8859-1"]
    ] as const) {
      const { findings } = scrubTraffic([{ ...page(body), responseHeaders: [["content-type", type]] }], options())
      assert.deepStrictEqual(
        findings.map(({ what, where }) => [where, what]),
        [["GET /home answer", "bytes that are no text and can't be looked into"]]
      )
      assert.include(findings[0]?.advice, "download.text('windows-1252')")
    }
    const secret = "hunter2-hunter2"
    const odd = [...secret].map((character) => `%25${character.charCodeAt(0).toString(16)}`).join("")
    const hidden = scrubTraffic([page(odd)], options({ secrets: [secret] }))
    assert.deepStrictEqual(
      hidden.findings.map(({ what }) => what),
      ["a secret that was typed, in a spelling that isn't known"]
    )
  })

  it("refuses none of its own placeholders, where the digits within look like a card's", () => {
    // Of random digits every tenth is taken for a card's number.
    const numbers = Array.from({ length: 300 }, (_, index) => `AR00 2100 0418 4502 0005 ${1000 + index}`)

    const scrubbed = scrubTraffic([page(numbers.join("; "))], options({ mask: numbers }))

    assert.notInclude(bodyOf(scrubbed), "2100 0418")
    assert.deepStrictEqual(scrubbed.findings, [])
  })

  it("keeps what its author says is not private", () => {
    const token = "a81bc81b-dead-4e5d-abff-90865d1e13b1"
    const scrubbed = scrubTraffic([page(token)], options({ keep: [token] }))
    assert.deepStrictEqual([bodyOf(scrubbed), scrubbed.findings], [token, []])
  })

  it("gives the same text the same placeholder under one key and another under another", () => {
    const [a, b] = [randomBytes(32), randomBytes(32)]
    assert.strictEqual(placeholderOf(a, "some-secret-1234"), placeholderOf(a, "some-secret-1234"))
    assert.notStrictEqual(placeholderOf(a, "some-secret-1234"), placeholderOf(b, "some-secret-1234"))
  })

  it("takes out what was typed also where the page writes it another way", () => {
    const scrubbed = scrubTraffic([page("<p>RUT 12.345.678-5, or 12345678-5</p>")], options({ secrets: ["123456785"] }))

    const body = bodyOf(scrubbed)

    assert.notMatch(body, /12\.?345\.?678-?5/)
    assert.match(body, /RUT \d\d\.\d{3}\.\d{3}-\d, or \d{8}-\d/)
    assert.deepStrictEqual(scrubbed.findings, [])
  })

  it("finds national ids by their shape and check digit, or by the word beside them, and leaves dates and amounts", () => {
    const private_ = ["7.654.321-6", "529.982.247-25", "X1234567L", "88.912.345"]
    const html = `<p>${private_[0]}</p><p>CPF ${private_[1]}</p><dl><dt>DNI</dt><dd>${private_[2]}</dd></dl>
      <td>Cédula: ${private_[3]}</td><td>12-11-2026</td><td>2026/11/12</td><td>1.234.567,89</td><td>Ref 2026-000123</td>`

    const body = bodyOf(scrubTraffic([page(html)], options()))

    for (const text of private_) assert.notInclude(body, text)
    for (const text of ["12-11-2026", "2026/11/12", "1.234.567,89"]) assert.include(body, text)
  })

  it("leaves what stands behind a balance's Cr, days with the month's name and amounts, and takes out India's PAN", () => {
    const left = ["26-Nov-2026", "3 déc. 2026", "2026 Nov 3", "25000.00", "1 250 000.00"]
    const html = `<p>PAN: ABCPK1234F</p><tr>${left.map((text) => `<td>1,234.00 Cr</td><td>${text}</td>`).join("")}</tr>
      <td>GST</td><td>${left[3]}</td><td>TIN ${left[0]}</td>`

    const body = bodyOf(scrubTraffic([page(html)], options()))

    for (const text of left) assert.include(body, `<td>${text}</td>`)
    assert.include(body, `TIN ${left[0]}`)
    assert.notInclude(body, "ABCPK1234F")
  })

  it("takes out names that the page shows as such, and leaves the words of its own labels", () => {
    const html = `<h1>Account of the holder</h1><button>Nora</button><p>Hola, Rodrigo Echeverría Soto</p>
      <dl><dt>Titular</dt><dd>María de la Cruz</dd></dl><script>window.user = {"holderName":"PEDRO PARAMO"}</script>
      <td>PAGO Echeverría</td><td>Account</td>`
    const answer = page(html, { headers: [["content-type", "text/html"]] })

    const body = bodyOf(scrubTraffic([answer], options({ names: ["Account Nora"] })))

    for (const name of ["Rodrigo", "Echeverría", "Soto", "María", "Cruz", "PEDRO", "PARAMO"]) {
      assert.notInclude(body, name)
    }
    for (const word of ["Account of the holder", "<button>Nora</button>", "Hola", "Titular"]) assert.include(body, word)
  })

  it("takes out and shows what pages and JSON write without a letter that isn't ASCII", () => {
    const json = page(String.raw`{"holderName":"Jos\u00e9 Pe\u00F1a","street":"Camino \u00c1vila"}`, {
      headers: [["content-type", "application/json"]]
    })
    const html = page("<p>Calle &Ntilde;u&ntilde;oa</p>", { headers: [["content-type", "text/html"]] })
    const scrubbed = scrubTraffic([json, html], options())

    assert.notMatch(bodyOf(scrubbed), /Jos|Pe\\u/)
    const { left } = scrubbed.review()
    for (const shown of ["[Camino Ávila]", "[Calle Ñuñoa]"]) assert.isTrue(left.some((line) => line.includes(shown)))
  })

  it("shows its author what was replaced and what was left, each in its context", () => {
    const html = "<p>Welcome back, Nora Quiroga of Calle Mayor, number 77123</p>"
    const scrubbed = scrubTraffic([page(html, { headers: [["content-type", "text/html"]] })], options())

    const { left, replaced } = scrubbed.review()

    assert.isTrue(left.some((line) => line.includes("[77123]")))
    assert.isTrue(left.some((line) => line.includes("[Calle Mayor]")))
    assert.isAtLeast(replaced.length, 2)
    assert.notInclude([...left, ...replaced].join("\n"), "Quiroga")
  })
})
