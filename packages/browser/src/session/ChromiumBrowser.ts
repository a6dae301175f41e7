/** The bank browser on Chromium: one process for all sessions, one context and one way out for each. */
import { AddressPolicy, BankBrowser, type BankContextOptions, type BankLocale } from "@counterfoil/core"
import { Effect, Exit, Layer, Scope, Semaphore } from "effect"
import type { Socket } from "node:net"
import { tmpdir } from "node:os"
import { handOut, isUsable, preparePage } from "./openBankPage.ts"
import type { Staging } from "./sessionContext.ts"
import { makeSharedChromium } from "../chromium/SharedChromium.ts"
import { makeWarmPage } from "../chromium/warmPage.ts"
import { makeWorkFolder } from "../chromium/WorkFolder.ts"

export interface ChromiumBrowserOptions {
  /** The browser to start. (Default: the system's, else Playwright's, else the bundled one.) */
  readonly executablePath?: string | undefined
  /** (Default: true.) */
  readonly headless?: boolean | undefined
  /** Ranges that banks may be at besides public addresses, as CIDR. (Default: none.) */
  readonly egressAllow?: ReadonlyArray<string> | undefined
  /** How many sessions may be open at once; further ones wait. (Default: no limit.) */
  readonly maxContexts?: number | undefined
  /** How far, from 0 to 19, the browser stands back where others want the processor. (Default: 0.) */
  readonly niceness?: number | undefined
  /** After how many sessions the browser is replaced. (Default: 200.) */
  readonly recycleAfter?: number | undefined
  /** Where private, temporary folders are made. (Default: the system's temporary folder.) */
  readonly profileRoot?: string | undefined
  /** Resolves a bank's host name to addresses. (Default: the system's resolver.) */
  readonly resolve?: ((host: string) => Promise<ReadonlyArray<string>>) | undefined
  /** Opens a connection to a checked address. (Default: TCP.) */
  readonly dial?: ((address: string, port: number) => Socket) | undefined
}

/** What opens sessions on one shared Chromium, of the service and of rehearsals. */
export const makeOpener = (options: ChromiumBrowserOptions) =>
  Effect.gen(function* () {
    const chromium = yield* makeSharedChromium({
      executablePath: options.executablePath,
      headless: options.headless ?? true,
      niceness: options.niceness ?? 0,
      recycleAfter: options.recycleAfter ?? 200,
      directory: yield* makeWorkFolder(options.profileRoot ?? tmpdir())
    })
    const network = {
      policy: AddressPolicy.make({ allow: options.egressAllow ?? [], setting: "BANK_EGRESS_ALLOW" }),
      resolve: options.resolve,
      dial: options.dial
    }
    const most = options.maxContexts ?? Number.MAX_SAFE_INTEGER
    const seats = Semaphore.makeUnsafe(most)
    const seat = Effect.acquireRelease(seats.take(1), () => seats.release(1), { interruptible: true })

    const prepare = ({ locale, zone }: BankLocale, staging?: Staging) =>
      Effect.flatMap(chromium.lease, ({ discard, ...lease }) =>
        preparePage(lease, network, { locale, zone }, staging).pipe(
          Effect.map((prepared) => ({ ...prepared, discard })),
          Effect.tapError(() => discard)
        )
      )
    const ready = yield* makeWarmPage({ make: (home: BankLocale) => prepare(home), isUsable, most })

    /** One try, in a scope of its own that ends at once when it fails. */
    const attempt = (context: BankContextOptions, staging?: Staging) =>
      Effect.gen(function* () {
        const scope = yield* Scope.fork(yield* Effect.scope)
        const page = staging === undefined ? ready(context) : prepare(context, staging)
        return yield* Effect.flatMap(page, (prepared) =>
          Effect.tapError(handOut(prepared, context), () => prepared.discard)
        ).pipe(
          Scope.provide(scope),
          Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
        )
      })

    return {
      // The second try is for a browser that died unnoticed: the first one finds out, and the second starts another.
      open: (context: BankContextOptions, staging?: Staging) =>
        Effect.andThen(seat, Effect.retry(attempt(context, staging), { times: 1 })),
      describe: chromium.describe
    }
  })

const make = (options: ChromiumBrowserOptions) =>
  Effect.map(makeOpener(options), ({ describe, open }) =>
    BankBrowser.of({ open: (context) => open(context), describe })
  )

export const ChromiumBrowser = {
  /** Starts nothing yet: Chromium starts with the first session. All of it ends with the layer's scope. */
  layer: (options: ChromiumBrowserOptions = {}): Layer.Layer<BankBrowser> => Layer.effect(BankBrowser, make(options))
}
