import { Cause, DateTime, Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import {
  bytes,
  instantOrNull,
  listOf,
  listOrNull,
  minor,
  plainRows,
  text,
  textOrNull,
  whole,
  wordOf
} from "../../src/sql/plainRows.ts"

const read = plainRows((row) => ({
  name: text(row["name"]),
  amountMinor: minor(row["amountMinor"]),
  status: wordOf(["pending", "matched"])(row["status"]),
  reference: textOrNull(row["reference"]),
  at: instantOrNull(row["at"]),
  count: whole(row["count"]),
  hash: bytes(row["hash"]),
  words: listOf(text)(row["words"]),
  ids: listOrNull(text)(row["ids"])
}))

const row = {
  name: "Ana Pérez",
  amountMinor: "123456789012345678901234",
  status: "matched",
  reference: null,
  at: new Date("2026-11-20T12:00:00Z"),
  count: 3,
  hash: Uint8Array.of(1, 2),
  words: ["otp:write"],
  ids: null
}

const complaint = (given: unknown): string => {
  const exit = Effect.runSyncExit(read(Effect.succeed([given])))
  return Exit.isFailure(exit) && Cause.hasDies(exit.cause) ? Cause.pretty(exit.cause) : ""
}

describe("rows that are read by hand", () => {
  it("are as their statement says, all of them, in their order", async () => {
    const many = Array.from({ length: 1_201 }, (_, count) => ({ ...row, count }))
    const found = await Effect.runPromise(read(Effect.succeed(many)))
    expect(found.map(({ count }) => count)).toEqual(many.map(({ count }) => count))
    expect(found[7]).toEqual({
      ...row,
      count: 7,
      amountMinor: 123456789012345678901234n,
      at: DateTime.fromDateUnsafe(row.at)
    })
  })

  it.each([
    { name: 12 },
    { name: null },
    { amountMinor: 12 },
    { amountMinor: "12.50" },
    { status: "paid" },
    { reference: 5 },
    { at: "2026-11-20" },
    { count: 1.5 },
    { count: "1" },
    { hash: "\\x0102" },
    { words: null },
    { words: ["otp:write", 3] },
    { ids: "{}" }
  ])("are a defect where a column is of another form: $0", (other) => {
    expect(complaint({ ...row, ...other })).not.toBe("")
  })

  it("are a defect where a column is missing, or the row is none", () => {
    const { count: _, ...rest } = row
    expect(complaint(rest)).not.toBe("")
    expect(complaint(null)).not.toBe("")
  })

  it("never have a value of theirs in the complaint", () => {
    expect(complaint({ ...row, status: "secret words" })).not.toContain("secret")
    expect(complaint({ ...row, amountMinor: "secret words" })).not.toContain("secret")
  })
})
