/** A browser for the page: the one that the server would find. A bundled one stays unpacked until it is closed. */
import { configFromEnv, findBrowser } from "@counterfoil/runtime"
import { Effect, Exit, Scope } from "effect"
import { type Browser, chromium } from "playwright-core"

/** This machine by a name that browsers don't trust: what a page is to others in the network. */
export const plainName = "shop.lan"

export const launch = async (): Promise<Browser> => {
  const scope = Effect.runSync(Scope.make())
  const { path } = await Effect.runPromise(Scope.provide(Effect.flatMap(configFromEnv, findBrowser), scope))
  const browser = await chromium.launch({
    executablePath: path,
    args: [
      `--host-resolver-rules=MAP ${plainName} 127.0.0.1`,
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--disable-gpu",
      "--force-color-profile=srgb"
    ]
  })
  browser.once("disconnected", () => void Effect.runPromise(Scope.close(scope, Exit.void)))
  return browser
}
