/** What runs in the isolate: reads one file. Its answer is a statement, or one sentence about what is wrong with the file. */
import { statements } from "@counterfoil/script-sdk"
import { sheetsOf } from "./workbook.ts"

const manifest = {
  bank: "statement-files",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  zone: "UTC",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  phases: ["login", "extract"]
}

interface FileArgs extends Omit<statements.ReadOptions, "format"> {
  readonly format?: statements.Format | "spreadsheet" | undefined
  readonly content: string
  /** Whether the content is a workbook's bytes in base 64. */
  readonly isPacked: boolean
}

/** What banks call a workbook and is a web page with a table, or XML of Excel 2003. */
const isTables = (text: string): boolean =>
  /^\uFEFF?\s*<(?:!doctype html|html|head|meta|style|table)\b/i.test(text) ||
  /^\uFEFF?\s*<\?xml[^>]*>\s*(?:<\?mso-application[^>]*Excel\.Sheet|<(?:\w+:)?Workbook\b)/i.test(text.slice(0, 1_000))

const readFile = ({ content, format, isPacked, ...options }: FileArgs) => {
  if (isPacked || isTables(content)) {
    const sheets = sheetsOf(isPacked ? { base64: content } : { text: content })
    return { format: "spreadsheet", ...statements.readSheets(sheets, options) }
  }
  if (format === "spreadsheet") throw new statements.StatementProblem("The file is no workbook (XLSX, XLS, ODS)")
  return statements.read(content, { ...options, format })
}

const read = (args: FileArgs) => {
  try {
    return { done: { read: readFile(args) } }
  } catch (error) {
    if (error instanceof statements.StatementProblem) return { done: { problem: error.message.slice(0, 4_000) } }
    throw error
  }
}

const register: unknown = Reflect.get(globalThis, "__counterfoilRegister")
if (typeof register === "function") {
  register({
    manifest: JSON.stringify(manifest),
    run: async (_send: unknown, _phase: string, args: string) => JSON.stringify(read(JSON.parse(args)))
  })
}
