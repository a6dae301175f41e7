/** What the machine itself keeps from the server: ports, disks, files that settings name. */
import { Effect, Option } from "effect"
import { createServer } from "node:net"
import { readCaCerts } from "../config/caCerts.ts"
import type { CounterfoilConfig } from "../config/CounterfoilConfig.ts"
import { foldersOf, fullDisk, LeastFreeBytes } from "../diskSpace.ts"
import { fault, type Finding, ok } from "./Finding.ts"
import { closedTemporaryFolder } from "../folders.ts"

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)

/** Why it can't be listened on; undefined: it can. */
const whyNotFree = (host: string, port: number): Effect.Effect<string | undefined> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.once("error", (cause) => resume(Effect.succeed(codeOf(cause))))
    server.listen(port, host, () => server.close(() => resume(Effect.succeed(undefined))))
  })

/** By what the server itself answers there: it may be running beside the doctor. */
const signs = {
  PORT: { path: "/health", isOurs: (text: string) => text === '{"ok":true}' },
  METRICS_PORT: { path: "/metrics", isOurs: (text: string) => text.includes("counterfoil_build_info{") }
} as const

const isOurs = (name: keyof typeof signs, host: string, port: number): Effect.Effect<boolean> => {
  const everywhere = ["0.0.0.0", "::"].includes(host)
  const reached = everywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
  return Effect.promise(() =>
    fetch(`http://${reached}:${port}${signs[name].path}`, { signal: AbortSignal.timeout(2_000) }).then(
      async (answer) => signs[name].isOurs(await answer.text()),
      () => false
    )
  )
}

const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program has it: stop that one, or set another",
  EACCES: "this user may not open it: set one above 1023",
  EADDRNOTAVAIL: "that is no address of this machine: set HOST to one",
  ENOTFOUND: "that is no address of this machine: set HOST to one"
}

const portFinding = (name: keyof typeof signs, host: string, port: number): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const why = yield* whyNotFree(host, port)
    if (why === undefined) return [ok("port", `${port} on ${host} is free (${name})`)]
    if (why === "EADDRINUSE" && (yield* isOurs(name, host, port))) {
      return [ok("port", `a counterfoil answers at ${port} on ${host} (${name})`)]
    }
    return [fault("port", `${name} ${port} on ${host} can't be listened on (${why}): ${advice[why] ?? "set another"}`)]
  })

const ports = ({ host, metricsHost, metricsPort, port }: CounterfoilConfig) =>
  Effect.map(
    Effect.all([
      port === 0 ? Effect.succeed([]) : portFinding("PORT", host, port),
      Option.match(metricsPort, {
        onNone: () => Effect.succeed([]),
        onSome: (ofMetrics) => portFinding("METRICS_PORT", metricsHost, ofMetrics)
      })
    ]),
    (found) => found.flat()
  )

const disks = (config: CounterfoilConfig) =>
  Effect.map(LeastFreeBytes, (least): ReadonlyArray<Finding> => {
    const why = closedTemporaryFolder() ?? fullDisk(foldersOf(config), least)
    return [why === undefined ? ok("disk", `there is room in ${foldersOf(config).join(" and ")}`) : fault("disk", why)]
  })

const certificates = ({ extraCaCerts }: CounterfoilConfig): Effect.Effect<ReadonlyArray<Finding>> =>
  Option.match(extraCaCerts, {
    onNone: () => Effect.succeed([]),
    onSome: (file) =>
      readCaCerts(file).pipe(
        Effect.map((found) => [ok("certificates", `${found.length} of ${file} are trusted beside the usual ones`)]),
        Effect.catch(({ message }) => Effect.succeed([fault("certificates", message)]))
      )
  })

export const examineMachine = (config: CounterfoilConfig): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.map(Effect.all([ports(config), disks(config), certificates(config)]), (found) => found.flat())
