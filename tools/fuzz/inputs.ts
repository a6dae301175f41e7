/** The n-th input of a seed: the same on every machine, but for the ids that the server gives. */
import type { Schema } from "effect"
import { type Random, randomOf } from "../../bench/lib/random.ts"
import { type Api, type Endpoint } from "./openapi.ts"
import { statementFile } from "./statements.ts"
import { anyJson, hostileTexts, nearly, valid } from "./values.ts"
import { isKind, isShared, type Kind, type User, type World } from "./world.ts"

export interface Input {
  readonly number: number
  readonly user: User
  readonly endpoint: Endpoint
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Names something that only another user has: it must not be found. */
  readonly isForeign: boolean
}

/** How often, beside 1: what costs the server much comes seldom. */
const weights: Readonly<Record<string, number>> = {
  "POST /auth/register": 0.005,
  "POST /auth/login": 0.01,
  "POST /me/password": 0.005,
  "POST /accounts": 0.02,
  "DELETE /accounts/{accountId}": 0.05,
  "POST /banks": 0.02,
  "POST /banks/{bankId}/scripts": 0.02,
  "POST /scripts/{scriptId}/report": 0.1,
  "POST /accounts/{accountId}/statements": 0.03,
  "POST /accounts/{accountId}/webhook-test": 0.4,
  "POST /accounts/{accountId}/scrape": 0.1,
  "POST /accounts/{accountId}/restart": 0.1,
  "POST /conciliation/rehearsal": 0.1,
  "POST /me/api-keys": 0.05,
  "PUT /me/operation-mode": 0.05
}

/** Tells numbers apart that follow one another. */
export const randomFor = (seed: number, number: number): Random =>
  randomOf(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35))

const makeChooser = (api: Api) => {
  const ends: Array<readonly [number, Endpoint]> = []
  let total = 0
  for (const endpoint of api.endpoints) {
    total += weights[`${endpoint.method} ${endpoint.path}`] ?? 1
    ends.push([total, endpoint])
  }
  return (random: Random): Endpoint => {
    const at = random.next() * total
    const found = ends.find(([end]) => at < end) ?? ends[0]
    if (found === undefined) throw new Error("the API has no endpoint")
    return found[1]
  }
}

const uuid = (random: Random): string => {
  const hex = (length: number) => Array.from({ length }, () => random.int(16).toString(16)).join("")
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
}

interface Chosen {
  readonly text: string
  readonly isForeign: boolean
}

const idFor = (world: World, user: User, kind: Kind, random: Random): Chosen => {
  const way = random.next()
  const own = user.ids[kind]
  if (way < 0.75 && own.length > 0) return { text: random.pick(own), isForeign: false }
  const other = random.pick([...world.users.filter((each) => each !== user), world.bystander])
  const theirs = other.ids[kind]
  if (way < 0.9 && theirs.length > 0) return { text: random.pick(theirs), isForeign: !isShared(kind) }
  return {
    text: way < 0.95 ? uuid(random) : encodeURIComponent(random.pick(hostileTexts).toWellFormed().slice(0, 300)),
    isForeign: false
  }
}

const queries: Readonly<Record<string, ReadonlyArray<string>>> = {
  limit: ["1", "50", "100", "0", "-1", "101", "1e3", "abc", "", "9".repeat(30), "1.5", "NaN"],
  offset: ["0", "10", "-5", "99999999999", "abc", "2147483648", "1e9"],
  status: ["pending", "matched", "ingested", "quarantined", "exhausted", "x", "", "pending,matched"],
  event: ["movement", "order", "x", ""],
  before: ["x", "", "00000000-0000-0000-0000-000000000000"]
}

const queryFor = ({ query }: Endpoint, user: User, random: Random): string => {
  const parts = query
    .filter(() => random.chance(0.4))
    .map((name) => {
      const ids = [...user.ids.deliveryId, ...user.ids.movementId, ...user.ids.requestId, ...user.ids.accountId]
      const known = [...(queries[name] ?? []), ...(ids.length > 0 ? [random.pick(ids)] : [])]
      const value =
        random.chance(0.85) && known.length > 0
          ? random.pick(known)
          : random.pick(hostileTexts).toWellFormed().slice(0, 500)
      return `${name}=${encodeURIComponent(value)}${random.chance(0.03) ? `&${name}=2` : ""}`
    })
  if (random.chance(0.02)) parts.push(random.pick(["%", "a[]=1", "&&&", "__proto__[x]=1", "=".repeat(100), "%ff=%fe"]))
  return parts.length === 0 ? "" : `?${parts.join("&")}`
}

