import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")
const guide = read("docs/operating.md")
const rules = read("ops/prometheus/alerts.yml")
const dashboard = read("ops/grafana/counterfoil.json")

describe("what is shipped for operators", () => {
  it("has a paragraph of the runbook for each alert, where the alert says", () => {
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name)
    const said = [...rules.matchAll(/runbook: "docs\/operating\.md#(\w+)"/g)].map(([, anchor = ""]) => anchor)
    assert.isAbove(alerts.length, 5)
    assert.deepStrictEqual(
      said,
      alerts.map((name) => name.toLowerCase())
    )
    assert.deepStrictEqual(
      alerts.filter((name) => !guide.includes(`\n### ${name}\n`)),
      []
    )
  })

  it("asks for no metric that the guide doesn't know", () => {
    const asked = [
      ...`${rules}${dashboard}`.matchAll(/\b(counterfoil_[a-z_]+?)(?:_bucket|_count|_sum)?\b(?=[{[ )"=<>])/g)
    ]
    const unknown = asked.flatMap(([, name = ""]) => (guide.includes(`\`${name}\``) ? [] : [name]))
    assert.isAbove(asked.length, 15)
    assert.deepStrictEqual([...new Set(unknown)], [])
  })

  it("shows every query of a panel: an `or` of series without labels hides the second one", () => {
    const queries = [...dashboard.matchAll(/"expr": "(.*)"/g)].map(([, query = ""]) => query)
    assert.isAbove(queries.length, 15)
    assert.deepStrictEqual(
      queries.filter((query) => query.includes(" or ")),
      []
    )
  })

  it("names only files that are there", () => {
    const named = [...guide.matchAll(/`?(ops\/[\w./-]+\w)/g)].map(([, path = ""]) => path)
    assert.isAbove(named.length, 5)
    assert.deepStrictEqual(
      named.filter((path) => !existsSync(new URL(`../../../${path}`, import.meta.url))),
      []
    )
  })
})
