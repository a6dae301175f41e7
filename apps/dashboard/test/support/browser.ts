/** A browser for the page, the same that the tests' server drives. */
import { configFromEnv, findBrowser } from "@counterfoil/runtime"
import { Effect } from "effect"
import { type Browser, chromium } from "playwright-core"

export const launch = async (): Promise<Browser> => {
  const path = await Effect.runPromise(
    Effect.flatMap(configFromEnv, findBrowser).pipe(Effect.map((found) => found.path))
  )
  return chromium.launch({
    executablePath: path,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--force-color-profile=srgb"]
  })
}
