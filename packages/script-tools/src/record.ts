/** Makes a recording of a run at the bank: scrubbed, replayed at once, and written only if all of that works. */
import type { RehearsalBrowser, RehearsalPage } from "@counterfoil/browser"
import type { BrowserUnavailable, ScriptDoesNotLoad, ScriptManifest, ScriptRunner } from "@counterfoil/core"
import {
  type FailureKind,
  isVerdictOnLogin,
  localDateAt,
  plainPrefixes,
  readAccountNumber,
  readStatement,
  Statement
} from "@counterfoil/domain"
import { Duration, Effect, Option, Redacted, Result, Schema } from "effect"
import { printProposals, proposalsOf } from "./proposals.ts"
import { asSent } from "./recording/answerText.ts"
import type { Recording } from "./recording/Recording.ts"
import { goldenOf } from "./replay/golden.ts"
import { type AskCode, NoCode } from "./run/rehearsalHost.ts"
import { openRehearsal } from "./run/openRehearsal.ts"
import { printProof, proofOf } from "./run/proof.ts"
import { explainFailure } from "./run/explainFailure.ts"
import { type Credentials, mayBeOpen, rehearse, type RehearsalResult } from "./run/rehearse.ts"
import { type Payees, payeesOf } from "./scrub/payees.ts"
import { type NotRecorded, refuse, scrubCalls, settle } from "./settle.ts"
import { printReview } from "./scrub/review.ts"
import { type Scrubbed, scrubTraffic, shortestSecret } from "./scrub/scrubTraffic.ts"

export interface RecordInput {
  readonly name: string
  readonly bundle: string
  readonly bundleSha256: string
  /** Its source map, for where in the sources a run failed. */
  readonly map: string
  readonly origins: ReadonlyArray<string>
  /** The first day to read. */
  readonly since: string
  readonly credentials: Credentials
  readonly code: AskCode
  readonly mask: ReadonlyArray<string>
  readonly keep: ReadonlyArray<string>
  /** Which account of the login to read, as the script is told; taken out of the recording like a secret. */
  readonly account?: string | undefined
  /** Shown what was replaced and what was left; false: nothing is written. (Default: nobody is asked) */
  readonly review?: ((lines: ReadonlyArray<string>) => Effect.Effect<boolean>) | undefined
  readonly tell: (line: string) => void
}

const patience = Duration.minutes(5)
const leavePatience = Duration.seconds(20)

/** What is still under way when the run is over gets so long, in milliseconds. */
const trafficPatience = 5_000

/** As if all of them were credits: what the manifest says stands before names is taken off those of payees too. */
const payeesIn = (statement: Schema.Json | undefined, manifest: ScriptManifest): Payees => {
  const read = Schema.decodeUnknownOption(Statement)(statement)
  if (Option.isNone(read)) return payeesOf([], [])
  const { movements } = read.value
  const context = { accountId: "", rules: manifest, today: "9999-12-31", knownCurrencies: [], accepted: true }
  const unsigned = movements.map(({ amount, balance: _, id: __, pending: ___, ...movement }) => ({
    ...movement,
    amount: amount.replace("-", "")
  }))
  const rows = readStatement({ ...read.value, movements: unsigned }, context)
  const senders = new Map(
    Result.isFailure(rows) ? [] : rows.success.map(({ index, senderName }) => [index, senderName])
  )
  const texts = movements.map(({ amount, counterparty, description }, index) => {
    const sender = senders.get(index)
    const isDeclared = counterparty === undefined && sender !== description.replaceAll(/\s+/g, " ").trim()
    const declared = isDeclared ? sender : undefined
    return { description, counterparty, isCredit: !amount.startsWith("-"), declared }
  })
  return payeesOf(texts, plainPrefixes(manifest.namePrefixes))
}

/** An IBAN is found by itself. The last four digits alone stand in amounts too, and are too many people's. */
export const accountsIn = (statement: Schema.Json | undefined): ReadonlyArray<string> => {
  const read = Schema.decodeUnknownOption(Statement)(statement)
  const printed = Option.isNone(read) ? [] : read.value.movements.flatMap((each) => each.counterpartyAccount ?? [])
  return [...new Set(printed)].filter((text) => text.length > 5 && readAccountNumber(text)?.is.kind !== "iban")
}

