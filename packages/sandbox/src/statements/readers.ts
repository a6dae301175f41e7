/** The readers of statement files as one text for an isolate. In a published package this module holds the text itself. */
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { withoutEnvironment } from "../withoutEnvironment.ts"

const entry = fileURLToPath(new URL("./inIsolate.ts", import.meta.url))

export const readers = Effect.promise(async () => {
  const { build } = await import("esbuild")
  const result = await withoutEnvironment(() =>
    build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: "iife",
      platform: "neutral",
      target: "es2023",
      legalComments: "none",
      tsconfigRaw: "{}",
      logLevel: "silent"
    })
  )
  return result.outputFiles[0]?.text ?? ""
})
