/** One service for all parts of the suite: starting it costs more than most of them together. */
import { afterAll, beforeAll } from "vitest"
import { type Service, startService } from "./Service.ts"

let started: Service | undefined

beforeAll(async () => {
  started = await startService()
})
afterAll(() => started?.stop())

export const service = (): Service => {
  if (started === undefined) throw new Error("the service runs within tests and their preparation only")
  return started
}
