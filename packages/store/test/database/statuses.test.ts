import {
  AskType,
  AssistanceOutcome,
  attemptResults,
  outboxMachine,
  requestMachine,
  statementFormats
} from "@counterfoil/domain"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"

const schema = readFileSync(new URL("../../../../sql/schema.sql", import.meta.url), "utf8")

/** What the check constraint of a column lets in. */
const letIn = (table: string, column: string) => {
  const check = new RegExp(`^ALTER TABLE ${table} .* CHECK \\(\\(${column} = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\);$`, "m")
  return [...(check.exec(schema)?.[1] ?? "").matchAll(/'(\w+)'::text/g)].map(([, value]) => value).sort()
}

const lists: ReadonlyArray<readonly [table: string, column: string, domain: ReadonlyArray<string>]> = [
  ["conciliation_requests", "status", requestMachine.states],
  ["outbox", "status", outboxMachine.states],
  ["attempts", "result", attemptResults],
  ["assistance_requests", "type", AskType.literals],
  ["assistance_requests", "outcome", AssistanceOutcome.literals],
  ["movements", "statement_format", statementFormats],
  ["scrapes", "format", statementFormats]
]

describe("a table lets in what the domain knows, and nothing else:", () => {
  it.each(lists)("%s.%s", (table, column, domain) => {
    assert.deepStrictEqual(letIn(table, column), [...domain].sort())
  })
})
