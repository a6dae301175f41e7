import { assert, describe, it } from "vitest"
import { circlesIn, violationsIn } from "../checks/arrows.ts"

const reject = (file: string, source: string) => assert.lengthOf(violationsIn(file, source), 1, `${file}: ${source}`)
const allow = (file: string, source: string) => assert.deepStrictEqual(violationsIn(file, source), [])

describe("dependency arrows", () => {
  it("sees every way to name a module", () => {
    const room = "packages/domain/src/a.ts"

    reject(room, `import { x } from "@counterfoil/core"`)
    reject(room, `import type { X } from "@counterfoil/core"`)
    reject(room, `import "@counterfoil/core"`)
    reject(room, `export * from "@counterfoil/core"`)
    reject(room, `export { x } from "@counterfoil/core/accounts"`)
    reject(room, `const x = await import("@counterfoil/core")`)
    reject(room, `type X = import("@counterfoil/core").X`)
    reject(room, `const x = require("@counterfoil/core")`)
  })

  it("says where, what and why", () => {
    const [line] = violationsIn("packages/api/src/a.ts", `// first line\nimport "@counterfoil/store"`)

    assert.strictEqual(
      line,
      "packages/api/src/a.ts:2 imports @counterfoil/store: packages/api/package.json doesn't list it"
    )
  })

  it("points the arrows inward", () => {
    allow("packages/store/src/a.ts", `import "@counterfoil/core"`)
    allow("packages/runtime/src/a.ts", `import "@counterfoil/store"`)
    allow("bank-scripts/demo-bank/1.0.0/index.ts", `import "@counterfoil/script-sdk"`)
    reject("packages/core/src/a.ts", `import "@counterfoil/store"`)
    reject("packages/uws/src/a.ts", `import "@counterfoil/domain"`)
    reject("bank-scripts/demo-bank/1.0.0/index.ts", `import "@counterfoil/core"`)
    reject("apps/demo-bank/src/a.ts", `import "@counterfoil/domain"`)
    reject("apps/counterfoil/src/a.ts", `import "@counterfoil/core"`)
  })

  it("keeps each library where a package.json lists it, and parts of effect in their rooms", () => {
    allow("packages/core/src/actor/a.ts", `import { Entity } from "effect/cluster"`)
    allow("packages/store/src/a.ts", `import { SqlClient } from "effect/sql"`)
    reject("packages/core/src/sessions/a.ts", `import { Entity } from "effect/cluster"`)
    reject("packages/server/src/a.ts", `import { SqlClient } from "effect/sql"`)
    reject("packages/server/src/a.ts", `import * as PgClient from "@effect/sql-pg/PgClient"`)
    reject("packages/core/src/a.ts", `import ivm from "isolated-vm"`)
    reject("packages/sandbox/src/a.ts", `import { chromium } from "playwright-core"`)
    reject("packages/server/src/a.ts", `import { App } from "uWebSockets.js"`)
    reject("packages/script-sdk/src/a.ts", `import "node:fs"`)
    allow("packages/domain/src/a.ts", `import { createHash } from "node:crypto"`)
    reject("packages/create-counterfoil-script/template/bank.ts", `import "node:crypto"`)
  })

  it("doesn't let a relative path go around", () => {
    allow("packages/core/src/a/b.ts", `import "../c.ts"`)
    reject("packages/core/src/a.ts", `import "../../store/src/index.ts"`)
    reject("packages/core/test/a.test.ts", `import "../../store/src/index.ts"`)
    reject("bank-scripts/demo-bank/1.1.0/index.ts", `import "../1.0.0/index.ts"`)
  })

  it("leaves tests free to use what they need", () => {
    allow("packages/core/test/a.test.ts", `import { TestDatabase } from "@counterfoil/testing"`)
    reject("packages/core/src/a.ts", `import { TestDatabase } from "@counterfoil/testing"`)
  })

  it("knows no file outside of a package", () => {
    reject("packages/helpers/src/a.ts", "export const x = 1")
  })

  it("lets the folders of a package point one way", () => {
    const up: [string, string] = ["packages/core/src/actor/loop.ts", `import "../accounts/Account.ts"`]
    const ground: [string, string] = ["packages/core/src/accounts/Account.ts", `import "../ids.ts"`]
    const index: [string, string] = ["packages/core/src/index.ts", `export * from "./actor/loop.ts"`]

    assert.deepStrictEqual(circlesIn([up, ground, index]), [])
  })

  it("sees a circle of folders, over others and by types too", () => {
    const sources: Array<[string, string]> = [
      ["packages/core/src/actor/loop.ts", `import { a } from "../sessions/Gate.ts"`],
      ["packages/core/src/sessions/Gate.ts", `import type { Account } from "../accounts/Account.ts"`],
      ["packages/core/src/accounts/Account.ts", `\nimport type { Loop } from "../actor/loop.ts"`]
    ]

    assert.deepStrictEqual(circlesIn(sources), [
      "packages/core/src/ has folders in a circle: packages/core/src/accounts/Account.ts:2 imports ../actor/loop.ts; " +
        "packages/core/src/actor/loop.ts:1 imports ../sessions/Gate.ts; " +
        "packages/core/src/sessions/Gate.ts:1 imports ../accounts/Account.ts"
    ])
  })
})
