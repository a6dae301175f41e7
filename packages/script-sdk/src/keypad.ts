/** On-screen keypads. Declared, not driven: the host picks the keys, for a call per character would tell the script. */
import { call } from "./bridge.ts"
import type { Locator, Paced, Wait } from "./locators.ts"
import { wirePace } from "./pace.ts"
import { type Secret, wireSecret } from "./Secret.ts"
import { printPlace } from "./steps.ts"
import { placeOf } from "./StepLocator.ts"

export interface KeypadOptions {
  /** All keys at once: `page.locator('.keypad button')`. A choice of them is refused (`SecretRefused`). */
  readonly keys: Locator
  /**
   * Where a key says what it types; `images` maps pictures (an `<img>` or a `<canvas>` on each) to their characters, by a digest of the pixels: leave it empty
   * first, and the fault names the picture of every key, in the order of the keys. Nothing is pressed before all are known.
   */
  readonly read:
    | "text"
    | "alt"
    | "aria-label"
    | { readonly attribute: string }
    | { readonly images: Readonly<Record<string, string>> }
    /** What stands on a key, or its `aria-label`, and the character that it types: `{ one: "1", two: "2" }`. */
    | { readonly labels: Readonly<Record<string, string>> }
}

export interface CanvasKeypadOptions {
  /** The one `<canvas>` or `<img>` that shows all keys. */
  readonly canvas: Locator
  /** How the keys lie on it, all of one size. */
  readonly columns: number
  readonly rows: number
  /**
   * The shape of each key's sign and the character that it types. A shape that the map doesn't know is named in the fault,
   * with its place: look at the page and add it.
   */
  readonly shapes: Readonly<Record<string, string>>
}

/** A bank's own keys on the page, which are clicked in place of typing. */
export interface Keypad {
  /** Clicks the keys that spell the secret, one after the other; the keys are read anew before each. */
  type(secret: Secret, options?: Wait & Paced): Promise<void>
}

/** A keypad that is drawn into one picture: the host looks at each key's shape and clicks where it lies. */
export const canvasKeypad = ({ canvas, columns, rows, shapes }: CanvasKeypadOptions): Keypad => ({
  type: async (secret, options = {}) => {
    const place = placeOf(canvas)
    const read = { shapes, columns, rows }
    const args = { page: place.page, steps: place.steps, read, ...wirePace(options), secret: wireSecret(secret) }
    await call("keypad.type", args, `canvasKeypad({ canvas: ${printPlace(place)} }).type(…)`)
  }
})

/** Declares a keypad. It types by clicks, so nothing else may run meanwhile: a key that is pressed can be told apart. */
export const keypad = ({ keys, read }: KeypadOptions): Keypad => ({
  type: async (secret, options = {}) => {
    const place = placeOf(keys)
    const args = { page: place.page, steps: place.steps, read, ...wirePace(options), secret: wireSecret(secret) }
    await call("keypad.type", args, `keypad({ keys: ${printPlace(place)} }).type(…)`)
  }
})
