import { readFileSync } from "node:fs"
import { expect, it } from "vitest"

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8")

it("operators are told of every table how long it keeps what", () => {
  const tables = [...read("sql/schema.sql").matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name ?? "")
  const [, kept = ""] = read("docs/operating.md").split("\n## What is kept\n")
  const told = new Set(
    kept
      .split("\n## ")[0]
      ?.split("\n")
      .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ""))
  )
  expect(tables.length).toBeGreaterThan(40)
  expect(tables.filter((name) => !told.has(name))).toEqual([])
})
