/** What Prometheus makes of `GET /metrics`. */
import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { Option } from "effect"
import { expect, it } from "vitest"
import { Cable } from "./races/cable.ts"
import { start, until } from "./races/support.ts"

/** Below the ports that systems give out by themselves. */
const port = 10_000 + (process.pid % 9_000)

const read = async (): Promise<{ readonly status: number; readonly text: string }> => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  return { status: answer.status, text: await answer.text() }
}

/** Prometheus's own linter, where it is installed. */
const promtool = (): string | undefined => {
  const program = process.env["PROMTOOL"] ?? "promtool"
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" })
    return program
  } catch {
    return undefined
  }
}

/** What it complains of, of which it is told here: families without HELP or TYPE, names, reserved labels, doubled series. */
const complaints = (text: string): ReadonlyArray<string> => {
  const lines = text.split("\n")
  const families = lines.flatMap((line) => /^# TYPE (\S+) (\S+)$/.exec(line)?.slice(1, 3) ?? []).length / 2
  const helps = lines.filter((line) => /^# HELP \S+ \S/.test(line)).length
  const samples = lines.filter((line) => line !== "" && !line.startsWith("#"))
  const series = samples.map((line) => line.slice(0, line.lastIndexOf(" ")))
  const counters = lines.flatMap((line) => /^# TYPE (\S+) counter$/.exec(line)?.[1] ?? [])
  return [
    ...(helps === families ? [] : [`${families} families, ${helps} of them with HELP`]),
    ...series.filter((one, nth) => series.indexOf(one) !== nth).map((one) => `twice: ${one}`),
    ...samples.filter((line) => !/^[a-z_:][a-z0-9_:]*(\{[^}]*\})? (-?[\d.]+(e[+-]?\d+)?|[+-]Inf|NaN)$/.test(line)),
    ...samples.filter((line) => line.includes('quantile="')),
    ...counters.filter((name) => !name.endsWith("_total"))
  ]
}

it("is clean for Prometheus, has histograms, and goes on without what is counted in a database that is away", async () => {
  const cable = new Cable()
  const service = await start({}, undefined, { metricsPort: Option.some(port) }, (url) => cable.through(url))
  await service.person()

  expect(await until(async () => /^counterfoil_ready 1$/m.test((await read()).text))).toBe(true)
  const { text } = await read()
  expect(complaints(text)).toEqual([])
  const program = promtool()
  if (program !== undefined) execFileSync(program, ["check", "metrics"], { input: text, stdio: "pipe" })
  expect(text).toMatch(/^counterfoil_database_up 1$/m)
  expect(text).toMatch(/^counterfoil_http_request_seconds_bucket\{surface="dashboard",le="\+Inf"\} [1-9]/m)
  expect(text).toMatch(/^counterfoil_build_info\{version="[-.\w]+",node="22\.[\d.]+"\} 1$/m)

  cable.unplugged = true
  cable.reset()
  expect(await until(async () => /^counterfoil_database_up 0$/m.test((await read()).text))).toBe(true)
  const away = await read()
  expect(away.status).toBe(200)
  expect(away.text).toMatch(/^counterfoil_ready 0$/m)
  expect(away.text).not.toMatch(/outbox_messages|otp_waiting/)
  expect(complaints(away.text)).toEqual([])

  cable.unplugged = false
  expect(await until(async () => /^counterfoil_outbox_messages/m.test((await read()).text))).toBe(true)
  await service.stop()
})

it("says what to set where its port is taken", async () => {
  const taken = createServer().listen(0, "127.0.0.1")
  await once(taken, "listening")
  const address = taken.address()
  const metricsPort = Option.some(address !== null && typeof address === "object" ? address.port : 0)

  await expect(start({}, undefined, { metricsPort })).rejects.toThrow(
    /^METRICS_PORT \d+ on 127\.0\.0\.1 can't be listened on \(.+\): set METRICS_PORT to another, or METRICS_HOST to an address/
  )

  taken.close()
})
