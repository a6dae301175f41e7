import { Effect } from "effect"
import { entry } from "./index.ts"

export const used = "used"

export const unused: any = "reported as an unused export, and for its type"

export const cast = () => entry as unknown as number

export const floating = () => {
  Effect.log("made, but never run")
}
