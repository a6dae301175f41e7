/**
 * Which two things can happen at once? Each command of a person, in each phase of the account's actor: every cell is tried, and
 * each command must have its effect once the phase is over. docs/state-machines.md has the rules.
 */
import { Duration } from "effect"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { publicationOf } from "../contract/support/Service.ts"
import { field, must, settingsOf, start, type Started, until } from "./support.ts"

const code = { value: "123456", length: 6, type: "numeric" } as const

let service: Started
let owner: string
let cells = 0
let versions = 1
beforeAll(async () => {
  service = await start({
    scrapeInterval: Duration.hours(1),
    monitorInterval: Duration.hours(1),
    bankConcurrency: 50,
    sessionConcurrency: 60
  })
  owner = (await service.person("passthrough")).token
})
afterAll(() => service.stop())

interface Cell {
  readonly id: string
  readonly username: string
  readonly extra: object
  /** Lets the phase go on to its end. */
  readonly release: () => Promise<void>
}

const has = (statement: string) => until(async () => (await service.rows(statement)).length > 0)
const hasRead = (id: string) => has(`select 1 from scrapes where account_id = '${id}'`)

const enrol = async (phase: string, customer: object, extra: object) => {
  const username = `${phase.replaceAll(" ", "-")}-${++cells}`
  service.bank.customer(username, customer)
  return { username, extra, id: await service.account(owner, settingsOf(service.shop, username, extra)) }
}

/** An account, brought into a phase. */
const phases: Readonly<Record<string, () => Promise<Cell>>> = {
  resting: async () => {
    const cell = await enrol("resting", {}, {})
    expect(await hasRead(cell.id)).toBe(true)
    expect(await has(`select 1 from account_due where account_id = '${cell.id}' and due_at > now()`)).toBe(true)
    return { ...cell, release: async () => undefined }
  },
  "logging in": async () => {
    const username = `logging-in-${cells + 1}`
    const login = service.bank.hold(username, "login")
    const cell = await enrol("logging in", {}, {})
    await login.reached()
    return { ...cell, release: async () => login.open() }
  },
  "waiting for a code": async () => {
    const cell = await enrol("waiting", { code }, { login_mode: "assisted" })
    const pending = `select 1 from assistance_requests where account_id = '${cell.id}' and status = 'pending'`
    expect(await has(pending)).toBe(true)
    const answered = new Set<unknown>()
    const answerNext = async () => {
      const [question] = await service.rows(pending.replace("select 1", "select id"))
      if (question === undefined || answered.has(question["id"])) return
      answered.add(question["id"])
      await service.call(`/accounts/${cell.id}/otp`, { token: owner, json: { code: code.value } })
    }
    // Another login asks for one of its own, whenever that is.
    let answering: Promise<boolean> | undefined
    let isOver = false
    const answerAll = async () => {
      await answerNext()
      return isOver
    }
    onTestFinished(async () => {
      isOver = true
      await answering
    })
    const submit = async () => {
      answering ??= until(answerAll, Number.POSITIVE_INFINITY)
    }
    return { ...cell, release: submit }
  },
  reading: async () => {
    const username = `reading-${cells + 1}`
    const read = service.bank.hold(username, "read")
    const cell = await enrol("reading", {}, {})
    await read.reached()
    return { ...cell, release: async () => read.open() }
  },
  "staying logged in": async () => {
    const cell = await enrol("staying", {}, { session_type: "persistent" })
    expect(await hasRead(cell.id)).toBe(true)
    return { ...cell, release: async () => undefined }
  }
}

const post = async (path: string, status: number) =>
  must(await service.call(path, { method: "POST", token: owner }), status)

const isAnswered = (id: string, jobId: string) =>
  has(`select 1 from scrape_jobs where id = '${jobId}' and account_id = '${id}' and status = 'done'`)

/** Closed in the browser, ended in the tables, and due no more. */
const isLetGo = (id: string) =>
  until(
    async () =>
      service.bank.pages(id) === 0 &&
      (
        await service.rows(`select 1 from bank_sessions where account_id = '${id}' and ended_at is null
        union all select 1 from account_due where account_id = '${id}' and due_at is not null`)
      ).length === 0
  )

