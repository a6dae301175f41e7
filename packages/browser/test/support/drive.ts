/** Opens a session on a test site, and writes its calls as a script would. */
import {
  BankBrowser,
  type BankPage,
  type DeclaredRequest,
  type LocatorStep,
  PageCall,
  type PageFault,
  type ScriptPhase
} from "@counterfoil/core"
import { Effect, type Layer, Option, Redacted, Schema, type Scope } from "effect"
import { ChromiumBrowser, type ChromiumBrowserOptions } from "../../src/index.ts"
import type { Site } from "./Site.ts"

export const loopback = ["127.0.0.0/8"]

export const browserLayer = (options: ChromiumBrowserOptions = {}): Layer.Layer<BankBrowser> =>
  ChromiumBrowser.layer({ executablePath: process.env["CHROMIUM_PATH"], egressAllow: loopback, ...options })

export interface Driver {
  readonly page: BankPage
  readonly call: (call: unknown) => Effect.Effect<Schema.Json, PageFault>
  readonly goto: (path: string) => Effect.Effect<Schema.Json, PageFault>
  /** A verb of a locator on page 0; locators and values are short forms of what the bridge carries. */
  readonly on: (steps: Steps, verb: string, more?: object) => Effect.Effect<Schema.Json, PageFault>
  readonly putSecret: (handle: string, value: string) => Effect.Effect<void>
}

export type Steps = string | ReadonlyArray<LocatorStep>

export const css = (selector: string): ReadonlyArray<LocatorStep> => [{ method: "locator", arg: selector }]
export const role = (arg: string, name?: string): ReadonlyArray<LocatorStep> => [
  { method: "getByRole", arg, ...(name === undefined ? {} : { options: { name } }) }
]
export const label = (arg: string): ReadonlyArray<LocatorStep> => [{ method: "getByLabel", arg }]
export const text = (arg: string): ReadonlyArray<LocatorStep> => [{ method: "getByText", arg }]
export const secret = (handle: string, ...positions: ReadonlyArray<number>) =>
  positions.length === 0 ? { secret: handle } : { secret: handle, positions }

const decodeCall = Schema.decodeUnknownSync(PageCall)

export const driverOf = (page: BankPage, origin: string): Driver => {
  const call = (raw: unknown) => page.call(decodeCall(raw))
  return {
    page,
    call,
    goto: (path) =>
      call({ verb: "page.goto", page: 0, url: path.includes("://") ? path : `${origin}${path}`, timeout: 60_000 }),
    on: (steps, verb, more = {}) =>
      call({ verb, page: 0, steps: typeof steps === "string" ? css(steps) : steps, timeout: 60_000, ...more }),
    putSecret: (handle, value) => page.putSecret(handle, Redacted.make(value))
  }
}

export interface OpenOptions {
  readonly origins?: ReadonlyArray<string>
  readonly secretOrigins?: ReadonlyArray<string>
  readonly storageState?: Redacted.Redacted<string>
  /** (Default: `login`, in which everything may be sent.) */
  readonly phase?: ScriptPhase
  readonly declared?: ReadonlyArray<DeclaredRequest>
}

/** A session of its own for one test, closed with its scope. */
export const open = (
  site: Pick<Site, "origin">,
  options: OpenOptions = {}
): Effect.Effect<Driver, never, BankBrowser | Scope.Scope> =>
  Effect.gen(function* () {
    const browser = yield* BankBrowser
    const page = yield* Effect.orDie(
      browser.open({
        accountId: "account",
        sessionId: "session",
        origins: [site.origin, ...(options.origins ?? [])],
        secretOrigins: options.secretOrigins ?? [site.origin],
        storageState: Option.fromUndefinedOr(options.storageState)
      })
    )
    yield* page.enterPhase(options.phase ?? "login", options.declared ?? [])
    return driverOf(page, site.origin)
  })

/** The fault that a call ends with; a call that works is a failure of the test. */
export const faultOf = <A>(call: Effect.Effect<A, PageFault>): Effect.Effect<PageFault> =>
  Effect.flip(call).pipe(Effect.catch((answer) => Effect.die(new Error(`No fault, but ${JSON.stringify(answer)}`))))
