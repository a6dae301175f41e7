/** Compares the three journals of a fault run. Each violation is one line for people; none means that all promises were kept. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import {
  attemptsOf,
  type BankEntry,
  bankJournal,
  type Evidence,
  grantsOf,
  jobsOf,
  matchesOf,
  messagesOf,
  movementsOf,
  openSessionsOf,
  ordersOf,
  shopJournal,
  tally,
  toldOf,
  unfinished
} from "./evidence.ts"
import { openedBodies } from "./openedBodies.ts"
import { secretsOf } from "./world.ts"

const differences = (
  what: string,
  wanted: ReadonlyMap<string, number>,
  found: ReadonlyMap<string, number>
): ReadonlyArray<string> =>
  [...new Set([...wanted.keys(), ...found.keys()])].flatMap((key) => {
    const [should, is] = [wanted.get(key) ?? 0, found.get(key) ?? 0]
    return should === is ? [] : [`${what} ${key}: ${should} expected, ${is} found`]
  })

/** Each movement that the bank shows is stored exactly once, twins twice. */
const movementsAgree = async ({ outside, postgres, world }: Evidence) => {
  const movements = await movementsOf(postgres)
  return world.members.flatMap(({ accountId, name, refused }) =>
    differences(
      `movements of ${name} over`,
      tally(refused ? [] : outside.paid.filter(({ customer }) => customer === name).map(({ amount }) => amount)),
      tally(movements.filter((movement) => movement.accountId === accountId).map(({ amount }) => amount))
    )
  )
}

/** A paid order is matched with one movement, which pays no other; an unpaid one with none. */
const matchesAgree = async ({ outside, postgres }: Evidence) => {
  const [matches, orders] = [await matchesOf(postgres), await ordersOf(postgres)]
  const active = matches.filter((match) => match.active)
  const twice = (kind: string, ids: ReadonlyArray<string>) =>
    [...tally(ids)].flatMap(([id, count]) => (count > 1 ? [`${kind} ${id} has ${count} active matches`] : []))
  const requestOf = new Map(orders.map((order) => [order.externalId, order]))
  return [
    ...twice(
      "movement",
      active.map(({ movementId }) => movementId)
    ),
    ...twice(
      "order",
      active.map(({ requestId }) => requestId)
    ),
    ...[...tally(orders.map(({ externalId }) => externalId))].flatMap(([id, count]) =>
      count > 1 ? [`order ${id} is there ${count} times`] : []
    ),
    ...outside.orders.flatMap(({ externalId, paid }) => {
      const request = requestOf.get(externalId)
      const matched = active.some(({ requestId }) => requestId === request?.id)
      if (matched !== paid) return [`order ${externalId}: ${paid ? "paid, but not matched" : "matched, but not paid"}`]
      return (request?.status === "matched") === paid ? [] : [`order ${externalId} is ${request?.status ?? "unknown"}`]
    })
  ]
}

/** One message for each outcome; the shop has heard each, always with the same bytes, and nothing else. */
const deliveriesAgree = async ({ home, outside, postgres, world }: Evidence) => {
  const messages = await openedBodies(postgres.url, await messagesOf(postgres))
  const heard = shopJournal(home).filter(({ kind, status }) => kind === "hook" && status === 200)
  const bodies = Map.groupBy(heard, ({ headers }) => headers?.["webhook-id"] ?? "none")
  const name = new Map(world.members.map((member) => [member.accountId, member.name]))
  const passed = outside.paid.filter(({ customer }) => customer === "passes")
  const outcomes = differences(
    "messages about",
    tally([
      ...outside.orders.filter(({ paid }) => paid).map(({ externalId }) => `order ${externalId}`),
      ...passed.map(({ amount }) => `a movement over ${Number(amount)}`)
    ]),
    tally(
      messages.map(({ body, event, externalId }) =>
        event === "movement" ? `a movement over ${JSON.parse(body).amount}` : `order ${externalId}`
      )
    )
  )
  return [
    ...outcomes,
    ...[...tally(messages.map(({ messageId }) => messageId))].flatMap(([id, count]) =>
      count > 1 ? [`message ${id} is there ${count} times`] : []
    ),
    ...messages.flatMap(({ accountId, body, messageId, status, superseded }) => {
      const received = bodies.get(messageId) ?? []
      if (received.length === 0 && superseded) return []
      if (received.length === 0) return [`message ${messageId} of ${name.get(accountId)} (${status}) never arrived`]
      const odd = received.filter(({ rawBody }) => rawBody !== body).length
      return odd > 0 ? [`message ${messageId} arrived ${odd} times with another body`] : []
    }),
    ...[...bodies.keys()].flatMap((id) =>
      messages.some(({ messageId }) => messageId === id)
        ? []
        : [`the shop heard ${id}, which the database doesn't know`]
    ),
    ...heard.flatMap(({ signatureValid }) => (signatureValid === true ? [] : ["a webhook's signature was not valid"]))
  ]
}

