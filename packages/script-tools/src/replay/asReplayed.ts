/**
 * What the browser sent in the real run is made of what was really typed, also where no text shows it: places on a keypad, a
 * digest. In its stead a recording keeps what a replay sent, which types false secrets. What no replay sent is left out.
 */
import type { Exchange } from "@counterfoil/browser"
import { randomBytes } from "node:crypto"
import { answerText } from "../recording/answerText.ts"
import { isCode, mapTexts } from "../recording/mapTexts.ts"
import { placeholderOf } from "../scrub/placeholder.ts"
import { makeSubstitution } from "../scrub/Substitution.ts"
import { askedOf } from "./matchRequest.ts"
import { type AskedRequest, changeFields, differences, requestFields } from "./requestFields.ts"

/** A request of a replay that was answered from the recording. */
export interface SentRequest {
  /** Of the exchange that answered it, from 1. */
  readonly place: number
  readonly request: AskedRequest
  readonly headers: Readonly<Record<string, ReadonlyArray<string> | undefined>>
}

export interface AsReplayed {
  readonly exchanges: ReadonlyArray<Exchange>
  /** Whether a replay sent something else than the real run did. */
  readonly differs: boolean
  /** Does to any other text of the run what was done to the answers. */
  readonly scrub: (text: string) => string
}

interface Sent extends SentRequest {
  readonly fields: ReadonlyMap<string, string>
}

/** The first replay's; what it didn't ask for, the second one's. */
const sentByKey = (replays: ReadonlyArray<ReadonlyArray<SentRequest>>): ReadonlyMap<string, ReadonlyArray<Sent>> => {
  const byKey = new Map<string, ReadonlyArray<Sent>>()
  for (const replay of replays) {
    const all = replay.map((each) => ({ ...each, ...requestFields(each.request) }))
    for (const [key, sent] of Map.groupBy(all, (each) => each.key)) {
      byKey.set(key, [...(byKey.get(key) ?? []), ...sent.slice(byKey.get(key)?.length ?? 0)])
    }
  }
  return byKey
}

/** Headers that are the browser's own, and the same for everybody. */
const plainHeader = /^(?:user-agent|accept|accept-encoding|accept-language|content-type|host|sec-(?:ch|fetch)-.+)$/

const headersAs = (recorded: Exchange["requestHeaders"], sent: SentRequest | undefined): Exchange["requestHeaders"] =>
  recorded.flatMap(([name, value]) => {
    const other = sent?.headers[name]?.join(name === "cookie" ? "; " : ", ")
    if (other !== undefined && name !== "content-type") return [[name, other] as const]
    return plainHeader.test(name) ? [[name, value] as const] : []
  })

/** A string of JSON is looked for without its quotes. */
const bare = (value: string): string => value.replaceAll(/^"|"$/g, "")

/** Shorter ones are others by chance. */
const shortestCopy = 4

/** Others would be found by chance: amounts, years. These are a copy only as the whole of a value. */
const isTelling = (value: string): boolean => value.length >= (/\p{L}/u.test(value) ? shortestCopy : 8)

/** Pairs the real run's values with the replay's, to replace them where the bank repeats them. */
const makeCopies = () => {
  const into = makeSubstitution()
  const values = new Map<string, string>()
  const value = /(?<=["'=])\d{4,7}(?=["'&]|$)/g
  return {
    put: (from: string, to: string): void => {
      if (isTelling(from)) into.put(from, to, "typed")
      else if (!values.has(from)) values.set(from, to)
    },
    apply: (text: string): string => into.apply(text.replaceAll(value, (found) => values.get(found) ?? found))
  }
}

const withCopies = (exchange: Exchange, apply: (text: string) => string): Exchange => {
  const changed = mapTexts(exchange, apply)
  return isCode(exchange) ? { ...changed, responseBody: exchange.responseBody } : changed
}

interface Asked {
  readonly key: string
  readonly fields: ReadonlyMap<string, string>
}

/** Whether as many requests sent other values, or some of them more often: not the same ones in another order. */
const areOthers = (recorded: ReadonlyArray<string | undefined>, sent: ReadonlyArray<string | undefined>): boolean => {
  const sorted = (values: ReadonlyArray<string | undefined>) => JSON.stringify(values.toSorted())
  return recorded.length === sent.length && sorted(recorded) !== sorted(sent)
}

/** The fields of a kind of request that what is typed decides upon, or the clock, or chance. */
const changingFields = (
  asked: ReadonlyArray<Asked>,
  key: string,
  sent: ReadonlyArray<Sent>,
  learned: ReadonlySet<string>
): ReadonlySet<string> => {
  const alike = asked.filter((each) => each.key === key)
  const names = new Set([...alike, ...sent].flatMap(({ fields }) => [...fields.keys()]))
  const differing = sent.flatMap(({ fields, place }) => differences(asked[place - 1]?.fields ?? new Map(), fields))
  const ofOthers = (field: string) =>
    areOthers(
      alike.map(({ fields }) => fields.get(field)),
      sent.map(({ fields }) => fields.get(field))
    )
  return new Set([...names].filter((field) => (learned.has(field) && differing.includes(field)) || ofOthers(field)))
}

/** `learned`: the names of the fields that change from run to run. */
export const asReplayed = (
  recorded: ReadonlyArray<Exchange>,
  replays: ReadonlyArray<ReadonlyArray<SentRequest>>,
  learned: ReadonlySet<string>
): AsReplayed => {
  const secretKey = randomBytes(32)
  const copies = makeCopies()
  const answers = recorded.map((exchange) => answerText(exchange)?.text ?? "")
  const sent = sentByKey(replays)
  const asked = recorded.map((exchange) => requestFields(askedOf(exchange)))
  const changing = new Map([...sent].map(([key, all]) => [key, changingFields(asked, key, all, learned)]))
  const used = new Map(replays.toReversed().flatMap((replay) => replay.toReversed().map((each) => [each.place, each])))
  const seen = new Map<string, number>()
  let firstChanged = recorded.length

  // The nth of a kind gets what the nth one sent, not the one that it answered: the order of keys would tell which they were.
  const written = recorded.map((exchange, index) => {
    const { fields, key } = asked[index] ?? requestFields(askedOf(exchange))
    const nth = seen.get(key) ?? 0
    seen.set(key, nth + 1)
    const theirs = sent.get(key)?.[nth]
    const change = (field: string, value: string): string | undefined => {
      if (changing.get(key)?.has(field) !== true) return undefined
      const other = theirs?.fields.get(field) ?? placeholderOf(secretKey, value)
      if (other === value) return undefined
      firstChanged = Math.min(firstChanged, index)
      const [from, to] = [bare(value), bare(other)]
      const isKnownBefore = answers.slice(0, index).some((answer) => answer.includes(from))
      if (from.length >= shortestCopy && !isKnownBefore) copies.put(from, to)
      return other
    }
    const { body, url } = changeFields(askedOf(exchange), change)
    const isLeftOut = !used.has(index + 1) && fields.size > 0 && !changing.has(key) && index > firstChanged
    const isChanging = (changing.get(key)?.size ?? 0) > 0
    const requestHeaders = headersAs(exchange.requestHeaders, isChanging ? theirs : used.get(index + 1))
    return isLeftOut ? [] : [{ index, exchange: { ...exchange, url, requestBody: body, requestHeaders } }]
  })
  return {
    exchanges: written
      .flat()
      .map(({ exchange, index }) => (index < firstChanged ? exchange : withCopies(exchange, copies.apply))),
    differs: firstChanged < recorded.length,
    scrub: copies.apply
  }
}
