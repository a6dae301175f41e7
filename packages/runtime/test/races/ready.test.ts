import { expect, it } from "vitest"
import { Cable } from "./cable.ts"
import { start, until } from "./support.ts"

const said = (lines: ReadonlyArray<string>, text: string) => lines.filter((line) => line.includes(text)).length

it("is not ready while the database is silent, says so at once and in one line of the log, and says when that is over", async () => {
  const cable = new Cable()
  const service = await start({}, undefined, {}, (url) => cable.through(url))
  const statusOf = async () => (await service.call("/ready")).status
  expect(await until(async () => (await statusOf()) === 200)).toBe(true)

  cable.frozen = true
  expect(await until(async () => (await statusOf()) === 503)).toBe(true)
  expect(await until(() => said(service.logs, "the database does not answer") === 1)).toBe(true)
  const took: Array<number> = []
  // One of several may meet a machine that stands still.
  for (let nth = 0; nth < 5; nth += 1) {
    const began = performance.now()
    expect(await statusOf()).toBe(503)
    took.push(performance.now() - began)
  }
  expect(Math.min(...took)).toBeLessThan(2_000)
  const refused = await service.call("/ready")
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)

  cable.frozen = false
  cable.reset()
  expect(await until(async () => (await statusOf()) === 200)).toBe(true)
  expect(said(service.logs, "the database does not answer")).toBe(1)
  expect(said(service.logs, "the database answers again")).toBe(1)
  await service.stop()
})

it("tells who asks while there is no database to try again, and answers as ever when it is back", async () => {
  const cable = new Cable()
  const service = await start({}, undefined, {}, (url) => cable.through(url))
  const { token } = await service.person()

  cable.unplugged = true
  cable.reset()
  const refused = await service.call("/accounts", { token })
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)

  cable.unplugged = false
  expect(await until(async () => (await service.call("/accounts", { token })).status === 200)).toBe(true)
  await service.stop()
})
