import { expect, it } from "vitest"
import { Cable } from "./cable.ts"
import { start, until } from "./support.ts"

/** The lines of a JSON log, without what differs each time. */
const said = (logs: ReadonlyArray<string>): ReadonlyArray<string> =>
  logs.map((line) => {
    const { level, message } = Object(JSON.parse(line))
    return `${String(level)} ${String(message)}`
  })

it("has one line in the log for an outage, however often is tried what needs the database", async () => {
  const cable = new Cable()
  const service = await start({}, undefined, {}, (url) => cable.through(url))
  const before = service.logs.length

  cable.unplugged = true
  cable.reset()
  expect(await until(() => service.logs.some((line) => line.includes("the database does not answer")))).toBe(true)
  const { turnedAway } = cable
  expect(await until(() => cable.turnedAway > turnedAway + 40)).toBe(true)
  const lines = said(service.logs.slice(before))
  expect(lines.filter((line, nth) => lines.indexOf(line) !== nth)).toEqual([])
  expect(lines.filter((line) => /^ERROR|heard|due/i.test(line))).toHaveLength(1)

  cable.unplugged = false
  expect(await until(() => service.logs.some((line) => line.includes("the database answers again")))).toBe(true)
  await service.stop()
})
