/** Sends a run's inputs, many at a time, and judges each answer. */
import { randomFor, makeInputs, type Input } from "./inputs.ts"
import { problemOf, problemOfBytes, type Violation } from "./judge.ts"
import type { Api } from "./openapi.ts"
import type { Sender } from "./send.ts"
import { wireInput } from "./wire.ts"
import type { Kind, User, World } from "./world.ts"

/** One input of so many is none that HTTP knows. */
const wireEach = 50
/** Answers may come in pieces. */
const quietMillis = 20

const kept = 40
const idPattern = /"(?:id|account_id|accountId)":"([0-9a-f]{8}-[0-9a-f-]{27})"/g

/** Where a list or a new thing tells ids of this kind. */
const told: Readonly<Record<string, Kind>> = {
  "/accounts": "accountId",
  "/banks": "bankId",
  "/me/api-keys": "id",
  "/conciliation": "requestId",
  "/deliveries": "deliveryId",
  "/accounts/{accountId}/movements": "movementId",
  "/accounts/{accountId}/scrapes": "scrapeId",
  "/accounts/{accountId}/evidence": "evidenceId",
  "/scripts": "scriptId",
  "/banks/{bankId}/scripts": "scriptId"
}

const learn = ({ endpoint, method, user }: Input, text: string): void => {
  const kind = told[endpoint.path]
  if (kind === undefined || method === "DELETE" || method === "HEAD") return
  const ids = user.ids[kind]
  for (const [, id] of text.matchAll(idPattern)) {
    if (id === undefined || ids.includes(id)) continue
    ids.push(id)
    // The first account is the one with settings.
    if (ids.length > kept) ids.splice(1, 1)
  }
}

const noteAccounts = ({ endpoint, method, path, user }: Input, status: number, text: string): void => {
  if (method === "POST" && endpoint.path === "/accounts" && status === 201) {
    const [, id] = [...text.matchAll(idPattern)][0] ?? []
    if (id !== undefined) user.accounts.add(id)
  }
  if (method === "DELETE" && endpoint.path === "/accounts/{accountId}" && status < 300) {
    const id = path.split(/[/?]/)[2] ?? ""
    user.accounts.delete(id)
    const ids = user.ids.accountId
    if (ids.includes(id)) ids.splice(ids.indexOf(id), 1)
  }
}

/** Opens one stream. */
const ticketOf = async (sender: Sender, { token }: User): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` }
  const { text } = await sender.send({ method: "POST", path: "/realtime/ticket", headers, body: undefined })
  return /"ticket":"([^"]+)"/.exec(text)?.[1] ?? "none"
}

export interface Progress {
  readonly inputs: number
  readonly byStatus: ReadonlyMap<number, number>
  readonly violations: ReadonlyArray<Violation>
}

export interface Campaign {
  readonly from: number
  readonly to: number
  readonly seed: number
  readonly atOnce: number
  readonly isOver: () => boolean
}

const printed = ({ body, headers, method, path }: Input): string =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers)
    .replaceAll(/(Bearer|Api-Key) [^"]{20}[^"]*/g, "$1 …")
    .slice(0, 400)} ${body?.slice(0, 600) ?? ""}`

export const runCampaign = async (
  api: Api,
  world: World,
  sender: Sender,
  { atOnce, from, isOver, seed, to }: Campaign
): Promise<Progress> => {
  const inputAt = makeInputs(api, world, seed)
  const byStatus = new Map<number, number>()
  const violations: Array<Violation> = []
  let inputs = 0
  const count = (status: number) => byStatus.set(status, (byStatus.get(status) ?? 0) + 1)

  const one = async (number: number): Promise<void> => {
    if (number % wireEach === 0) {
      const random = randomFor(seed, number)
      const { bytes, count: several } = wireInput(random, await ticketOf(sender, random.pick(world.users)))
      const answer = await sender.sendBytes(bytes, quietMillis)
      inputs += several
      count(answer.status)
      const what = problemOfBytes(answer)
      if (what !== undefined)
        violations.push({ number, what: `${what}; sent ${JSON.stringify(bytes.toString("latin1").slice(0, 400))}` })
      return
    }
    const input = inputAt(number)
    const answer = await sender.send(input)
    inputs += 1
    count(answer.status)
    if (answer.status >= 200 && answer.status < 300) {
      learn(input, answer.text)
      noteAccounts(input, answer.status, answer.text)
    }
    const what = problemOf(input, answer)
    if (what !== undefined) violations.push({ number, what: `${what}; sent ${printed(input)}` })
  }

  let next = from
  const worker = async (): Promise<void> => {
    while (next < to && !isOver()) {
      const number = next
      next += 1
      await one(number)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { inputs, byStatus, violations }
}
