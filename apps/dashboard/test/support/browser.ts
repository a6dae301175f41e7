/** A browser for the page: the one that the server would find. A bundled one stays unpacked until it is closed. */
import { configFromEnv, findBrowser } from "@counterfoil/runtime"
import { Effect, Exit, Scope } from "effect"
import { type Browser, chromium } from "playwright-core"

export const launch = async (): Promise<Browser> => {
  const scope = Effect.runSync(Scope.make())
  const { path } = await Effect.runPromise(Scope.provide(Effect.flatMap(configFromEnv, findBrowser), scope))
  const browser = await chromium.launch({
    executablePath: path,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--force-color-profile=srgb"]
  })
  browser.once("disconnected", () => void Effect.runPromise(Scope.close(scope, Exit.void)))
  return browser
}
