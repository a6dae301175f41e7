/**
 * A bank in memory, for speed: its site stands in for Chromium and its script for the isolate. The real ones are proven in
 * their own rooms. The two meet as the real ones do, through the host's verbs alone: the script never sees a secret.
 */
import { BankBrowser, type BankPage, PageFault, ScriptRunner } from "@counterfoil/core"
import type { FailureKind, ScrapedMovement, Statement } from "@counterfoil/domain"
import { Deferred, Effect, Layer, Option, Redacted, type Schema } from "effect"
import { randomUUID } from "node:crypto"
import { scriptedRunner } from "./scriptedRunner.ts"

export interface Customer {
  readonly username: string
  password: string
  /** The code that a login needs; absent: none. */
  code?: {
    readonly value: string
    readonly length: number
    readonly type: "numeric" | "alphanumeric"
    readonly purpose?: string
  }
  /** Whether the login was approved in the bank's app; absent: it needs no approval. */
  approval?: "awaited" | "given"
  /** How each login ends, whatever is typed. */
  refusal?: FailureKind
  /** How each read ends. */
  readFailure?: FailureKind
  /** What the bank does before it answers each read. */
  readTakes?: () => Effect.Effect<void>
  /** Says that there are more rows than it shows. */
  truncated?: boolean
  /** The bank closes the session: the next read finds the login page. */
  loggedOut?: boolean
  movements: ReadonlyArray<ScrapedMovement>
  /** Of a login with several accounts: their movements, by what its owner calls them. */
  readonly accounts?: Readonly<Record<string, ReadonlyArray<ScrapedMovement>>>
  /** The bank knows a browser again by its cookie until it logs out. (Default: each page begins at the login) */
  readonly remembers?: true
  /** Cookies of sessions that are open at the bank. */
  readonly open: Set<string>
  /** What was typed into the login page, in order. */
  readonly typed: Array<string>
}

type Gate = "login" | "read"

export interface Hold {
  /** Ends when a login or a read hangs. */
  readonly reached: () => Promise<void>
  readonly open: () => void
}

/** Where a page of the site is; what the script reads as the page's title. */
type Screen = "login" | "home" | "wrong_password" | "code" | "wrong_code" | "approval" | `refused ${FailureKind}`

export class ScriptedBank {
  readonly #customers = new Map<string, Customer>()
  readonly #gates = new Map<
    string,
    { readonly reached: Deferred.Deferred<void>; readonly opened: Deferred.Deferred<void> }
  >()
  readonly #runs: Array<{ readonly bank: string; readonly version: string }> = []
  readonly #pages = new Map<string, number>()
  readonly #runsBegun = new Map<string, number>()

  /** A new customer with the password "bank-secret". */
  customer(username: string, extra: Partial<Omit<Customer, "username" | "typed" | "open">> = {}): Customer {
    const customer: Customer = {
      username,
      password: "bank-secret",
      movements: [],
      typed: [],
      open: new Set(),
      ...extra
    }
    this.#customers.set(username, customer)
    return customer
  }

  /** The customer's logins or reads hang from now on. */
  hold(username: string, gate: Gate): Hold {
    const name = `${gate} ${username}`
    const hold = { reached: Deferred.makeUnsafe<void>(), opened: Deferred.makeUnsafe<void>() }
    this.#gates.set(name, hold)
    return {
      reached: () => Effect.runPromise(Deferred.await(hold.reached)),
      open: () => {
        this.#gates.delete(name)
        Deferred.doneUnsafe(hold.opened, Effect.void)
      }
    }
  }

  /** The versions that ran for a bank, in order. */
  runs(bank: string): ReadonlyArray<string> {
    return this.#runs.filter((run) => run.bank === bank).map(({ version }) => version)
  }

  /** How many runs of a script the account's pages were told of. */
  runsBegun(accountId: string): number {
    return this.#runsBegun.get(accountId) ?? 0
  }

  /** How many browser contexts of an account are open now. */
  pages(accountId: string): number {
    return this.#pages.get(accountId) ?? 0
  }

  find(username: string | undefined): Customer | undefined {
    return username === undefined ? undefined : this.#customers.get(username)
  }

  passGate(username: string | undefined, gate: Gate): Effect.Effect<void> {
    const hold = this.#gates.get(`${gate} ${username ?? ""}`)
    return hold === undefined
      ? Effect.void
      : Effect.andThen(Deferred.succeed(hold.reached, undefined), Deferred.await(hold.opened))
  }

