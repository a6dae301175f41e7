import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Recording } from "../src/recording/Recording.ts"
import { readRecording, recordingFolder, writeRecording } from "../src/recording/recordingFolder.ts"

const run = (name: string, outcome: string): Recording => ({
  name,
  head: {
    format: 1,
    sdk: 1,
    bank: "demo-bank",
    scriptSha256: "0",
    origins: ["https://bank.example"],
    clock: "2026-11-24T12:00:00.000Z",
    since: "2026-08-26",
    volatile: [],
    scrubbed: {}
  },
  answers: { username: "u", password: "p", codes: [] },
  exchanges: [],
  calls: [],
  golden: outcome === "read" ? { outcome, movements: [] } : { outcome }
})

describe("a recording", () => {
  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "counterfoil-recordings-"))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const kept = async (name: string) => (await readRecording(folder, name)).golden?.outcome

  it("that read the bank is not replaced by a run that failed", async () => {
    await writeRecording(folder, run("happy", "read"))
    await expect(writeRecording(folder, run("happy", "bank_unavailable"))).rejects.toThrow(
      `this run ended with bank_unavailable, and ${recordingFolder(folder, "happy")} shows one that read the bank`
    )
    expect(await kept("happy")).toBe("read")
  })

  it("of a failure is replaced by a later one, and by a run that reads", async () => {
    await writeRecording(folder, run("refused", "credentials_rejected"))
    await writeRecording(folder, run("refused", "bank_unavailable"))
    expect(await kept("refused")).toBe("bank_unavailable")
    await writeRecording(folder, run("refused", "read"))
    expect(await kept("refused")).toBe("read")
  })
})
