import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { openBank, type OpenBank, passwords } from "./visitor.ts"

const folder = mkdtempSync(join(tmpdir(), "demo-bank-"))
const journalFile = join(folder, "journal.jsonl")

let bank: OpenBank
beforeAll(async () => {
  bank = await openBank(journalFile)
})
afterAll(async () => {
  await bank.close()
  rmSync(folder, { recursive: true })
})

const start = (...args: string[]) =>
  spawn(process.execPath, [fileURLToPath(new URL("../src/main.ts", import.meta.url)), ...args])

describe("the journal", () => {
  it("tells of logins, codes, sessions and pages, and holds no password, code or cookie", async () => {
    const visitor = bank.visitor()
    await visitor.login("ana", "a-wrong-guess")
    await visitor.login("ana", passwords.ana)
    const loginCookie = visitor.cookies.get("bd_login") ?? "none"
    const code = (await bank.lastCode("ana")) ?? "none"
    await visitor.open("/code", { code })
    const sessionCookie = visitor.cookies.get("bd_session") ?? "none"
    await visitor.open("/movements")
    await visitor.open("/logout", {})

    const { json: entries } = await bank.control("GET", "/journal")
    const written = readFileSync(journalFile, "utf8")

    expect(
      written
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
    ).toEqual(entries)
    expect(entries.map((entry: { event: string }) => entry.event)).toEqual([
      "login-attempt",
      "login-attempt",
      "code-prompted",
      "session-opened",
      "code-submitted",
      "page-read",
      "page-read",
      "session-closed"
    ])
    expect(entries[0]).toMatchObject({
      username: "ana",
      passwordCorrect: false,
      outcome: "wrong-password",
      sessionId: null
    })
    expect(entries[1]).toMatchObject({ username: "ana", passwordCorrect: true, outcome: "code-asked" })
    expect(entries[7]).toMatchObject({ customer: "ana", reason: "logout", sessionId: entries[3].sessionId })
    for (const secret of ["a-wrong-guess", passwords.ana, code, loginCookie, sessionCookie]) {
      expect(secret).not.toBe("none")
      expect(written).not.toContain(secret)
    }
  })

  it("can be read from a place on, and by event", async () => {
    const { json: all } = await bank.control("GET", "/journal")
    await bank.visitor().login("luis", passwords.luis)

    const { json: fresh } = await bank.control("GET", `/journal?since=${all.length}&event=session-opened`)

    expect(fresh).toMatchObject([{ event: "session-opened", customer: "luis" }])
  })

  it("writes an attempt at a closed bank down without counting it", async () => {
    await bank.control("PATCH", "/customers/marta/switches", { maintenance: true })
    await bank.visitor().login("marta", "a-wrong-guess")

    const { json } = await bank.control("GET", "/journal?event=login-attempt&customer=marta")

    expect(json).toMatchObject([{ outcome: "maintenance", passwordCorrect: false }])
    expect((await bank.control("GET", "/customers/marta")).json.wrongPasswords).toBe(0)
  })
})

describe("the control API", () => {
  it("adds a customer that can log in at once, and never shows the password", async () => {
    const { status, json } = await bank.control("POST", "/customers", {
      id: "noa",
      password: "noa-secret-1",
      name: "Noa Vega",
      history: "ordinary",
      openingBalance: "500.00"
    })

    expect(status).toBe(201)
    expect(json).toMatchObject({ id: "noa", username: "noa", movements: 8, asksSmsCode: false })
    expect(JSON.stringify(json)).not.toContain("noa-secret-1")
    expect((await bank.visitor().login("noa", "noa-secret-1")).path).toBe("/home")
  })

  it.each([
    [
      "POST",
      "/movements",
      { customer: "ana", amount: "12,50", payer: "X" },
      'amount must be a decimal text such as "1234.56"'
    ],
    ["POST", "/movements", { customer: "ana", amount: "12.50" }, "payer or description is required"],
    ["POST", "/movements", { customer: "ana", amount: "1", payer: "X", date: "2025-02-30" }, /^date must be a date/],
    [
      "POST",
      "/movements",
      { customer: "ana", amount: "1", payer: "X", colour: 1 },
      /^unknown field colour; known are /
    ],
    ["POST", "/movements", { customer: "ana", amount: "-1", payer: "X" }, /^the amount of a transfer-in is positive/],
    ["PATCH", "/switches", { slowMs: "much" }, "slowMs must be a whole number from 0 up"],
    ["PATCH", "/switches", { layout: "new" }, "layout must be one of classic, renamed"],
    ["POST", "/customers", { id: "Not OK", password: "x" }, /^id must be /],
    ["POST", "/customers", [], "the body must be a JSON object"]
  ])("answers %s %s of %j with 400 and what is wrong", async (method, path, body, message) => {
    const { status, json } = await bank.control(method, path, body)

    expect(status).toBe(400)
    expect(json.error).toMatch(message)
  })

  it("answers 404 for what it does not have and 409 for what it has already", async () => {
    expect((await bank.control("GET", "/customers/nobody")).status).toBe(404)
    expect((await bank.control("DELETE", "/movements/mv-0")).status).toBe(404)
    expect((await bank.control("GET", "/nowhere")).status).toBe(404)
    expect((await bank.control("POST", "/customers", { id: "ana", password: "x" })).status).toBe(409)
  })
})

describe("the program", () => {
  it("says where it listens, and ends with 0 when it is asked to", async () => {
    const program = start("--port", "0")
    const [line] = await once(program.stdout, "data")
    program.kill("SIGTERM")
    const [code] = await once(program, "exit")

    expect(String(line)).toMatch(/^demo bank listening on http:\/\/127\.0\.0\.1:\d+\n$/)
    expect(code).toBe(0)
  })

  it("prints its options when asked, and ends with 0", async () => {
    const program = start("--help")
    const [[text], [code]] = await Promise.all([once(program.stdout, "data"), once(program, "exit")])

    expect(String(text)).toMatch(/^usage: .*\n[\s\S]*--port N .*\n[\s\S]*--journal FILE /)
    expect(code).toBe(0)
  })

  it("says in one sentence that its port is taken, and ends with 1", async () => {
    const program = start("--port", String(bank.port))
    const [[line], [code]] = await Promise.all([once(program.stderr, "data"), once(program, "exit")])

    expect(String(line)).toBe(`Port ${bank.port} is taken by another program; choose another one with --port.\n`)
    expect(code).toBe(1)
  })
})