/** Between two ends (or freezes) of servers no session is opened or used while another one, used since the first end, is open. */
const oneSessionEach = ({ ends, home, world }: Evidence) => {
  const entries = bankJournal(home)
  const cuts = [Number.NEGATIVE_INFINITY, ...ends, Number.POSITIVE_INFINITY]
  return world.members.flatMap(({ name }) =>
    cuts.slice(1).flatMap((to, nth) => {
      const from = cuts[nth] ?? to
      const between = entries.filter(
        ({ at, customer }) => customer === name && Date.parse(at) > from && Date.parse(at) <= to
      )
      return overlapsIn(between).map((overlap) => `${name} had two sessions at the bank after end ${nth}: ${overlap}`)
    })
  )
}

const overlapsIn = (entries: ReadonlyArray<BankEntry>): ReadonlyArray<string> => {
  const found = new Set<string>()
  let current: string | undefined
  for (const { event, sessionId } of entries) {
    if (event === "session-closed" && sessionId === current) current = undefined
    if (event !== "session-opened" && event !== "page-read") continue
    const id = sessionId ?? "?"
    if (current !== undefined && current !== id) found.add(`${current} and ${id}`)
    current = id
  }
  return [...found]
}

/**
 * A password that the bank refused is sent again only after a person allowed it, once; each login that the bank saw was
 * written down before; no code was typed that the bank didn't take.
 */
const loginsAgree = async ({ home, outside, postgres, world }: Evidence) => {
  const entries = bankJournal(home)
  const attempts = await attemptsOf(postgres)
  return world.members.flatMap(({ accountId, name, refused }) => {
    const seen = entries.filter(({ customer, event }) => customer === name && event === "login-attempt")
    const written = attempts.filter((attempt) => attempt.accountId === accountId).length
    const grants = outside.grants.filter((given) => given.accountId === accountId).map(({ at }) => at)
    const again = grants.flatMap((from, nth) => {
      const to = grants[nth + 1] ?? Number.POSITIVE_INFINITY
      const sent = seen.filter(({ at, passwordCorrect }) => {
        return passwordCorrect === false && Date.parse(at) >= from && Date.parse(at) < to
      })
      return sent.length > 1 ? [`${name}: a refused password was sent ${sent.length} times`] : []
    })
    const wrongCodes = entries.filter(
      ({ customer, event, outcome }) => customer === name && event === "code-submitted" && outcome !== "accepted"
    )
    return [
      ...again,
      ...(refused && seen.length === 0 ? [`${name}: no login was ever tried, so nothing was shown`] : []),
      ...(seen.length > written ? [`${name}: ${seen.length} logins at the bank, ${written} written down`] : []),
      ...(wrongCodes.length > 0 ? [`${name}: ${wrongCodes.length} codes were typed that the bank refused`] : [])
    ]
  })
}

/** Starts and stops of sessions are told in turn, each of the same session; after the last server's end none is open. */
const eventsAgree = async ({ postgres, world }: Evidence) => {
  const told = await toldOf(postgres)
  const open = await openSessionsOf(postgres)
  return world.members.flatMap(({ accountId, name }) => {
    const mine = told.filter((event) => event.accountId === accountId)
    const odd = mine.flatMap(({ sessionId, type }, nth) => {
      const before = mine[nth - 1]
      const fits =
        type === "session.started"
          ? before?.type !== "session.started"
          : before?.type === "session.started" && before.sessionId === sessionId
      return fits ? [] : [`${name}: ${type} of ${sessionId} after ${before?.type ?? "nothing"} of ${before?.sessionId}`]
    })
    const left = open.filter((session) => session.accountId === accountId).length
    return left > 0 || mine.at(-1)?.type === "session.started" ? [...odd, `${name}: a session was left open`] : odd
  })
}