/** What a person does, and what must come of it. */
const commands: Readonly<Record<string, (cell: Cell) => Promise<void>>> = {
  "ask for a scrape": async ({ id, release }) => {
    const { json } = await post(`/accounts/${id}/scrape`, 202)
    await release()
    expect(await isAnswered(id, field(json, "jobId"))).toBe(true)
  },
  restart: async ({ id, release }) => {
    const { json } = await post(`/accounts/${id}/restart`, 202)
    await release()
    expect(await isAnswered(id, field(json, "jobId"))).toBe(true)
  },
  pause: async ({ id, release }) => {
    await post(`/accounts/${id}/pause`, 200)
    await release()
    expect(await isLetGo(id)).toBe(true)
    await post(`/accounts/${id}/resume`, 200)
  },
  "change the password and restart": async ({ extra, id, release, username }) => {
    const customer = service.bank.find(username)
    expect(customer).toBeDefined()
    if (customer !== undefined) customer.password = "another"
    const settings = { ...settingsOf(service.shop, username, extra), bank_password: "another" }
    must(await service.call(`/accounts/${id}/config`, { method: "PUT", token: owner, json: settings }), 200)
    const { json } = await post(`/accounts/${id}/restart`, 202)
    await release()
    expect(await isAnswered(id, field(json, "jobId"))).toBe(true)
    expect(await service.rows(`select scrape_blocked_reason from accounts where id = '${id}'`)).toEqual([
      { scrape_blocked_reason: null }
    ])
  },
  promote: async ({ id, release }) => {
    const version = `1.0.${++versions}`
    const { bankId, call, operator } = service
    const published = must(
      await call(`/banks/${bankId}/scripts`, { token: operator.token, json: publicationOf("demo", version) }),
      201
    )
    const scriptId = field(published.json, "id")
    must(await call(`/scripts/${scriptId}/promote`, { method: "POST", token: operator.token }), 200)
    await release()
    expect(await hasRead(id)).toBe(true)
    const { json } = await post(`/accounts/${id}/scrape`, 202)
    await release()
    expect(await isAnswered(id, field(json, "jobId"))).toBe(true)
    expect(await has(`select 1 from scrapes where account_id = '${id}' and script_id = '${scriptId}'`)).toBe(true)
  },
  delete: async ({ id, release }) => {
    const gone = { method: "DELETE", token: owner, json: { confirmation_name: "Main" } }
    expect((await service.call(`/accounts/${id}`, gone)).status).toBeLessThan(300)
    // It waits for nobody: what was held is let go before the phase would be over.
    expect(await isLetGo(id)).toBe(true)
    await release()
    expect(await service.rows(`select 1 from account_due where account_id = '${id}'`)).toEqual([])
    // Whoever was leaving the bank has sealed nothing more of it.
    const sealed = ["account_keys", "account_settings", "browser_states", "evidence", "webhook_secrets"]
    const left = sealed.map((table) => `select '${table}' as left from ${table} where account_id = '${id}'`)
    expect(await service.rows(left.join(" union all "))).toEqual([])
  },
  "leave the mode, and come back": async ({ id, release }) => {
    for (const mode of ["reconcile", "passthrough"]) {
      must(await service.call("/me/operation-mode", { method: "PUT", token: owner, json: { mode } }), 200)
    }
    await release()
    expect(await hasRead(id)).toBe(true)
  }
}

describe.each(Object.keys(phases))("while an account is %s", (phase) => {
  it.each(Object.keys(commands))("a person may %s, and it has its effect", async (command) => {
    const cell = await phases[phase]?.()
    expect(cell).toBeDefined()
    if (cell !== undefined) await commands[command]?.(cell)
  })
})

const paused = async (id: string) => {
  await post(`/accounts/${id}/pause`, 200)
  return async () => {
    expect(await isLetGo(id)).toBe(true)
    expect(await service.rows(`select 1 from scrapes where account_id = '${id}'`)).toEqual([])
    expect(await service.rows(`select 1 from activity where account_id = '${id}' and kind like '%failed'`)).toEqual([])
    await post(`/accounts/${id}/resume`, 200)
  }
}

describe("an account that is paused while it logs in", () => {
  it("is left again without having been read", async () => {
    const cell = await phases["logging in"]?.()
    expect(cell).toBeDefined()
    if (cell === undefined) return
    const isLeftUnread = await paused(cell.id)
    await cell.release()
    await isLeftUnread()
    expect(await hasRead(cell.id)).toBe(true)
  })

  it("asks nobody for the code any more", async () => {
    const cell = await phases["waiting for a code"]?.()
    expect(cell).toBeDefined()
    if (cell === undefined) return
    const isLeftUnread = await paused(cell.id)
    await isLeftUnread()
    expect(
      await service.rows(`select status from assistance_requests where account_id = '${cell.id}' limit 1`)
    ).toEqual([{ status: "cancelled" }])
    await cell.release()
    expect(await hasRead(cell.id)).toBe(true)
  })
})
