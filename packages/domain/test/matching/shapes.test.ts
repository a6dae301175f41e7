import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { queryObjects } from "node:v8"
import { describe, expect, it } from "vitest"
import { decide } from "@counterfoil/domain"
import { batchOf, movement, order } from "../facts.ts"

const folder = new URL("../../src/matching/", import.meta.url)

interface Class {
  readonly name: string
  readonly prototype: object
}

const isClass = (value: unknown): value is Class =>
  typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value))

const exportedClasses = async (): Promise<ReadonlyArray<Class>> => {
  const files = globSync("**/*.ts", { cwd: fileURLToPath(folder) }).filter((file) =>
    /^export class /m.test(readFileSync(new URL(file, folder), "utf8"))
  )
  const modules: ReadonlyArray<unknown> = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
  return modules.flatMap((module) => Object.values(Object(module)).filter(isClass))
}

class Marked {
  readonly isMarked = true
}

/** Which of the classes have an object that is alive. Each look at the whole heap takes a second: they have one in common. */
const alive = (classes: ReadonlyArray<Class>): ReadonlySet<string | undefined> => {
  for (const { prototype } of classes) Object.setPrototypeOf(prototype, Marked.prototype)
  try {
    return new Set(queryObjects(Marked, { format: "summary" }).map((summary) => /^\w+/.exec(summary)?.[0]))
  } finally {
    for (const { prototype } of classes) Object.setPrototypeOf(prototype, Object.prototype)
  }
}

describe("what a pass leaves behind", () => {
  it("is one object of each of its classes, so that their code stays optimised", async () => {
    decide(batchOf([order({ id: "o" })], [movement({ id: "m" })]))
    const classes = await exportedClasses()
    expect(classes.length).toBeGreaterThan(5)
    const found = alive(classes)
    expect(classes.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([])
  })
})
