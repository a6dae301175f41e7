/** All that is filtered, not only what is loaded, as a file for spreadsheets. */
import { isUnreachable } from "../api/client.ts"
import { csvCell, type Region, regionOf } from "./csvCell.ts"

interface Page {
  readonly limit: number
  readonly before: string | undefined
}

export interface Export<Row extends { readonly id: string }> {
  readonly file: string
  readonly columns: ReadonlyArray<string>
  /** Each list is read to its end, one after the other. */
  readonly lists: ReadonlyArray<(page: Page, signal: AbortSignal) => Promise<ReadonlyArray<Row>>>
  readonly fits: (row: Row) => boolean
  /** In the order of the columns. */
  readonly cells: (row: Row, region: Region) => ReadonlyArray<string>
}

const most = 200

/** Of the hundreds of answers of a long list one may be lost on the way: all before it were for nothing then. */
const pauses = [500, 2_000, 5_000] as const

const again = async <A>(read: () => Promise<A>, signal: AbortSignal): Promise<A> => {
  for (const pause of pauses) {
    try {
      return await read()
    } catch (cause) {
      if (signal.aborted || !isUnreachable(cause)) throw cause
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return read()
}

/** Answers how many rows the file has. */
export const exportCsv = async <Row extends { readonly id: string }>(
  { cells, columns, file, fits, lists }: Export<Row>,
  onProgress: (rows: number) => void,
  signal: AbortSignal
): Promise<number> => {
  const region = regionOf(navigator.languages)
  // With the mark by which spreadsheets know UTF-8.
  const parts = [`\uFEFF${columns.join(region.separator)}\r\n`]
  let rows = 0
  for (const list of lists) {
    let before: string | undefined
    for (;;) {
      const page = await again(() => list({ limit: most, before }, signal), signal)
      signal.throwIfAborted()
      const fitting = page.filter(fits)
      parts.push(...fitting.map((row) => `${cells(row, region).map(csvCell).join(region.separator)}\r\n`))
      rows += fitting.length
      onProgress(rows)
      before = page.at(-1)?.id
      if (page.length < most || before === undefined) break
    }
  }
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob(parts, { type: "text/csv" }))
  link.download = file
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return rows
}