/** Each in its context, as the review shows it: to look again costs another login. */
const openTexts = (open: ReadonlyArray<string>): ReadonlyArray<string> => [
  `${open.length === 1 ? "a text" : `${open.length} texts`} could be somebody's name, and nothing was written: ` +
    "--mask TEXT takes one out, --keep TEXT says that it is nobody's, --review asks",
  ...open.map((line) => `  ${line}`)
]

const goneTooSoon =
  "  the page or frame that asked had gone before: where the script leaves it by a click or a goto, let it wait first for what " +
  "that answer shows"

/** What the script saw of the pages, as people read it. Somebody's user name may be the first of their names. */
const seenIn = ({ calls }: RehearsalResult): ReadonlyArray<string> =>
  calls
    .flatMap(({ element }) => (element === undefined ? [] : [element.name, element.before, element.after]))
    .map((text) => text.replaceAll("[secret]", "Xxx"))

/** What was typed, and what nobody could say. */
interface Asked {
  readonly codes: Array<string>
  readonly unanswered: Array<string>
}

const notLeft = "not logged out: the session may stay open at the bank, which may refuse the next login for a while"

/** The bank would take a session that stays open for somebody else's. What is sent now is in no recording. */
const leave = Effect.fnUntraced(function* (input: RecordInput, page: RehearsalPage, ended: RehearsalResult) {
  if (ended.failure?.phase === "logout" || !ended.manifest.phases.includes("logout")) return false
  const left = yield* rehearse({
    ...input,
    page,
    now: new Date(),
    code: () => new NoCode({ message: "the logout asks for a code" }),
    sleeps: true,
    observes: false,
    patience: leavePatience,
    phases: ["logout"]
  })
  return left.failure === undefined
})

const visit = (input: RecordInput, { codes, unanswered }: Asked) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { origins, page } = yield* openRehearsal(input.bundle, {
        origins: input.origins,
        storageState: Option.none(),
        sendsAll: true
      })
      const clock = new Date()
      const result = yield* rehearse({
        ...input,
        origins,
        page,
        now: clock,
        code: (request) =>
          input.code(request).pipe(
            Effect.tap((code) => Effect.sync(() => codes.push(Redacted.value(code)))),
            Effect.tapError(({ message }) => Effect.sync(() => unanswered.push(message)))
          ),
        sleeps: true,
        observes: true,
        patience
      })
      const traffic = yield* page.traffic(trafficPatience)
      if (mayBeOpen(result) && !(yield* leave({ ...input, origins }, page, result))) input.tell(notLeft)
      const sent = { ...traffic, exchanges: traffic.exchanges.map(asSent) }
      return { clock, result, traffic: sent, writes: yield* page.writes }
    })
  )

type Visit = Effect.Success<ReturnType<typeof visit>>

/** Why a run can't become a recording, whatever is in it; empty: it can. */
const unfit = (input: RecordInput, { result, traffic }: Visit, asked: Asked): ReadonlyArray<string> => {
  // The bank is as it should be: such a run would be no test of it.
  if (asked.unanswered.length > 0) return asked.unanswered
  if (secretsOf(input, asked).some((secret) => secret.length < shortestSecret)) {
    return [`a secret of fewer than ${shortestSecret} characters can't be taken out of a recording`]
  }
  if (traffic.hasWebSockets) return ["the page uses a WebSocket, which recordings can't hold yet"]
  if (traffic.unread.length > 0) {
    return [...traffic.unread.map((url) => `the answer of ${url} could not be read to its end`), goneTooSoon]
  }
  if (result.failure !== undefined && !ofTheBank(result.failure.kind)) return noTest(input, result)
  return []
}

const secretsOf = ({ credentials }: RecordInput, { codes }: Asked): ReadonlyArray<string> => [
  Redacted.value(credentials.username),
  Redacted.value(credentials.password),
  ...codes
]

