/**
 * Takes everything private out of what was recorded. It fails closed: whatever still looks private afterwards, and whatever
 * can't be looked into, is a finding, and with a finding nothing is written.
 */
import { base64SecretPattern, type Exchange, secretPattern } from "@counterfoil/browser"
import { randomBytes } from "node:crypto"
import { answerText } from "../recording/answerText.ts"
import { textOf } from "../recording/har.ts"
import { isCode, mapTexts, typeOf } from "../recording/mapTexts.ts"
import { detect, type Detected } from "./detect.ts"
import { fakeCardNumber, fakeIban, fakeTaxNumber, placeholderOf } from "./placeholder.ts"
import { withoutEntities } from "./entities.ts"
import { labelledNames, pageWords } from "./labels.ts"
import { nameWords, putHolder, putPhrase, putWord } from "./names.ts"
import { couldBeName, namesAround, openNames } from "./openNames.ts"
import { plainText, reviewOf, type Review } from "./review.ts"
import { isPaymentWord, piecesOf, reasonsIn, transfersIn } from "./payees.ts"
import { makeSubstitution, type Substitution } from "./Substitution.ts"

export interface ScrubOptions {
  /** User name, password, codes: what was typed. */
  readonly secrets: ReadonlyArray<string>
  /** Names of people that stand in the movements: payers and payees. */
  readonly names: ReadonlyArray<string>
  /** Texts of the movements that name nobody: their words stay, but within somebody's name. */
  readonly shops?: ReadonlyArray<string>
  /** Texts of the movements that could be a name. */
  readonly doubtful?: ReadonlyArray<string>
  /** Texts of pages as the script saw them, which the page may have put together itself. */
  readonly seen?: ReadonlyArray<string>
  /** What stands before names, by the script's manifest. */
  readonly prefixes?: ReadonlyArray<string>
  /** Further texts that the author wants out. */
  readonly mask: ReadonlyArray<string>
  /** Texts that look private and aren't, by the author's word. */
  readonly keep: ReadonlyArray<string>
  /** What the script takes files for whose bank doesn't say it (`download.text("windows-1252")`). */
  readonly encodings?: ReadonlyArray<string>
  /** The bundle: words of the author's own locators are no secret, and must stay. */
  readonly bundle: string
}

export interface Finding {
  /** `GET /api/me answer` */
  readonly where: string
  readonly what: string
  /** What its author can do about it. */
  readonly advice: string
}

export interface Scrubbed {
  readonly exchanges: ReadonlyArray<Exchange>
  /** Does to any other text of the run what was done to the traffic. */
  readonly scrub: (text: string) => string
  readonly counts: () => Readonly<Record<string, number>>
  readonly findings: ReadonlyArray<Finding>
  /** What was done and what wasn't, in context. */
  readonly review: () => Review
}

/** A secret of fewer characters can't be told from ordinary text. */
export const shortestSecret = 3

const isPicture = (exchange: Exchange): boolean => /^(image|font|audio|video)\//.test(typeOf(exchange))

