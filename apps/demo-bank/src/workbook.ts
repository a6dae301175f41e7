/** A workbook of one sheet (XLSX), as banks' own programs write them: shared texts, days as numbers, decimals as doubles. */
import { crc32, deflateRawSync } from "node:zlib"

export type Cell = string | { readonly day: string } | { readonly cents: bigint }

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + 25_569

const letter = (column: number): string => String.fromCharCode(65 + column)

const sheetXml = (lines: ReadonlyArray<ReadonlyArray<Cell>>, share: (text: string) => number): string => {
  const cellXml = (cell: Cell, at: string): string => {
    if (typeof cell === "string") return cell === "" ? "" : `<c r="${at}" t="s"><v>${share(cell)}</v></c>`
    if ("day" in cell) return `<c r="${at}" s="1"><v>${dayNumber(cell.day)}</v></c>`
    // As a double prints itself with all its digits, which is how files of banks look.
    return `<c r="${at}"><v>${Number(Number(cell.cents) / 100).toPrecision(17)}</v></c>`
  }
  const rows = lines.map((cells, index) => {
    const inside = cells.map((cell, column) => cellXml(cell, `${letter(column)}${index + 1}`)).join("")
    return `<row r="${index + 1}">${inside}</row>`
  })
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join("")}</sheetData></worksheet>`
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const packages = "http://schemas.openxmlformats.org/package/2006/relationships"

export const workbook = (sheet: string, lines: ReadonlyArray<ReadonlyArray<Cell>>): Buffer => {
  const texts: Array<string> = []
  const share = (text: string): number => {
    if (!texts.includes(text)) texts.push(text)
    return texts.indexOf(text)
  }
  const data = sheetXml(lines, share)
  return zip({
    "_rels/.rels": `<Relationships xmlns="${packages}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escape(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst xmlns="${main}">${texts.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`).join("")}</sst>`,
    "xl/worksheets/sheet1.xml": data
  })
}

/** The format's own fields, by its note (APPNOTE 6.3): a header before each part, and a directory of them behind. */
const zip = (parts: Readonly<Record<string, string>>): Buffer => {
  const bodies: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(head + text)
    const packed = deflateRawSync(content)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(content), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(content.length, 18)
    about.writeUInt16LE(Buffer.byteLength(name), 22)
    const own = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), about, Buffer.from(name), packed])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), about, entry, Buffer.from(name)]))
    bodies.push(own)
    at += own.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...bodies, list, Buffer.from("PK\x05\x06", "latin1"), end])
}
