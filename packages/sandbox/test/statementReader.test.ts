import { StatementReader } from "@counterfoil/core"
import { IsolatedStatementReader } from "@counterfoil/sandbox"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type BookType, CFB, utils, write } from "@e965/xlsx"

const read = (content: string | Uint8Array) =>
  Effect.flatMap(StatementReader, (reader) =>
    reader.read({ content, currency: "EUR", dates: "dmy", today: "2026-11-21" })
  )

layer(IsolatedStatementReader.layer, { excludeTestServices: true })("a statement file in the isolate", (it) => {
  it.effect("is read, ten thousand movements at once", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 10_000 }, (_, n) => `18/11/2026;TRF DE ANA ${n};${n},50`)
      const { format, statement } = yield* read(["Fecha;Concepto;Importe", ...rows].join("\n"))

      assert.strictEqual(format, "csv")
      assert.strictEqual(Array.from(Object(statement).movements).length, 10_000)
    })
  )

  it.effect("fails with one sentence when it is wrong, or more than an answer may hold", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 45_000 }, (_, n) => `18/11/2026;TRF DE ANA MARIA LOPEZ ${n};${n},50`)
      const wrong = yield* Effect.flip(read("Fecha;Importe\n18/11/2026;x"))
      const long = yield* Effect.flip(read(["Fecha;Concepto;Importe", ...rows].join("\n")))

      assert.match(wrong.message, /^Line 2: "x" is not an amount/)
      assert.strictEqual(long.message, "The file takes too much to be read; a shorter period may do")
    })
  )
})

/** Days as workbooks count them. */
const day = (serial: number) => ({ t: "n" as const, v: serial, z: "dd/mm/yyyy" })

const sheet = [
  ["EL BANCO, SA"],
  [],
  ["Fecha", "Concepto", "Importe", "Saldo"],
  [day(46_344), "TRF DE ANA", 1234.5, 6.019_999_999_999_999_6],
  [day(46_344), "RECIBO", -12.34, 1],
  [day(46_343.75), "RECIBO_x000D_\nB", -1250, "1.000,50"]
]

const workbookOf = (bookType: BookType): Uint8Array => {
  const book = utils.book_new()
  if (bookType !== "html") utils.book_append_sheet(book, utils.aoa_to_sheet([["Resumen"]]), "Resumen")
  utils.book_append_sheet(book, utils.aoa_to_sheet(sheet), "Movimientos")
  const file: unknown = write(book, { type: "buffer", bookType })
  return file instanceof Uint8Array ? file : assert.fail("it is no file")
}

