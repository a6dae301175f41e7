/** One service for all parts of a suite: starting it costs more than most of them together. */
import { afterAll, beforeAll } from "vitest"
import { type Service, startService } from "./Service.ts"

let started: Service | undefined

/** Called by each file of tests, first: files that share a process load this module once only. */
export const serve = () => {
  beforeAll(async () => {
    started = await startService()
  })
  afterAll(async () => {
    await started?.stop()
    started = undefined
  })
}

export const service = (): Service => {
  if (started === undefined) throw new Error("the service runs within tests and their preparation only")
  return started
}
