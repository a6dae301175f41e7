/** What programs that embed the runtime see of it. A change here is a change for them: it belongs into the changelog. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const compiler = join(root, "node_modules/typescript/bin/tsc")

/** The modules that `index.ts` lets out, whole. */
const letOut = ["index", "Counterfoil", "events", "CounterfoilConfig", "configFromEnv", "browser", "upkeep", "Watchdog"]

const emit = async (folder: string) => {
  const project = join(folder, "tsconfig.json")
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    removeComments: false,
    rootDir: root,
    outDir: folder,
    typeRoots: [join(root, "node_modules/@types")]
  }
  const files = [join(root, "packages/runtime/src/index.ts")]
  writeFileSync(project, JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, include: [], files }))
  await promisify(execFile)(process.execPath, [compiler, "-p", project])
}

describe("the types of @counterfoil/runtime", () => {
  it("are those of golden/publicTypes.txt (npm run update-goldens writes it)", { timeout: 180_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "counterfoil-types-"))
    try {
      await emit(folder)
      const text = (name: string) => readFileSync(join(folder, "packages/runtime/src", `${name}.d.ts`), "utf8")
      const golden = letOut.map((name) => `// ---- ${name}.ts ----\n\n${text(name)}`).join("\n")

      assert.include(golden, "export declare const layer:")
      await expect(golden).toMatchFileSnapshot("./golden/publicTypes.txt")
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
