/** The frame of a bank script, and the door by which the sandbox runs it. */
import { connect, notAwaited, type Json, type Send } from "./bridge.ts"
import { type Context, type ExtractContext, flushLog, log, type LoginContext, pause, step } from "./Context.ts"
import { sleep } from "./sleep.ts"
import { makeEnds } from "./ends.ts"
import { declaredFailure } from "./errors.ts"
import { localDate } from "./localDate.ts"
import type { Statement } from "./movements/Statement.ts"
import { otp } from "./Otp.ts"
import { makeOutcome } from "./outcome.ts"
import { setPace } from "./pace.ts"
import { makeSecret } from "./Secret.ts"
import { StatementProblem } from "./statements/problem.ts"
import { setHome, StepPage } from "./StepPage.ts"
import type { Text } from "./steps.ts"

/** What the bank's page may send beyond reading, where the bank needs it for reading or for leaving. */
export interface DeclaredRequest {
  /** `WEBSOCKET`: sockets to the bank's origins, whatever their path. `GET`: only with `readable`, for it leaves anyway. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "WEBSOCKET"
  /** Without query. A segment that is a star stands for any one segment. */
  readonly path: string
  /** (Default: all but `login`) In `login` everything may be sent, unless something is declared for it: then only that. */
  readonly phases?: ReadonlyArray<PhaseName>
  /** The script reads what the bank answers to it, in `extract` (`page.responses`). */
  readonly readable?: true
}

/** A bank script's manifest and its phases. */
export interface BankScript {
  /** The bank's code. */
  readonly bank: string
  /** `major.minor.patch`; a released version is frozen. */
  readonly version: string
  readonly sdk: 1
  readonly flow: "extract_transactions"
  /** The only origins it may reach, of those that belong to the bank. Empty: all of the bank's. */
  readonly origins: ReadonlyArray<string>
  /** Where secrets may be typed. (Default: all of them) */
  readonly secretOrigins?: ReadonlyArray<string>
  /**
   * For a bank without a password field: the password may go into one-line text fields too, which a page may show
   * elsewhere. (Default: into `<input type="password">` and on keypads only)
   */
  readonly passwordFields?: "text"
  /** IANA time zone of the bank's dates; with `locale` the browser's, too. */
  readonly zone: string
  /**
   * The language that the browser asks the bank for and prints numbers and days in, where the bank's pages go by it: `es-ES`; days
   * then are those of `zone`. Needs `browser.locale` (`needs`). (Default: the language of the machine's `LANG`, or American English,
   * and the machine's zone; the bank isn't asked for any)
   */
  readonly locale?: string
  readonly dates: "dmy" | "mdy" | "ymd"
  readonly sessionTypes: ReadonlyArray<"one-shot" | "persistent">
  /** Whether the ids that the bank prints are unique. */
  readonly uniqueIds: boolean
  /** Where the bank cuts names off, in characters. */
  readonly nameLength?: number
  /** Parts of descriptions that differ from read to read. Matched on the server in linear time: no looking around, no `\1`. */
  readonly volatileText?: ReadonlyArray<RegExp>
  /**
   * What stands before a payer's name, in the bank's spelling, or a pattern for it (`/abono \d+ de/i`); the longest that fits is
   * taken off. Patterns are matched on the server, as those of `volatileText`, at the beginning of the text.
   */
  readonly namePrefixes?: ReadonlyArray<Text>
  /** Query and body fields of the bank's requests that differ from run to run (`nonce`, `body.ts`): for replays of recordings. */
  readonly volatileRequest?: ReadonlyArray<string>
  /** After its login a page only reads: whatever else the bank needs then is declared here. `script record` proposes it. */
  readonly requests?: ReadonlyArray<DeclaredRequest>
  /** What the host must be able to do beyond version 1 of the SDK (`otp.approval`): one that can't refuses the script. */
  readonly needs?: ReadonlyArray<string>
  /**
   * A session at the bank serves all accounts of its login, one after the other and never two at once: `resume`, which this
   * needs, finds it open, and `extract` opens the account that it is asked for, wherever the last read left the page. Then
   * accounts that are due soon are read with the one that is due, after one login.
   */
  readonly sharesSession?: true
  /** How everything is clicked and typed, unless an action says otherwise. (Default: at once) */
  readonly pace?: "human"
  /** Ends authenticated, or throws `Terminal` or `Retryable`: what `outcome` does. Called at most once for a password. */
  login(context: LoginContext): Promise<"authenticated">
  /**
   * Whether the session is still open: one that was stored, or one that stays. In the latter the page stands where the
   * last read left it; popups and downloads of that read are gone, and a first `page.goto` may happen in a new tab with the
   * same cookies and storage.
   */
  resume?(context: Context): Promise<boolean>
  /** Reads what was booked from `since` on; runs on the page that login or resume left. */
  extract(context: ExtractContext): Promise<Statement>
  /** Which accounts the login has, from where login or resume left the page: for `script accounts`. It only reads, like `extract`. */
  accounts?(context: Context): Promise<ReadonlyArray<BankAccount>>
  /** Keeps an open session open; false: the bank has ended it. */
  keepAlive?(context: Context): Promise<boolean>
  logout?(context: Context): Promise<void>
}

/** An account of a login. */
export interface BankAccount {
  /** What its owner saves as `bank_account`, and `extract` gets: as the bank prints it (an IBAN, a number). */
  readonly bankAccount: string
  /** As the bank calls it. */
  readonly name?: string
  /** ISO 4217. */
  readonly currency?: string
}

const phaseNames = ["resume", "login", "extract", "keepAlive", "logout"] as const
type PhaseName = (typeof phaseNames)[number]

