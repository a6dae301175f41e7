/** Bank scripts from files: `BANK_SCRIPTS` names bundles, separated by commas. In life: your repository of releases. */
import type { ScriptRelease } from "@counterfoil/runtime"
import { Stream } from "effect"
import { readFileSync } from "node:fs"

const bank = {
  code: process.env["BANK_CODE"] ?? "demo-bank",
  name: "Demo Bank",
  loginUrl: process.env["BANK_URL"] ?? "http://127.0.0.1:4000/login"
}

const files = (process.env["BANK_SCRIPTS"] ?? "").split(",").filter((file) => file !== "")

export const bankScripts: Stream.Stream<ScriptRelease> = Stream.fromIterable(files).pipe(
  Stream.map((file) => ({ bank, bundle: readFileSync(file, "utf8") }))
)