  /** Both ports of the bank's side. */
  get layer(): Layer.Layer<BankBrowser | ScriptRunner> {
    return Layer.merge(
      Layer.succeed(BankBrowser, {
        open: ({ accountId, storageState }) =>
          Effect.acquireRelease(
            Effect.sync(() => {
              this.#pages.set(accountId, this.pages(accountId) + 1)
              return {
                ...pageOf(this, Option.getOrUndefined(storageState)),
                beginRun: Effect.sync(() => void this.#runsBegun.set(accountId, this.runsBegun(accountId) + 1))
              }
            }),
            () => Effect.sync(() => void this.#pages.set(accountId, this.pages(accountId) - 1))
          ),
        describe: Effect.succeed({ path: "in memory", version: "0", lacking: [] })
      }),
      Layer.succeed(
        ScriptRunner,
        scriptedRunner((run) => this.#runs.push(run))
      )
    )
  }
}

/** One page of the site: the login form, the question for a code, and the account behind them. */
const pageOf = (bank: ScriptedBank, stored: Redacted.Redacted<string> | undefined): BankPage => {
  const secrets = new Map<string, string>()
  let cookie = stored === undefined ? "{}" : Redacted.value(stored)
  let screen: Screen = "login"
  let typedCode: string | undefined

  const customer = () => bank.find(secrets.get("username"))

  const type = (handle: string): void => {
    const value = secrets.get(handle) ?? ""
    customer()?.typed.push(`${handle.replace(/-\d+$/, "")} ${value}`)
    if (handle.startsWith("otp")) typedCode = value
  }

  const submit = (): void => {
    const known = customer()
    if (known === undefined || known.password !== secrets.get("password")) screen = "wrong_password"
    else if (known.refusal !== undefined) screen = `refused ${known.refusal}`
    else if (known.approval === "awaited") screen = "approval"
    else if (known.code === undefined || typedCode === known.code.value) screen = "home"
    else screen = typedCode === undefined ? "code" : "wrong_code"
    delete known?.loggedOut
    if (known?.remembers !== true || screen !== "home") return
    cookie = JSON.stringify({ session: randomUUID() })
    known.open.add(cookie)
  }

  const leave = (): void => {
    customer()?.open.delete(cookie)
    if (customer()?.remembers === true) screen = "login"
  }

  const titleNow = (): Screen => {
    const known = customer()
    if (known?.loggedOut === true) return "login"
    if (screen === "approval" && known?.approval === "given") screen = "home"
    return known?.remembers === true ? (known.open.has(cookie) ? "home" : screen === "home" ? "login" : screen) : screen
  }

  const statement = (since: string, account: string | undefined): Effect.Effect<Schema.Json, PageFault> => {
    const known = customer()
    if (known === undefined || known.readFailure === "browser_crashed") {
      return Effect.fail(new PageFault({ code: "PageClosed", message: "The page is gone" }))
    }
    if (known.readFailure !== undefined) return Effect.succeed(known.readFailure)
    const whole: Statement = {
      movements: known.accounts?.[account ?? ""] ?? known.movements,
      coverage: { from: since, to: today(), complete: true },
      ...(known.truncated === true ? { stated: known.movements.length + 1 } : {})
    }
    return Effect.succeed(JSON.stringify(whole))
  }

  return {
    call: (call) => {
      switch (call.verb) {
        case "locator.fill":
          return Effect.sync(() => {
            if (typeof call.value !== "string") type(call.value.secret)
            return null
          })
        case "locator.click":
          if (call.steps[0]?.arg === "logout") return Effect.as(Effect.sync(leave), null)
          return Effect.andThen(bank.passGate(secrets.get("username"), "login"), Effect.sync(submit)).pipe(
            Effect.as(null)
          )
        case "page.title":
          return Effect.sync(titleNow)
        case "locator.getAttribute":
          return Effect.sync(() => JSON.stringify({ ...customer()?.code, value: undefined }))
        case "locator.inputValue":
          return bank
            .passGate(secrets.get("username"), "read")
            .pipe(Effect.andThen(customer()?.readTakes?.() ?? Effect.void))
            .pipe(Effect.andThen(Effect.suspend(() => statement(since(call), accountOf(call)))))
        default:
          return Effect.succeed(null)
      }
    },
    putSecret: (handle, value) => Effect.sync(() => void secrets.set(handle, Redacted.value(value))),
    scrub: (text) => [...secrets.values()].reduce((clean, secret) => clean.replaceAll(secret, "•••"), text),
    storageState: Effect.sync(() => Redacted.make(cookie)),
    beginRun: Effect.void,
    enterPhase: () => Effect.void,
    takeRefused: Effect.succeed([]),
    awaitsAnswer: Effect.succeed(false),
    evidence: Effect.succeed({ screenshot: Buffer.from("png"), outline: "- heading", url: "https://bank.test/" }),
    picture: () => Effect.succeed(Buffer.from("png")),
    gone: Effect.never
  }
}

interface Call {
  readonly steps: ReadonlyArray<{ readonly arg?: unknown }>
}

/** The day from which on the script reads, which it names by a test id. */
const since = (call: Call): string => String(call.steps[0]?.arg ?? today())

/** The account of the login that it reads, by another one. */
const accountOf = ({ steps: [, account] }: Call): string | undefined =>
  account === undefined ? undefined : String(account.arg)

export const today = (): string => new Date().toISOString().slice(0, 10)
