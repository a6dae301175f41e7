/** The script's pace, unless an action says otherwise. */
import type { Paced } from "./locators.ts"

let usual: "human" | undefined
export const setPace = (pace: "human" | undefined): void => {
  usual = pace
}

/** The options of an action as they cross: the host knows `human`, or nothing. */
export const wirePace = <Options extends Paced>(
  options: Options
): Omit<Options, "pace"> & { readonly pace?: "human" } => {
  const { pace = usual, ...rest } = options
  return pace === "human" ? { ...rest, pace } : rest
}
