/** Whether there is a browser that works, for those who want to know before the first login needs it. */
import { ChromiumBrowser } from "@counterfoil/browser"
import { BankBrowser, type BrowserUnavailable } from "@counterfoil/core"
import { Context, Effect, Layer, Option, Schema } from "effect"
import type { CounterfoilConfig } from "./config/CounterfoilConfig.ts"

/** There is no browser, or it doesn't start; `message` says what to do. */
export class BrowserMissing extends Schema.TaggedError<BrowserMissing>()("BrowserMissing", {
  message: Schema.String
}) {}

const explain = ({ message }: BrowserUnavailable) =>
  new BrowserMissing({ message: `${message.replace(/\.$/, "")} (CHROMIUM_PATH names a browser)` })

/** Of a running service: starts the browser once, and closes it after some seconds unless a session has it by then. */
export const checkBrowser = Effect.flatMap(BankBrowser, ({ describe }) => Effect.mapError(describe, explain))

/** Without a service: where the browser is and its version. A bundled one stays unpacked there until the scope closes. */
export const findBrowser = Effect.fnUntraced(function* (config: Pick<CounterfoilConfig, "chromiumPath">) {
  const browser = yield* Layer.build(
    ChromiumBrowser.layer({ executablePath: Option.getOrUndefined(config.chromiumPath) })
  )
  return yield* Effect.mapError(Context.get(browser, BankBrowser).describe, explain)
})
