/** How a person does things: a moment before a click, and never the same one between two keys. */
import { randomInt } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import type { Act } from "../page/PageSession.ts"

export type Pace = "human" | undefined

/** In milliseconds: from, and below. */
const beforeAct = [150, 450] as const
const betweenKeys = [45, 160] as const

const wait = async (act: Act, [from, below]: readonly [number, number]): Promise<void> => {
  await delay(Math.min(randomInt(from, below), act.deadline.left()), undefined, { signal: act.signal })
}

/** The moment before a person clicks or begins to type; nothing without a pace. */
export const beforeActing = async (act: Act, pace: Pace): Promise<void> => {
  if (pace === "human") await wait(act, beforeAct)
}

export const betweenTwoKeys = async (act: Act, pace: Pace): Promise<void> => {
  if (pace === "human") await wait(act, betweenKeys)
}
