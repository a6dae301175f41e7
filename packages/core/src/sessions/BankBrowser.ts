/**
 * The port to a real browser. One context per session: its own cookies, its own network allow-list.
 */
import { Context, type Effect, type Option, type Redacted, Schema, type Scope } from "effect"
import type { DeclaredRequest, RefusedRequest, ScriptPhase } from "../scripts/DeclaredRequest.ts"
import type { LocatorStep, PageCall, PageFault } from "../scripts/PageCall.ts"

/** No browser could be found or started. `message` says what to do. */
export class BrowserUnavailable extends Schema.TaggedError<BrowserUnavailable>()("BrowserUnavailable", {
  message: Schema.String
}) {}

/** What a bank's page learns of where its customer is. */
export interface BankLocale {
  /** IANA time zone, in which its scripts print days and times. Absent: the machine's. */
  readonly zone?: string | undefined
  /** BCP 47, which it is asked for (`Accept-Language`), and in which its scripts print. Absent: the machine's. */
  readonly locale?: string | undefined
}

export interface BankContextOptions extends BankLocale {
  /** For the log only. */
  readonly accountId: string
  readonly sessionId: string
  /** The only origins (scheme://host[:port]) that the context may reach. */
  readonly origins: ReadonlyArray<string>
  /** The origins of frames that secrets may be typed into; a subset of `origins`. */
  readonly secretOrigins: ReadonlyArray<string>
  /** Cookies and storage of an earlier session, as `BankPage.storageState` gave them. */
  readonly storageState: Option.Option<Redacted.Redacted<string>>
}

/** What is kept of a failure: a picture with every field masked, and an outline without values. */
export interface Evidence {
  readonly screenshot: Uint8Array
  readonly outline: string
  readonly url: string
}

export interface PictureOf {
  readonly page: number
  readonly steps: ReadonlyArray<LocatorStep>
  readonly motion: boolean
}

/** What a script's manifest allows beyond what all may do with a secret. */
export interface TypingRules {
  /** The password may go into text fields. */
  readonly passwordInText: boolean
}

/** The page capability of one session. All answers are scrubbed of every secret the host knows. */
export interface BankPage {
  /** Carries out one verb. The answer is JSON. (Rules by default: nothing beyond what all may do) */
  readonly call: (call: PageCall, rules?: TypingRules) => Effect.Effect<Schema.Json, PageFault>
  /** Makes a secret usable by its handle (`{ secret: handle }`). A second call with the same handle replaces it. */
  readonly putSecret: (handle: string, value: Redacted.Redacted<string>) => Effect.Effect<void>
  /** Takes every known secret, plain and in its common encodings, out of a text. */
  readonly scrub: (text: string) => string
  readonly storageState: Effect.Effect<Redacted.Redacted<string>, PageFault>
  /**
   * Said when a run of a script begins on the page: popups and downloads of an earlier run are let go, and the run's first
   * `page.goto` may happen in a new tab with the same cookies and storage.
   */
  readonly beginRun: Effect.Effect<void>
  /**
   * Said before each phase: from now on only reading requests and those that are declared for the phase leave the context,
   * whichever page, frame or worker sends them. Before it is said for the first time the page only reads.
   */
  readonly enterPhase: (phase: ScriptPhase, declared: ReadonlyArray<DeclaredRequest>) => Effect.Effect<void>
  /** What was kept from leaving and hasn't been answered here yet; each place once in a session. */
  readonly takeRefused: Effect.Effect<ReadonlyArray<RefusedRequest>>
  /**
   * Whether the bank has not begun to answer what it was asked for (a document, or data that its page needs to go on), or its
   * server answered the document with an error of its own (5xx).
   */
  readonly awaitsAnswer: Effect.Effect<boolean>
  readonly evidence: Effect.Effect<Evidence, PageFault>
  /** What one element shows, as PNG, with every field and every known secret covered. `motion`: for some seconds. */
  readonly picture: (of: PictureOf) => Effect.Effect<Uint8Array, PageFault>
  /** Ends (with the reason) when the page, its renderer or the browser is gone; never ends otherwise. */
  readonly gone: Effect.Effect<PageFault>
}

/** Where the browser is, its version, and what of its confinement isn't possible here, in words for an operator. */
export interface DescribedBrowser {
  readonly path: string
  readonly version: string
  readonly lacking: ReadonlyArray<string>
}

export class BankBrowser extends Context.Service<
  BankBrowser,
  {
    /** Opens a context and its first page; both close with the scope. */
    readonly open: (options: BankContextOptions) => Effect.Effect<BankPage, BrowserUnavailable, Scope.Scope>
    /** Fails with what to do when there is none. */
    readonly describe: Effect.Effect<DescribedBrowser, BrowserUnavailable>
  }
>()("@counterfoil/core/sessions/BankBrowser") {}
