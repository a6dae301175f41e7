import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { matched, openShop, type OpenShop, secret } from "./client.ts"

const folder = mkdtempSync(join(tmpdir(), "demo-shop-"))
const journalFile = join(folder, "journal.jsonl")

let shop: OpenShop
beforeAll(async () => {
  shop = await openShop(journalFile)
})
beforeEach(() => shop.control("POST", "/reset"))
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))
const start = (port: string) => spawn(process.execPath, [main, "--port", port])

describe("the shop", () => {
  it("writes no token, secret or signature into its journal, nor shows one", async () => {
    await shop.control("PUT", "/lists/main", { auth: { scheme: "bearer", token: "list-token-1" } })
    await shop.control("PUT", "/hooks/results", { secret, auth: { scheme: "bearer", token: "hook-token-2" } })
    await shop.poll("/orders", { headers: { authorization: "Bearer list-token-1" } })
    await shop.deliver("/hooks/results", matched, { authorization: "Bearer hook-token-2" })

    const { json: state } = await shop.control("GET", "/state")
    const said = readFileSync(journalFile, "utf8") + JSON.stringify(state) + (await (await fetch(shop.url)).text())

    expect(said).toContain("results")
    for (const hidden of ["list-token-1", "hook-token-2", secret, "v1,"]) expect(said).not.toContain(hidden)
  })

  it("knows its orders after a restart, and which are paid, where they are kept in a file", async () => {
    const ordersFile = join(folder, "orders.json")
    const before = await openShop(undefined, ordersFile)
    for (const external_id of ["A-1", "A-2", "A-3"]) {
      await before.control("POST", "/orders", { external_id, amount: "120.50", name: "María García" })
    }
    await before.deliver("/hooks/results", matched)
    await before.control("PATCH", "/orders/main/A-2", { amount: 7.5 })
    await before.control("DELETE", "/orders/main/A-3")
    const known = await before.control("GET", "/orders")
    await before.close()
    const after = await openShop(undefined, ordersFile)
    const again = await after.control("GET", "/orders")
    await after.close()

    expect(known.json).toMatchObject([
      { status: "paid", result: "matched" },
      { amount: 7.5, status: "pending" }
    ])
    expect(again.json).toEqual(known.json)
  })

  it("has a page with its orders and what it received, names written safely", async () => {
    await shop.control("POST", "/orders", { external_id: "A-1", amount: "120.50", name: "<b>María</b>" })
    await shop.deliver("/hooks/results", matched)

    const page = await (await fetch(shop.url)).text()

    expect(page).toContain("&lt;b&gt;María")
    expect(page).toContain("/hooks/results")
    expect(page).toContain(">paid<")
  })

  it.each([
    ["POST", "/orders", { external_id: "A", amount: "1,50", name: "X" }, /^amount must be a number or a decimal text/],
    ["POST", "/orders", { external_id: "A", amount: "1" }, "name must be a text"],
    ["PUT", "/lists/main", { shape: "tree" }, "shape must be one of array, object"],
    ["PUT", "/hooks/results", { secret: "whsec_%" }, /^secret must be a Standard Webhooks secret/],
    ["PUT", "/hooks/results", { answer: { status: 99 } }, "status must be an HTTP status from 200 to 599"]
  ])("answers %s %s of %j with 400 and what is wrong", async (method, path, body, message) => {
    const { status, json } = await shop.control(method, path, body)

    expect(status).toBe(400)
    expect(json.error).toMatch(message)
  })

  it("says where it listens, and ends with 0 when it is asked to", async () => {
    const program = start("0")
    const [line] = await once(program.stdout, "data")
    program.kill("SIGTERM")
    const [code] = await once(program, "exit")

    expect(String(line)).toMatch(/^demo shop listening on http:\/\/127\.0\.0\.1:\d+\n$/)
    expect(code).toBe(0)
  })

  it("says in one sentence that its port is taken, and ends with 1", async () => {
    const program = start(String(shop.port))
    const [[line], [code]] = await Promise.all([once(program.stderr, "data"), once(program, "exit")])

    expect(String(line)).toBe(`Port ${shop.port} is taken by another program; choose another one with --port.\n`)
    expect(code).toBe(1)
  })
})