/** The bodies don't keep their bytes, so the page's own checks of them would fail. */
const withoutIntegrity = (text: string): string => text.replaceAll(/\sintegrity=(?:"[^"]*"|'[^']*')/gi, "")

/** Every text of an exchange, with where it stands. Code is left out: it is the same for every customer. */
const textsOf = (exchange: Exchange): ReadonlyArray<readonly [where: string, text: string]> => {
  const url = new URL(exchange.url)
  const name = `${exchange.method} ${url.pathname}`
  const body = exchange.requestBody === null ? "" : (textOf(exchange.requestBody) ?? "")
  return [
    [`${name} address`, exchange.url],
    ...exchange.requestHeaders.map(([header, value]) => [`${name} header ${header}`, value] as const),
    [`${name} body`, body],
    ...exchange.responseHeaders.map(([header, value]) => [`${name} answer's header ${header}`, value] as const),
    ...(isCode(exchange) ? [] : [[`${name} answer`, textOf(exchange.responseBody) ?? ""] as const])
  ]
}

/** Headers that are the browser's or the server's own, the same for every customer. */
const dullHeader = /header (user-agent|sec-|accept|content-|date|etag|last-modified|vary|server|host$)/

const cookieValues = (exchange: Exchange): ReadonlyArray<string> =>
  exchange.responseHeaders
    .filter(([name]) => name === "set-cookie")
    .flatMap(([, value]) => value.split("\n"))
    .flatMap((cookie) => /^[^=]+=([^;]*)/.exec(cookie)?.[1] ?? [])
    .filter((value) => value.length >= 8)

const fakeOf = (key: Buffer, { compact, kind, text }: Detected): string => {
  if (kind === "national id") return placeholderOf(key, text)
  const fake =
    kind === "account number"
      ? fakeIban(key, compact)
      : kind === "card number"
        ? fakeCardNumber(key, compact)
        : kind === "tax number"
          ? fakeTaxNumber(key, compact)
          : undefined
  if (fake === undefined) {
    const [local = "", host] = kind === "mail address" ? text.split("@") : [text]
    return host === undefined ? placeholderOf(key, local) : `${placeholderOf(key, local)}@${host}`
  }
  let next = 0
  return [...text].map((character) => (/[ \u00a0-]/.test(character) ? character : (fake[next++] ?? ""))).join("")
}

const wordPattern = /[\p{L}\p{M}]{3,}/gu

/** Texts in code, and its regular expressions. */
const literals = /(["'`])(?:\\.|(?!\1)[^\\\n])*\1|\/(?:\\.|[^/\\\n])+\/[a-z]*/g

/** Words of the script's locators are no names: without them nothing would be found again. What the code calls its own things is. */
const wordsInScript = (bundle: string): ReadonlySet<string> =>
  new Set((bundle.match(literals) ?? []).flatMap((text) => text.toLowerCase().match(wordPattern) ?? []))

const isSign = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)

const isPage = (exchange: Exchange): boolean => /html/.test(typeOf(exchange))

/** A number that was typed as 123456785 and is shown as 12.345.678-5: `[as typed, as shown]`. */
const otherWritings = (
  secrets: ReadonlyArray<string>,
  exchanges: ReadonlyArray<Exchange>
): ReadonlyArray<readonly [string, string]> =>
  secrets.flatMap((secret) => {
    const signs = [...secret].filter(isSign)
    if (signs.length < 6 || !/\d{4}/.test(signs.join(""))) return []
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${signs.join("[ .\\-/]?")}(?![\\p{L}\\p{N}])`, "giu")
    const shown = exchanges.flatMap(textsOf).flatMap(([, text]) => text.match(pattern) ?? [])
    return [...new Set(shown)].filter((text) => text !== secret).map((text) => [secret, text] as const)
  })

const findSecrets = (text: string, options: ScrubOptions): ReadonlyArray<string> =>
  options.secrets
    .filter((secret) => secret.length > 4)
    .filter((secret) => secretPattern(secret).test(text) || base64SecretPattern(secret).test(text))
    .map(() => "a secret that was typed, in a spelling that isn't known")

const unreadable =
  "a packed file can't be recorded, a text can where its bank says its encoding, or the script does: download.text('windows-1252')"

const opaque = (exchange: Exchange): ReadonlyArray<Finding> => {
  const { pathname } = new URL(exchange.url)
  const unread = (where: string): Finding => ({
    where: `${exchange.method} ${pathname} ${where}`,
    what: "bytes that are no text and can't be looked into",
    advice: unreadable
  })
  return [
    ...(exchange.requestBody !== null && textOf(exchange.requestBody) === undefined ? [unread("body")] : []),
    ...(textOf(exchange.responseBody) === undefined && !isPicture(exchange) ? [unread("answer")] : [])
  ]
}

const byHand = "--mask TEXT or --keep TEXT"

const shape = (text: string): string => (text.length <= 6 ? "…" : `${text.slice(0, 2)}…${text.slice(-2)}`)

const findingsIn = (exchange: Exchange, into: Substitution, options: ScrubOptions): ReadonlyArray<Finding> =>
  textsOf(exchange).flatMap(([where, text]) => [
    ...findSecrets(text, options).map((what) => ({ where, what, advice: byHand })),
    ...(dullHeader.test(where) ? [] : detect(text))
      .filter(({ text: found }) => !options.keep.includes(found) && !into.isOfPlaceholder(found))
      .map(({ kind, text: found }) => {
        return { where, what: `a ${kind}, ${shape(found)} (${found.length} characters)`, advice: byHand }
      })
  ])

/** What pages say in small letters before anything was typed or sent: they say it to everybody. */
const wordsBeforeLogin = (exchanges: ReadonlyArray<Exchange>, secrets: ReadonlyArray<string>): ReadonlySet<string> => {
  const sent = exchanges.findIndex(
    ({ requestBody, url }) => requestBody !== null || secrets.some((secret) => secretPattern(secret).test(url))
  )
  const pages = exchanges.slice(0, Math.max(sent, 0)).filter(isPage)
  const words = pages.flatMap(({ responseBody }) => plainText(textOf(responseBody) ?? "").match(wordPattern) ?? [])
  return new Set(words.filter((word) => word === word.toLowerCase()))
}

/** With its answer in UTF-8, and the way back to the encoding that it came in. */
const inUtf8 = (exchange: Exchange, encodings: ReadonlyArray<string>) => {
  const [encoding, ...others] = encodings.filter((each) => each !== "utf-8")
  const answer = answerText(exchange, others.length === 0 ? encoding : undefined)
  const back = (scrubbed: Exchange): Exchange =>
    answer === undefined ? scrubbed : { ...scrubbed, responseBody: answer.bytesOf(scrubbed.responseBody.toString()) }
  return { exchange: answer === undefined ? exchange : { ...exchange, responseBody: Buffer.from(answer.text) }, back }
}

type Traffic = ReadonlyArray<Exchange>

/** Takes out secrets, what the author masks, cookies, and what is somebody's by its form alone: an IBAN, a telephone number. */
const putValues = (into: Substitution, key: Buffer, exchanges: Traffic, options: ScrubOptions): void => {
  for (const secret of options.secrets) into.put(secret, placeholderOf(key, secret), "secret")
  for (const text of options.mask) into.put(text, placeholderOf(key, text), "masked")
  for (const value of exchanges.flatMap(cookieValues)) into.put(value, placeholderOf(key, value), "cookie")
  for (const [where, text] of exchanges.flatMap(textsOf)) {
    if (dullHeader.test(where)) continue
    for (const found of detect(text)) {
      if (options.keep.includes(found.text) || into.isPlaceholder(found.text)) continue
      const fake = fakeOf(key, found)
      into.put(found.text, fake, found.kind)
      if (found.compact !== found.text) into.put(found.compact, fake.replaceAll(/[ \u00a0./-]/g, ""), found.kind)
    }
  }
  for (const [typed, shown] of otherWritings(options.secrets, exchanges)) {
    const signs = [...placeholderOf(key, typed)].filter(isSign)
    into.put(shown, [...shown].map((sign) => (isSign(sign) ? (signs.shift() ?? sign) : sign)).join(""), "secret")
  }
}

/** Takes out the names of accounts' holders and of those who pay or are paid. `texts`: what people read of the run. */
const putNames = (
  into: Substitution,
  key: Buffer,
  { exchanges, texts }: { readonly exchanges: Traffic; readonly texts: ReadonlyArray<string> },
  { bundle, keep, names, prefixes = [], shops = [] }: ScrubOptions
): void => {
  const isKept = (name: string) => keep.includes(name)
  const labelled = texts.flatMap(labelledNames).filter((name) => !isKept(name))
  const named = [...names, ...texts.flatMap((text) => transfersIn(text, prefixes))]
  const payees = named.filter((name) => !isKept(name))
  const around = namesAround(texts, nameWords([...labelled, ...payees]))
  const holders = [...labelled, ...around.filter((name) => !isKept(name) && !shops.includes(name))]
  const pages = exchanges.filter(isPage).map(({ responseBody }) => withoutEntities(textOf(responseBody) ?? ""))
  const own = new Set(pages.flatMap((page) => [...pageWords(page, [...holders, ...payees], couldBeName)]))
  const inScript = wordsInScript(bundle)
  const kept = new Set([...inScript, ...own])
  const stay = new Set([...kept, ...shops.flatMap((text) => text.toLowerCase().match(wordPattern) ?? [])])
  for (const name of holders) putHolder(into, key, name)
  for (const word of nameWords(holders)) if (!kept.has(word.toLowerCase())) putWord(into, key, word)
  for (const word of nameWords(payees)) {
    if (!stay.has(word.toLowerCase()) && !isPaymentWord(word)) putWord(into, key, word)
  }
  for (const phrase of [...payees, ...reasonsIn(texts.flatMap(piecesOf), prefixes, new Set(payees))]) {
    const words = phrase.toLowerCase().match(wordPattern) ?? []
    // "Mark all" is a button; MARK of "BERG, MARK" is taken out all the same, where the whole name stands.
    const stays = words.every((word) => kept.has(word)) ? kept : inScript
    putPhrase(into, key, phrase, (word) => word.length < 2 || stays.has(word.toLowerCase()) || isPaymentWord(word))
  }
}

export const scrubTraffic = (recorded: Traffic, options: ScrubOptions): Scrubbed => {
  const read = recorded.map((exchange) => inUtf8(exchange, options.encodings ?? []))
  const exchanges = read.map(({ exchange }) => exchange)
  const { doubtful = [], prefixes = [], seen = [], shops = [] } = options
  const bodies = exchanges.flatMap((exchange) => (isCode(exchange) ? [] : [textOf(exchange.responseBody) ?? ""]))
  const texts = [...bodies, ...seen].map(withoutEntities)

  const key = randomBytes(32)
  const into = makeSubstitution(wordsBeforeLogin(exchanges, options.secrets))
  putValues(into, key, exchanges, options)
  putNames(into, key, { exchanges, texts }, options)

  const codes = exchanges.filter(isCode).map(({ responseBody }) => textOf(responseBody) ?? "")
  const scrubbed = exchanges.map((exchange) => mapTexts(exchange, (text) => into.apply(withoutIntegrity(text))))
  return {
    exchanges: scrubbed.map((exchange, nth) => read[nth]?.back(exchange) ?? exchange),
    scrub: into.apply,
    counts: into.counts,
    review: () => {
      const inPages = openNames(texts, { prefixes, known: [options.bundle, ...codes], shops })
      const asked = [...new Set([...doubtful, ...inPages])].filter((text) => !options.keep.includes(text))
      return reviewOf(scrubbed, into.isPlaceholder, into.placeholders(), asked.map(into.apply))
    },
    findings: scrubbed.flatMap((exchange) => [...opaque(exchange), ...findingsIn(exchange, into, options)])
  }
}
