/** A service of an example, asked over its API as a person would; and the small services beside it, made for one check. */
import { createServer, type IncomingMessage } from "node:http"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { must, type Shell, start, waitFor } from "./checks.ts"

const person = { email: "you@example.com", password: "a long enough password" }

export type Answer = Readonly<Record<string, unknown>>

const send = async (
  method: string,
  url: string,
  body: object | undefined,
  token: string | undefined
): Promise<unknown> => {
  const response = await fetch(url, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const answer: unknown = await response.json()
  must(response.ok, `${method} ${url}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

export interface Person {
  readonly token: string
  readonly list: (path: string) => Promise<ReadonlyArray<Answer>>
  readonly give: (method: string, path: string, body: object) => Promise<Answer>
}

/** Somebody who has registered there. */
export const register = async (service: string): Promise<Person> => {
  await send("POST", `${service}/auth/register`, person, undefined)
  const { token } = Object(await send("POST", `${service}/auth/login`, person, undefined))
  return {
    token: String(token),
    list: async (path) => {
      const answer = await send("GET", `${service}${path}`, undefined, String(token))
      return Array.isArray(answer) ? answer : []
    },
    give: async (method, path, body) => Object(await send(method, `${service}${path}`, body, String(token)))
  }
}

/** Asks until the answer holds; a service that never gets there is told with what it said last. */
export const until = async <A>(what: string, look: () => Promise<A>, holds: (found: A) => boolean): Promise<A> => {
  const end = Date.now() + 90_000
  waitFor(what)
  for (;;) {
    const found = await look()
    if (holds(found)) return found
    if (Date.now() > end) throw new Error(`${what} did not come about: ${JSON.stringify(found)}`)
    await setTimeout(250)
  }
}

/** An account at the bank, which is read at once. */
export const enrol = async (someone: Person, bankCode: string, password: string): Promise<string> => {
  const bank = (await someone.list("/banks")).find(({ code }) => code === bankCode)
  must(bank !== undefined, `there is no bank ${bankCode}`)
  await someone.give("PUT", "/me/operation-mode", { mode: "passthrough" })
  const { id } = await someone.give("POST", "/accounts", { bankId: bank?.["id"], name: "Main account" })
  await someone.give("PUT", `/accounts/${String(id)}/config`, {
    webhook_url: "http://127.0.0.1:9/",
    polling_method: "GET",
    retry_limit: 3,
    session_type: "one-shot",
    login_mode: "simple",
    bank_username: "luis",
    bank_password: password
  })
  return String(id)
}

/** Starts one of the examples with an embedded Postgres of its own. */
export const startExample = (app: Shell, name: string, env: Readonly<Record<string, string>>) =>
  start(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join("examples", `${name}.ts`)],
    {
      ...app,
      env: {
        ...app.env,
        PORT: "0",
        HOST: "127.0.0.1",
        EGRESS_ALLOW: "127.0.0.0/8",
        BANK_EGRESS_ALLOW: "127.0.0.0/8",
        COUNTERFOIL_HOME: join(app.cwd, `home-${name}`),
        ...env
      }
    },
    /Counterfoil listens on (http:\S+)/
  )

export interface Beside {
  readonly url: string
  readonly asked: Array<string>
  readonly close: () => void
}

/** A service of a few lines: what it answers, as text; undefined is 401. */
export const beside = async (
  answer: (path: string, body: string, request: IncomingMessage) => string | undefined
): Promise<Beside> => {
  const asked: Array<string> = []
  const server = createServer(async (request, response) => {
    const chunks: Array<Uint8Array> = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString("utf8")
    asked.push(`${request.method} ${request.url} ${body}`)
    const text = answer(request.url ?? "/", body, request)
    response.writeHead(text === undefined ? 401 : 200, { "content-type": "application/json" }).end(text ?? "{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, asked, close: () => void server.close() }
}