const scrubVisit = (input: RecordInput, { result, traffic }: Visit, asked: Asked): Scrubbed => {
  const { persons: names, ...payees } = payeesIn(result.statement, result.manifest)
  const account = input.account === undefined ? [] : [input.account]
  return scrubTraffic(traffic.exchanges, {
    ...input,
    ...payees,
    mask: [...input.mask, ...account, ...accountsIn(result.statement)],
    secrets: secretsOf(input, asked),
    names,
    prefixes: plainPrefixes(result.manifest.namePrefixes),
    seen: seenIn(result),
    encodings: result.encodings
  })
}

const draftOf = (input: RecordInput, { clock, result }: Visit, asked: Asked, scrubbed: Scrubbed): Recording => ({
  name: input.name,
  head: {
    format: 1,
    sdk: 1,
    bank: result.manifest.bank,
    scriptSha256: input.bundleSha256,
    origins: input.origins,
    clock: clock.toISOString(),
    since: input.since,
    ...(input.account === undefined ? {} : { account: scrubbed.scrub(input.account) }),
    volatile: [],
    scrubbed: scrubbed.counts()
  },
  answers: {
    username: scrubbed.scrub(Redacted.value(input.credentials.username)),
    password: scrubbed.scrub(Redacted.value(input.credentials.password)),
    codes: asked.codes.map(scrubbed.scrub)
  },
  exchanges: scrubbed.exchanges,
  calls: scrubCalls(result.calls, scrubbed.scrub),
  golden: undefined
})

/**
 * Records what the script does at the bank. A run that the bank ends is recorded too: that is how refused credentials get their
 * test. Nothing of it is written here.
 */
export const recordRun = Effect.fn("recordRun")(function* (
  input: RecordInput
): Effect.fn.Return<Recording, NotRecorded | ScriptDoesNotLoad | BrowserUnavailable, RehearsalBrowser | ScriptRunner> {
  const asked: Asked = { codes: [], unanswered: [] }
  const visited = yield* visit(input, asked)
  const reasons = unfit(input, visited, asked)
  if (reasons.length > 0) return yield* refuse(reasons)
  const { clock, result, writes } = visited
  const today = localDateAt(clock.getTime(), result.manifest.zone)
  for (const line of printProof(proofOf(result, today))) input.tell(line)
  if (result.failure !== undefined) input.tell(`the run ended with ${result.failure.kind}: ${result.failure.message}`)

  const scrubbed = scrubVisit(input, visited, asked)
  if (scrubbed.findings.length > 0) {
    return yield* refuse(scrubbed.findings.map(({ advice, what, where }) => `scrub: ${where} has ${what}; ${advice}`))
  }
  const review = scrubbed.review()
  if (input.review !== undefined && !(yield* input.review(printReview(review)))) {
    return yield* refuse(["nothing was written; --mask TEXT takes more out"])
  }
  const open = input.review === undefined ? review.doubtful : []
  const draft = draftOf(input, visited, asked, scrubbed)
  const places = Object.values(scrubbed.counts()).reduce((sum, count) => sum + count, 0)
  input.tell(`scrubbed ${places} places, ${open.length} open`)
  if (open.length > 0) return yield* refuse(openTexts(open))
  const proposed = proposalsOf(writes)
  for (const line of printProposals(proposed)) input.tell(line)
  const typed = [...(result.mayBeIn ? [draft.answers.password] : []), ...draft.answers.codes]
  return yield* settle(input, draft, {
    failure: result.failure?.kind,
    live: goldenOf(result, today),
    proposed,
    typed
  })
})

/** Whether a run that ends so shows what the bank does, and not that its script, or what it may open, is not as it has to be. */
const ofTheBank = (kind: FailureKind): boolean => kind === "bank_unavailable" || isVerdictOnLogin(kind)

const noTest = ({ map }: RecordInput, result: RehearsalResult): ReadonlyArray<string> => [
  `nothing was written: the run ended with ${result.failure?.kind}, and a replay of it would test nothing`,
  ...explainFailure(result, [], map, "shape")
]