const has = (script: BankScript, phase: PhaseName): boolean => typeof script[phase] === "function"

const patternText = ({ flags, source }: RegExp) => ({ regex: source, flags: flags.replace(/[^imsu]/g, "") })

/** What the host reads of a script before it runs it. */
const manifestOf = (script: BankScript) => {
  const {
    login: _login,
    resume: _resume,
    extract: _extract,
    keepAlive: _keepAlive,
    logout: _logout,
    accounts,
    pace: _pace,
    ...rest
  } = script
  return {
    ...rest,
    ...(accounts === undefined ? {} : { listsAccounts: true }),
    ...(script.volatileText === undefined ? {} : { volatileText: script.volatileText.map(patternText) }),
    ...(script.namePrefixes === undefined
      ? {}
      : {
          namePrefixes: script.namePrefixes.map((prefix) => (typeof prefix === "string" ? prefix : patternText(prefix)))
        }),
    phases: phaseNames.filter((phase) => has(script, phase))
  }
}

type Arguments = { readonly [key: string]: Json }

const isObject = (value: Json | undefined): value is Arguments =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const read = (value: Json | undefined, ...path: ReadonlyArray<string>): Json | undefined =>
  path.reduce<Json | undefined>((at, name) => (isObject(at) ? at[name] : undefined), value)

const text = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined)

const secretOf = (args: Json, handle: string) => {
  const length = read(args, "secrets", handle, "length")
  return makeSecret(handle, typeof length === "number" ? length : undefined)
}

const contextOf = (script: BankScript, args: Json): Context => {
  const now = new Date(text(read(args, "now")) ?? Date.now())
  const origins = read(args, "bank", "origins")
  setPace(script.pace)
  setHome(text(Array.isArray(origins) ? origins[0] : undefined) ?? script.origins[0])
  return { page: new StepPage(0), log, now, today: localDate(now, script.zone), sleep, pause, step }
}

const accountOf = (args: Json) => {
  const named = (field: string) => text(read(args, "account", field))
  const [id, name, bankAccount] = [named("id"), named("name"), named("bankAccount")]
  return {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(bankAccount === undefined ? {} : { bankAccount })
  }
}

const isPhase = (name: string): name is PhaseName => phaseNames.some((phase) => phase === name)

const runPhase = async (script: BankScript, phase: string, args: Json): Promise<unknown> => {
  const context = contextOf(script, args)
  if (!isPhase(phase) || !has(script, phase)) throw new TypeError(`the script has no ${phase}()`)
  switch (phase) {
    case "login": {
      const outcome = makeOutcome(context.page, log)
      return script.login({
        ...context,
        secrets: { username: secretOf(args, "username"), password: secretOf(args, "password") },
        otp,
        outcome,
        ends: makeEnds(outcome, step)
      })
    }
    case "extract":
      // A question of the same phase, for what may be done is the same.
      if (read(args, "list") === true) return script.accounts?.(context)
      return script.extract({ ...context, since: text(read(args, "since")) ?? context.today, account: accountOf(args) })
    case "resume":
    case "keepAlive":
      return (await script[phase]?.(context)) === true
    case "logout":
      return script.logout?.(context)
  }
}

const isOrdinary = (value: unknown): boolean =>
  value === null || (typeof value !== "object" && typeof value !== "function")

/** Where anything else was thrown nobody knows: only an Error has its place. */
const noError = (thrown: unknown): string => {
  const shown = typeof thrown === "string" ? JSON.stringify(thrown) : isOrdinary(thrown) ? String(thrown) : "an object"
  return `the script threw ${shown}, which is no Error, and so its line isn't known: throw new Error("…"), a Retryable or a Terminal`
}

const describe = (error: unknown) => {
  const declared = declaredFailure(error)
  const shown = declared ?? error
  if (!(shown instanceof Error)) return { message: noError(shown).slice(0, 2_000) }
  // A file that can't be read is like a list that can't be.
  const failure = declared?.kind ?? (shown instanceof StatementProblem ? "layout_changed" : undefined)
  const name =
    shown.name === "Error" || failure !== undefined || shown.name === "BankPageError" ? "" : `${shown.name}: `
  return {
    message: `${name}${shown.message}`.slice(0, 2_000),
    stack: shown.stack?.slice(0, 4_000),
    failure
  }
}

/** Runs a phase to its end and tells it as JSON text: `{ done }` or `{ failed }`. */
const run =
  (script: BankScript) =>
  async (send: Send, phase: string, args: string): Promise<string> => {
    connect(send)
    try {
      const result = await runPhase(script, phase, JSON.parse(args))
      const forgotten = notAwaited()
      await flushLog()
      return JSON.stringify(forgotten === undefined ? { done: result ?? null } : { failed: describe(forgotten) })
    } catch (error) {
      await flushLog()
      return JSON.stringify({ failed: describe(error) })
    }
  }

const check = (script: BankScript): void => {
  for (const phase of ["login", "extract"] as const) {
    if (!has(script, phase)) throw new TypeError(`the script has no ${phase}()`)
  }
  if (script.sharesSession === true && !has(script, "resume")) {
    throw new TypeError("a script whose accounts share a session (sharesSession) needs a resume()")
  }
}

/**
 * Declares a bank script; `bank.ts` exports its result as default. While a bundle loads in the sandbox the script is
 * handed to the runner through a hook that the sandbox puts there; anywhere else nothing happens.
 */
export const defineBankScript = (script: BankScript): BankScript => {
  check(script)
  const register: unknown = Reflect.get(globalThis, "__counterfoilRegister")
  if (typeof register === "function") register({ manifest: JSON.stringify(manifestOf(script)), run: run(script) })
  return script
}
