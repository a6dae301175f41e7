/**
 * Which recorded answer a request gets. Only exchanges of the same method, origin, path and operation come into question;
 * of these first the ones that are equal in everything, else the ones that are equal but for what is known to change from
 * run to run. Equal ones are used in the recorded order, and the last of them goes on answering: so polls end well.
 */
import type { Exchange } from "@counterfoil/browser"
import { type AskedRequest, differences, type RequestFields, requestFields } from "./requestFields.ts"

export interface FieldDifference {
  readonly field: string
  /** Undefined: it has no such field. */
  readonly recorded: string | undefined
  readonly asked: string | undefined
}

/** The recorded request that a refused one is most like. */
export interface Nearest {
  /** Its place in the recording, from 1. */
  readonly place: number
  readonly key: string
  readonly differences: ReadonlyArray<FieldDifference>
}

export type Match =
  | {
      readonly found: true
      readonly place: number
      readonly exchange: Exchange
      readonly changed: ReadonlyArray<FieldDifference>
    }
  | { readonly found: false; readonly key: string; readonly nearest: Nearest | undefined }

export interface Matcher {
  readonly match: (request: AskedRequest) => Match
  /** How many exchanges were used at least once. */
  readonly used: () => number
}

export interface MatcherOptions {
  readonly exchanges: ReadonlyArray<Exchange>
  /** Names of fields that may differ, as `requestFields` gives them. */
  readonly volatile: ReadonlySet<string>
  /** Whether a request that differs elsewhere too takes the next answer of its key, to learn what changes by itself. */
  readonly learning?: boolean
}

interface Candidate extends RequestFields {
  readonly place: number
  readonly exchange: Exchange
}

const contentTypeOf = (headers: Exchange["requestHeaders"]): string =>
  (headers.find(([name]) => name === "content-type")?.[1] ?? "").toLowerCase()

export const askedOf = ({ method, requestBody, requestHeaders, url }: Exchange): AskedRequest => ({
  method,
  url,
  contentType: contentTypeOf(requestHeaders),
  body: requestBody
})

const compare = (candidate: Candidate, fields: ReadonlyMap<string, string>): ReadonlyArray<FieldDifference> =>
  differences(candidate.fields, fields).map((field) => ({
    field,
    recorded: candidate.fields.get(field),
    asked: fields.get(field)
  }))

const pathOf = (key: string): string => key.replace(/ op=.*$/, "").replace(/^\S+ /, "")

/** Lower is nearer: the same key, then the same path, then as many equal leading segments as can be. */
const distance = (candidate: Candidate, asked: RequestFields): number => {
  const differing = differences(candidate.fields, asked.fields).length
  if (candidate.key === asked.key) return differing
  const [a, b] = [pathOf(candidate.key), pathOf(asked.key)]
  if (a === b) return 1_000 + differing
  const theirs = b.split("/")
  const shared = a.split("/").findIndex((segment, index) => segment !== theirs[index])
  return 10_000 - 100 * Math.max(0, shared) + differing
}

export const makeMatcher = ({ exchanges, learning = false, volatile }: MatcherOptions): Matcher => {
  const candidates = exchanges.map((exchange, index): Candidate => ({
    place: index + 1,
    exchange,
    ...requestFields(askedOf(exchange))
  }))
  const used = new Set<number>()

  const next = (fitting: ReadonlyArray<Candidate>): Candidate | undefined =>
    fitting.find(({ place }) => !used.has(place)) ?? fitting.at(-1)

  const nearestTo = (asked: RequestFields): Nearest | undefined => {
    const [nearest] = candidates.toSorted(
      (a, b) => distance(a, asked) - distance(b, asked) || Number(used.has(a.place)) - Number(used.has(b.place))
    )
    return nearest === undefined
      ? undefined
      : { place: nearest.place, key: nearest.key, differences: compare(nearest, asked.fields) }
  }

  return {
    match: (request) => {
      const asked = requestFields(request)
      const same = candidates.filter(({ key }) => key === asked.key)
      const equalBut = (allowed: (field: string) => boolean) =>
        next(same.filter(({ fields }) => differences(fields, asked.fields).every(allowed)))
      const chosen =
        equalBut(() => false) ?? equalBut((field) => volatile.has(field)) ?? (learning ? next(same) : undefined)
      if (chosen === undefined) return { found: false, key: asked.key, nearest: nearestTo(asked) }
      used.add(chosen.place)
      return { found: true, place: chosen.place, exchange: chosen.exchange, changed: compare(chosen, asked.fields) }
    },
    used: () => used.size
  }
}

/**
 * What a learning replay may forgive: the fields that changed, but for those by which the page chooses between recorded
 * answers, which are the ones whose new value is that of another recorded request of the same key.
 */
export const forgivable = (
  exchanges: ReadonlyArray<Exchange>,
  key: string,
  changed: ReadonlyArray<FieldDifference>
): ReadonlyArray<string> => {
  const same = exchanges.map((exchange) => requestFields(askedOf(exchange))).filter((each) => each.key === key)
  return changed
    .filter(({ asked, field }) => !same.some(({ fields }) => asked !== undefined && fields.get(field) === asked))
    .map(({ field }) => field)
}

const clip = (value: string | undefined): string =>
  value === undefined ? "absent" : JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)

/** One sentence: what was asked for, and what the nearest recorded request has in its place. */
export const explainUnmatched = ({ key, nearest }: Extract<Match, { readonly found: false }>): string => {
  if (nearest === undefined) return `${key}: the recording has no request at all`
  const what = nearest.differences
    .slice(0, 3)
    .map(({ asked, field, recorded }) => `${field} ${clip(recorded)} → ${clip(asked)}`)
  const differs = nearest.key === key ? what : [nearest.key, ...what]
  return `${key}: nearest recorded is #${nearest.place}${differs.length === 0 ? "" : `, ${differs.join(", ")}`}`
}