/** A scrape that was promised is done, failed or skipped in the end, never forgotten. */
const jobsAgree = async ({ outside, postgres }: Evidence) => {
  const status = new Map((await jobsOf(postgres)).map((job) => [job.id, job.status]))
  return [...new Set(outside.jobs)].flatMap((id) => {
    const now = status.get(id) ?? "lost"
    return ["done", "failed", "skipped"].includes(now) ? [] : [`job ${id} is ${now}`]
  })
}

/** After an answer, what was under way at the bank may still end. */
const afterwardsMs = 10_000

const atTheBank = ["login-attempt", "session-opened", "page-read"]

/** A paused or deleted account is left alone; a password that was replaced is not sent any more. */
const commandsHold = ({ home, outside }: Evidence) => {
  const visits = bankJournal(home).filter(({ event }) => atTheBank.includes(event))
  const between = (customer: string, from: number, to: number) =>
    visits.filter((visit) => {
      const at = Date.parse(visit.at)
      return visit.customer === customer && at > from + afterwardsMs && at < to
    })
  return [
    ...outside.pauses.flatMap(({ customer, from, to }) =>
      between(customer, from, to).map(({ event }) => `${customer} was paused, but there was a ${event} at the bank`)
    ),
    ...outside.departures.flatMap(({ at, customer }) =>
      between(customer, at, Number.POSITIVE_INFINITY).map(
        ({ event }) => `${customer} was deleted, but there was a ${event} at the bank`
      )
    ),
    ...outside.passwords.flatMap(({ customer, savedAt }, nth) => {
      const next = outside.passwords.slice(nth + 1).find((later) => later.customer === customer)
      return between(customer, savedAt, next?.savedAt ?? Number.POSITIVE_INFINITY)
        .filter(({ passwordCorrect }) => passwordCorrect === false)
        .map(() => `${customer}: a password that was replaced was sent again`)
    })
  ]
}

/** A person who restarts an account has allowed it one more login, whatever it was doing. */
const restartsCount = async ({ outside, postgres, world }: Evidence) => {
  const granted = new Map((await grantsOf(postgres)).map(({ accountId, loginGrant }) => [accountId, loginGrant]))
  return world.members.flatMap(({ accountId, name }) => {
    const restarts = outside.restarted.filter((id) => id === accountId).length
    const counted = granted.get(accountId) ?? 0
    return counted < restarts ? [`${name} was restarted ${restarts} times, ${counted} of them counted`] : []
  })
}

const secretsStayed = ({ home, outside, world }: Evidence) => {
  const log = readFileSync(join(home, "server.log"), "utf8")
  return [...secretsOf(world), ...outside.passwords.map(({ password }) => password)].flatMap((secret, nth) =>
    log.includes(secret) ? [`secret ${nth} is in the server's log`] : []
  )
}

export const violationsOf = async (evidence: Evidence): Promise<ReadonlyArray<string>> => {
  const { lastCodes, outside, postgres, world } = evidence
  const left = await unfinished(postgres, world, outside)
  return [
    ...(await movementsAgree(evidence)),
    ...(await matchesAgree(evidence)),
    ...(await deliveriesAgree(evidence)),
    ...oneSessionEach(evidence),
    ...(await loginsAgree(evidence)),
    ...(await eventsAgree(evidence)),
    ...(await jobsAgree(evidence)),
    ...commandsHold(evidence),
    ...(await restartsCount(evidence)),
    ...secretsStayed(evidence),
    ...outside.troubles,
    ...evidence.idle,
    ...left.map((what) => `it never came to rest: ${what}`),
    ...lastCodes.flatMap((code) => (code === 0 ? [] : [`a server ended with ${code} when it was asked to stop`]))
  ]
}
