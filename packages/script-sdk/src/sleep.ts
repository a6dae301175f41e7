/** A script's rests: the host sleeps for it, and a replay of a recording doesn't. */
import { call } from "./bridge.ts"

export const sleep = async (milliseconds: number): Promise<void> => {
  await call("sleep", { ms: milliseconds }, `sleep(${milliseconds})`)
}
