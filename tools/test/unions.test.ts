import { assert, describe, it } from "vitest"
import { withSortedUnions } from "../pack/unions.ts"

const sorted = (source: string) => withSortedUnions("a.d.ts", source)

describe("unions in the published declarations", () => {
  it("are the same, whatever order the compiler printed them in", () => {
    const one = `declare const x: Group<"b"> | { readonly y: "d" | "c" } | Group<"a">;\n`
    const other = `declare const x: { readonly y: "c" | "d" } | Group<"a"> | Group<"b">;\n`

    assert.strictEqual(sorted(one), sorted(other))
    assert.strictEqual(sorted(one), `declare const x: Group<"a"> | Group<"b"> | { readonly y: "c" | "d" };\n`)
  })

  it("end with what may be missing, and stay as they are where a comment tells of a member", () => {
    const told = `type T =\n  | "b"\n  /** the first */\n  | "a";\n`

    assert.strictEqual(sorted(`type T = undefined | "a" | null;`), `type T = "a" | null | undefined;`)
    assert.strictEqual(sorted(told), told)
  })

  it("leave everything else as it was: comments, tuples, parameters, and what binds closer", () => {
    const source = `// a | b\ndeclare const x: (z: 2, a: 1) => readonly ["z", "a"];\ndeclare const y: (A | B)[] & { b: 1; a: 2 };\n`

    assert.strictEqual(sorted(source), source)
    assert.strictEqual(
      sorted(`type T = (() => "b" | "a") | (new () => C)["x"];`),
      `type T = (() => "a" | "b") | (new () => C)["x"];`
    )
  })
})
