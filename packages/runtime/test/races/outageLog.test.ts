import { Duration, Option } from "effect"
import { expect, it } from "vitest"
import { Cable } from "./cable.ts"
import { start, until } from "./support.ts"
import { nodeOfSeveral } from "../nodeOfSeveral.ts"

/** The lines of a JSON log, without what differs each time. */
const said = (logs: ReadonlyArray<string>): ReadonlyArray<string> =>
  logs.map((line) => {
    const { level, message } = Object(JSON.parse(line))
    return `${String(level)} ${String(message)}`
  })

const node = { ...nodeOfSeveral, lease: Duration.seconds(4) }

it.each([
  ["a server that works alone", {}, []],
  [
    "a node",
    { cluster: Option.some(node) },
    ["ERROR this node gives up its accounts: the database does not answer for the locks on them"]
  ]
])(
  "%s has one line in the log for an outage, however often is tried what needs the database",
  async (_, given, more) => {
    const cable = new Cable()
    const service = await start({}, undefined, given, (url) => cable.through(url))
    const before = service.logs.length

    cable.unplugged = true
    cable.reset()
    const outage = "ERROR the database does not answer: what needs it waits, is tried again or fails until it does"
    const areSaid = () => [outage, ...more].every((line) => said(service.logs.slice(before)).includes(line))
    expect(await until(areSaid)).toBe(true)
    const { turnedAway } = cable
    expect(await until(() => cable.turnedAway > turnedAway + 25)).toBe(true)
    const lines = said(service.logs.slice(before))
    expect(lines.filter((line, nth) => lines.indexOf(line) !== nth)).toEqual([])
    expect(lines.filter((line) => /^ERROR|heard|due|shard|runner|looked for/i.test(line)).sort()).toEqual([
      outage,
      ...more
    ])

    cable.unplugged = false
    expect(await until(() => service.logs.some((line) => line.includes("the database answers again")))).toBe(true)
    await service.stop()
  }
)
