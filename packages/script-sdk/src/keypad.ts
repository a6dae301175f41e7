/** On-screen keypads. Declared, not driven: the host picks the keys, for a call per character would tell the script. */
import { call } from "./bridge.ts"
import type { Locator } from "./locators.ts"
import { type Secret, wireSecret } from "./Secret.ts"
import { printPlace } from "./steps.ts"
import { placeOf } from "./StepLocator.ts"

export interface KeypadOptions {
  /** All keys at once: `page.locator('.keypad button')`. */
  readonly keys: Locator
  /** Where a key says what it types; `images` maps a picture's SHA-256 to its character. */
  readonly read:
    | "text"
    | "alt"
    | "aria-label"
    | { readonly attribute: string }
    | { readonly images: Readonly<Record<string, string>> }
}

export interface Keypad {
  type(secret: Secret): Promise<void>
}

export const keypad = ({ keys, read }: KeypadOptions): Keypad => ({
  type: async (secret) => {
    const place = placeOf(keys)
    const args = { page: place.page, steps: place.steps, read, secret: wireSecret(secret) }
    await call("keypad.type", args, `keypad({ keys: ${printPlace(place)} }).type(…)`)
  }
})
