/**
 * The browser for those who write bank scripts: the same page capability as in the service, at the bank or at a
 * recording of it, with its traffic kept and its clock stopped on demand.
 */
import type { BankContextOptions, BankLocale, BankPage, BrowserUnavailable } from "@counterfoil/core"
import { Context, Effect, Layer, type Scope } from "effect"
import { type ChromiumBrowserOptions, makeOpener } from "../session/ChromiumBrowser.ts"
import { makeRequestRules, type SeenWrite } from "../network/RequestRules.ts"
import { keepDocuments } from "./keptDocuments.ts"
import { recordTraffic, type Traffic, type TrafficRecorder } from "./TrafficRecorder.ts"

export interface Rehearsal extends BankLocale {
  readonly origins: ReadonlyArray<string>
  readonly secretOrigins: ReadonlyArray<string>
  readonly storageState: BankContextOptions["storageState"]
  /** The proxy that plays the bank, `http://127.0.0.1:<port>`. Absent: the bank itself, behind the allow-list proxy. */
  readonly proxy?: string | undefined
  /** Where the page's clock stands still, in epoch milliseconds. Absent: it goes on. */
  readonly clock?: number | undefined
  /** Whatever the page sends leaves, and is told by `writes`: to learn what a bank needs. (Default: false) */
  readonly sendsAll?: boolean | undefined
}

export interface RehearsalPage extends BankPage {
  /** What the page asked for and was answered; waits up to `patience` milliseconds for what is under way. */
  readonly traffic: (patience: number) => Effect.Effect<Traffic>
  /** What the page sent, or wanted to, beyond reading. */
  readonly writes: Effect.Effect<ReadonlyArray<SeenWrite>>
}

export class RehearsalBrowser extends Context.Service<
  RehearsalBrowser,
  {
    /** Opens a context and its first page; both close with the scope. */
    readonly open: (rehearsal: Rehearsal) => Effect.Effect<RehearsalPage, BrowserUnavailable, Scope.Scope>
  }
>()("@counterfoil/browser/RehearsalBrowser") {
  /** Chromium starts with the first rehearsal, and ends with the layer's scope. */
  static readonly layer = (options: ChromiumBrowserOptions = {}): Layer.Layer<RehearsalBrowser> =>
    Layer.effect(RehearsalBrowser, make(options))
}

const make = Effect.fnUntraced(function* (options: ChromiumBrowserOptions) {
  const opener = yield* makeOpener(options)
  return RehearsalBrowser.of({
    open: Effect.fnUntraced(function* ({ clock, proxy, sendsAll, ...session }) {
      let recorder: TrafficRecorder | undefined
      const requests = makeRequestRules({ isEnforced: sendsAll !== true })
      const page = yield* opener.open(
        { accountId: "rehearsal", sessionId: "rehearsal", ...session },
        {
          proxy: proxy === undefined ? undefined : { server: proxy },
          requests,
          prepare: async (context) => {
            // A recording answers what its bank answered: nothing of it is recorded again.
            recorder = recordTraffic(context, proxy === undefined ? await keepDocuments(context) : undefined)
            if (clock !== undefined) await context.clock.setFixedTime(clock)
          }
        }
      )
      return {
        ...page,
        writes: Effect.sync(requests.seen),
        traffic: (patience) =>
          Effect.promise(
            () => recorder?.read(patience) ?? Promise.resolve({ exchanges: [], unread: [], hasWebSockets: false })
          )
      }
    })
  })
})
