/** Who looks at a terminal is shown what was logged; nothing that was logged gives the terminal an order, or forges a line. */
import { Cause, ConfigProvider, Console, Effect } from "effect"
import { afterEach, expect, it, vi } from "vitest"
import { logger, plainLogger } from "../src/logger.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

const onTerminal = ConfigProvider.fromEnv({ env: { LOG_FORMAT: "pretty" } })

const shown = async (logged: Effect.Effect<void>): Promise<string> => {
  const lines: Array<string> = []
  const terminal: Console.Console = {
    ...console,
    error: (...parts) => void lines.push(parts.map(String).join(" "))
  }
  await logged.pipe(
    Effect.provide(logger),
    Effect.provideService(ConfigProvider.ConfigProvider, onTerminal),
    Effect.provideService(Console.Console, terminal),
    Effect.runPromise
  )
  return lines.join("\n")
}

const orders = "\u001b]52;c;cHduZWQ=\u0007\u001b[2J\u009b2Jread"
const forged = "[00:00:00.000] INFO (#1): all is well"

it("orders in a message are shown as signs, and its further lines are indented", async () => {
  const text = await shown(Effect.logInfo(`${orders}\n${forged}`, "beside\tit"))

  expect(text.replaceAll(/\p{Cc}\[[\d;]*m/gu, "")).not.toMatch(/[^\P{Cc}\n\t]/u)
  expect(text).toMatch(/\ufffd\]52;c;cHduZWQ=.*read\n {4}\[00:00:00\.000\] INFO/s)
  expect(text).toContain("beside\tit")
})

it("so are those of a cause", async () => {
  const text = await shown(Effect.logError("it failed", Cause.fail(new Error(`${orders}\n${forged}`))))

  expect(text.replaceAll(/\p{Cc}\[[\d;]*m/gu, "")).not.toMatch(/[^\P{Cc}\n\t]/u)
  expect(text).toContain("it failed")
  expect(text).toMatch(/read\n {4}\[00:00:00\.000\] INFO/)
})

it("so are those of what stands beside a message: the words of a page that a login failed with", async () => {
  const text = await shown(
    Effect.annotateLogs(Effect.logWarning("session failed"), { message: `${orders}\n${forged}` })
  )

  expect(text.replaceAll(/\p{Cc}\[[\d;]*m/gu, "")).not.toMatch(/[^\P{Cc}\n\t]/u)
  expect(text).toMatch(/\ufffd\]52;c;cHduZWQ=.*read\n {4}\[00:00:00\.000\] INFO/s)
})

it("so are those in the sentences of a command", async () => {
  const lines: Array<string> = []
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0)
  await Effect.runPromise(Effect.provide(Effect.logInfo(`${orders}\n${forged}`), plainLogger))

  expect(lines).toEqual([`counterfoil: \ufffd]52;c;cHduZWQ=\ufffd\ufffd[2J\ufffd2Jread\n    ${forged}\n`])
})

it("lines that nobody reads from the terminal are left out beyond 4 MiB, and counted for a reader that is back", async () => {
  const waiting = vi.spyOn(process.stderr, "writableLength", "get").mockReturnValue(5 * 1024 * 1024)
  const written: Array<string> = []
  vi.spyOn(process.stderr, "write").mockImplementation((line) => written.push(String(line)) > 0)

  const unread = await shown(Effect.andThen(Effect.logInfo("one"), Effect.logInfo("two")))
  waiting.mockReturnValue(0)
  const read = await shown(Effect.logInfo("three"))

  expect(unread).toBe("")
  expect(read).toContain("three")
  expect(written).toEqual(["counterfoil: 2 lines of the log were left out: nobody read them\n"])
})