const bodyFor = (api: Api, world: World, user: User, endpoint: Endpoint, random: Random): string | undefined => {
  if (endpoint.body === undefined) return random.chance(0.03) ? JSON.stringify(anyJson(random)) : undefined
  if (endpoint.path.endsWith("/statements")) return JSON.stringify(statementFile(random))
  const known = (name: string): Schema.Json | undefined => {
    if (name === "bankId") return random.pick(user.ids.bankId.length > 0 ? user.ids.bankId : [uuid(random)])
    if (name === "confirmation_name" || name === "name") return "account"
    if (name === "email") return random.pick([`${user.name}@fuzz.example`, `u${random.int(50)}@fuzz.example`])
    if (name === "password" || name === "new_password") return "a long enough password"
    if (name === "current_password") return "another password"
    if (name === "webhook_url") return `${world.base.replace(/:\d+$/, "")}:1/hook`
    if (name === "movement_id") return user.ids.movementId[0] ?? uuid(random)
    if (name === "code") return String(100_000 + random.int(900_000))
    if (name === "version") return `${random.int(3)}.${random.int(9)}.${random.int(9)}`
    if (name === "bundle") return random.pick(["throw 1", "for (;;) {}", "__counterfoilRegister({})", "x".repeat(1000)])
    return undefined
  }
  const json = valid(endpoint.body, api.schemas, known, random)
  const way = random.next()
  if (way < 0.4) return JSON.stringify(json)
  if (way < 0.8) return JSON.stringify(nearly(json, random))
  if (way < 0.93) return JSON.stringify(anyJson(random))
  const text = JSON.stringify(json)
  return random.pick([
    text.slice(0, -1),
    `${text}${text}`,
    "",
    "{",
    "[".repeat(5_000),
    `{"a":1,"a":${text}}`,
    "\ufeff{}",
    "null"
  ])
}

const headersFor = (
  user: User,
  endpoint: Endpoint,
  hasBody: boolean,
  random: Random
): Readonly<Record<string, string>> => {
  const right = endpoint.path.startsWith("/v1") ? `Api-Key ${user.key}` : `Bearer ${user.token}`
  const way = random.next()
  const odd = [
    `${right.slice(0, -1)}x`,
    "Bearer",
    "Basic Og==",
    `Bearer ${user.token}.`,
    `Bearer ${user.key}`,
    "x".repeat(3_000)
  ]
  const authorization = way < 0.93 ? right : way < 0.96 ? undefined : random.pick(odd)
  const types = [
    "application/json",
    "application/json; charset=utf-8",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/xml",
    ""
  ]
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(hasBody ? { "content-type": random.chance(0.95) ? "application/json" : random.pick(types) } : {}),
    ...(random.chance(0.03) ? { accept: random.pick(["*/*", "text/html", "application/json;q=0", ""]) } : {}),
    ...(random.chance(0.02) ? { "x-request-id": random.pick(["a", "x".repeat(4_000), "\u00e9"]) } : {}),
    ...(random.chance(0.02) ? { origin: "http://evil.example", "x-forwarded-for": "1.2.3.4, ' or 1" } : {})
  }
}

/** Makes the inputs of a run. */
export const makeInputs = (api: Api, world: World, seed: number) => {
  const choose = makeChooser(api)
  return (number: number): Input => {
    const random = randomFor(seed, number)
    const user = random.pick(world.users)
    const endpoint = choose(random)
    let isForeign = false
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (!isKind(name)) return "x"
      const id = idFor(world, user, name, random)
      if (id.isForeign) isForeign = true
      return id.text
    })
    const query = queryFor(endpoint, user, random)
    const body = bodyFor(api, world, user, endpoint, random)
    const method = random.chance(0.985)
      ? endpoint.method
      : random.pick(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"])
    return {
      number,
      user,
      endpoint,
      method,
      path: `${path}${query}`,
      headers: headersFor(user, endpoint, body !== undefined, random),
      body,
      isForeign
    }
  }
}
