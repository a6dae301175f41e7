/** What runs in the isolate: reads one file. Its answer is a statement, or one sentence about what is wrong with the file. */
import { statements } from "@counterfoil/script-sdk"

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

const read = (args: { readonly content: string } & statements.ReadOptions) => {
  try {
    return { done: { read: statements.read(args.content, args) } }
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