layer(IsolatedStatementReader.layer, { excludeTestServices: true })("a workbook in the isolate", (it) => {
  it.effect.each(["xlsx", "biff8", "ods", "xlml", "xlsb"] as const)(
    "is read from its first sheet with headers: %s",
    (bookType) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* read(workbookOf(bookType)), {
          format: "spreadsheet",
          lines: [4, 5, 6],
          statement: {
            movements: [
              { date: "2026-11-18", amount: "1234.50", currency: "EUR", description: "TRF DE ANA", balance: "6.02" },
              { date: "2026-11-18", amount: "-12.34", currency: "EUR", description: "RECIBO", balance: "1" },
              { date: "2026-11-17", amount: "-1250", currency: "EUR", description: "RECIBO B", balance: "1000.50" }
            ],
            coverage: { from: "2026-11-17", to: "2026-11-18", complete: true }
          }
        })
      })
  )

  it.effect("is also what banks call Excel and is a page of tables, whose texts are as printed", () =>
    Effect.gen(function* () {
      const page = `<html><head><meta charset="utf-8"></head><body><table><tr><td colspan="3">Cuenta</td></tr></table>
        <table><tr><th>Fecha</th><th>Concepto</th><th>Importe</th></tr>
        <tr><td>05/11/2026</td><td>TRF DE JOS&Eacute; &amp; HIJOS</td><td align="right">1.234,56</td></tr></table></body></html>`
      const { format, statement } = yield* read(Buffer.from(page))
      assert.deepStrictEqual(
        [format, Object(statement).movements],
        [
          "spreadsheet",
          [{ date: "2026-11-05", amount: "1234.56", currency: "EUR", description: "TRF DE JOSÉ & HIJOS" }]
        ]
      )
    })
  )

  it.effect("keeps every cent of large amounts, and isn't taken for longer than its last row", () =>
    Effect.gen(function* () {
      const cents = [123_456_789, 99_999_999_999_999, 1_234_567_890_123, -700_000_000_003, 1, 20_000_010]
      const rows = cents.map((amount) => [day(46_344), "ANA", amount / 100])
      const page = utils.aoa_to_sheet([["Fecha", "Concepto", "Importe"], ...rows])
      page["!ref"] = "A1:C1048576"
      const file: unknown = write({ SheetNames: ["M"], Sheets: { M: page } }, { type: "buffer", bookType: "xlsx" })
      if (!(file instanceof Uint8Array)) return assert.fail("it is no file")
      const { statement } = yield* read(file)
      assert.deepStrictEqual(
        Array.from(Object(statement).movements, (movement) => Object(movement).amount),
        ["1234567.89", "999999999999.99", "12345678901.23", "-7000000000.03", "0.01", "200000.10"].toReversed()
      )
    })
  )

  it.effect.each(["xlsx", "biff8", "xlml", "xlsb"] as const)(
    "counts its days from 1904 where it says so, as old ones of Macs do: %s",
    (bookType) =>
      Effect.gen(function* () {
        const rows = [
          ["Fecha", "Concepto", "Importe"],
          [day(46_344 - 1_462), "ANA", 1.5]
        ]
        const book = {
          SheetNames: ["M"],
          Sheets: { M: utils.aoa_to_sheet(rows) },
          Workbook: { WBProps: { date1904: true } }
        }
        const file: unknown = write(book, { type: "buffer", bookType })
        if (!(file instanceof Uint8Array)) return assert.fail("it is no file")
        const { statement } = yield* read(file)
        assert.deepStrictEqual(Object(statement).movements, [
          { date: "2026-11-18", amount: "1.50", currency: "EUR", description: "ANA" }
        ])
      })
  )

  it.effect("says that it is locked with a password, where it is", () =>
    Effect.gen(function* () {
      // As Excel keeps it: version 4.4, "agile", of MS-OFFCRYPTO 2.3.4.10, and the package in the encrypted stream.
      const how = `saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" saltValue="AAAA"
        cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"`
      const description = `<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption"
        xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${how}/>
        <keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password">
        <p:encryptedKey spinCount="100000" ${how} encryptedKeyValue="AAAA"/></keyEncryptor></keyEncryptors></encryption>`
      const info = Buffer.concat([Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), Buffer.from(description)])
      const locked = CFB.utils.cfb_new()
      CFB.utils.cfb_add(locked, "/EncryptionInfo", info)
      CFB.utils.cfb_add(locked, "/EncryptedPackage", Buffer.alloc(4096, 7))
      const file: unknown = CFB.write(locked, { type: "buffer" })
      if (!(file instanceof Uint8Array)) return assert.fail("it is no file")
      const { message } = yield* Effect.flip(read(file))
      assert.strictEqual(message, "The workbook is locked with a password: save it without one")
    })
  )

  it.effect("is refused with its row, or where it is damaged or none", () =>
    Effect.gen(function* () {
      const book = utils.book_new()
      utils.book_append_sheet(book, utils.aoa_to_sheet([...sheet, [day(46_343), "X", "12,5x"]]), "Movimientos")
      const file: unknown = write(book, { type: "buffer", bookType: "xlsx" })
      if (!(file instanceof Uint8Array)) return assert.fail("it is no file")
      const refused = [file, file.subarray(0, file.length / 2), Buffer.from("<html><p>Nada</p></html>")]
      const messages = yield* Effect.forEach(refused, (content) =>
        Effect.map(Effect.flip(read(content)), ({ message }) => message)
      )
      assert.deepStrictEqual(messages, [
        'Line 7: "12,5x" is not an amount: "x" is no currency',
        "The workbook is damaged, or is none",
        "The workbook is damaged, or is none"
      ])
    })
  )

  it.effect("ends at its bounds where it unpacks to more than it seems, and takes nothing with it", () =>
    Effect.gen(function* () {
      const book = utils.book_new()
      const rows = Array.from({ length: 60_000 }, () => [day(46_344), "A".repeat(2_000), 1, 1])
      utils.book_append_sheet(
        book,
        utils.aoa_to_sheet([["Fecha", "Concepto", "Importe", "Saldo"], ...rows]),
        "Movimientos"
      )
      const file: unknown = write(book, { type: "buffer", bookType: "xlsx", compression: true })
      if (!(file instanceof Uint8Array)) return assert.fail("it is no file")
      const { message } = yield* Effect.flip(read(file))
      assert.match(message, /^The (?:file takes too much|workbook has more than)/)
    })
  )
})

layer(IsolatedStatementReader.layer, { excludeTestServices: true })("a CSV's bytes in the isolate", (it) => {
  it.effect.each(["utf-8", "utf-16le", "latin1"] as const)("are read in the letters that they are in: %s", (encoding) =>
    Effect.gen(function* () {
      const mark = encoding === "latin1" ? "" : "\uFEFF"
      const { statement } = yield* read(
        Buffer.from(`${mark}Fecha;Concepto;Importe\n18/11/2026;TRF DE MUÑOZ;1,50`, encoding)
      )
      assert.strictEqual(Object(statement).movements[0].description, "TRF DE MUÑOZ")
    })
  )
})
