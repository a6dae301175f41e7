/**
 * Which of the system's means of confinement work here. Each is a command that sets something up and then replaces
 * itself with the next, so a chain of them costs milliseconds and keeps one pid.
 */
import { Effect, Option, Result, Schema, type Scope } from "effect"
import { type RunnerDidNotStart, type RunnerProcess, startRunner } from "./RunnerProcess.ts"

/** No runner process can be started, or it would not be confined. `message` says what to do. */
export class SandboxUnavailable extends Schema.TaggedError<SandboxUnavailable>()("SandboxUnavailable", {
  message: Schema.String
}) {}

/** One kind of confinement, with the commands that give it. */
export interface Measure {
  /** What is lost where it doesn't work. */
  readonly without: string
  /** The best first. */
  readonly commands: ReadonlyArray<ReadonlyArray<string>>
}

const nobody = "65534"

/**
 * WebAssembly and resizable buffers pass an isolate's memory limit; only the limit on the process's data stops them.
 * `niceness`: how far (1 to 19) the server and its database go before the runner where all want the processor; 0: not at all.
 */
export const measures = (dataBytes: number, niceness = 0): ReadonlyArray<Measure> => [
  ...(niceness === 0
    ? []
    : [
        {
          without: "they compete with the server for the processor (nice)",
          commands: [["nice", "-n", String(niceness)]]
        }
      ]),
  {
    without: "no hard memory limit: that takes prlimit (util-linux)",
    commands: [["prlimit", `--data=${dataBytes}`, "--nofile=128", "--core=0"]]
  },
  {
    without:
      "the runner could reach the network if a script broke out of its isolate: to keep it off takes unshare (util-linux) and user namespaces",
    commands: [
      ["unshare", "-n"],
      ["unshare", "--user", "--map-current-user", "-n"]
    ]
  },
  {
    without: "the runner keeps this process's user and its rights: to take them away takes setpriv (util-linux)",
    commands: [
      [
        "setpriv",
        `--reuid=${nobody}`,
        `--regid=${nobody}`,
        "--clear-groups",
        "--no-new-privs",
        "--bounding-set=-all",
        "--pdeathsig=KILL"
      ],
      ["setpriv", "--no-new-privs", "--pdeathsig=KILL"]
    ]
  }
]

const keptUser = () =>
  process.getuid?.() === 0
    ? "the runner keeps root as its user: to give it another takes the capabilities SETUID and SETGID"
    : "the runner keeps this server's user, since only root can give it another: a script that broke out of its isolate, and past what Node forbids the runner, could read this user's files. Nothing need be done: a server that is not root is the safer one all the same"

export interface Lockdown {
  readonly prefix: ReadonlyArray<string>
  /** What doesn't work on this machine, in words for an operator. */
  readonly lacking: ReadonlyArray<string>
  /** The runner that proved it; good for a run. */
  readonly runner: RunnerProcess
}

/**
 * Finds the strongest chain that a runner really starts under. Fails where not even a plain one starts, or where it
 * lacks one of Node's own restrictions.
 */
export const findLockdown = Effect.fn("Lockdown.find")(function* (all: ReadonlyArray<Measure>) {
  const best = all.flatMap((measure) => measure.commands[0] ?? [])
  const full = yield* Effect.result(startRunner(best))
  if (Result.isSuccess(full)) return yield* checked({ prefix: best, lacking: [], runner: full.success })
  return yield* Effect.flatMap(strongest(all), checked)
})

const strongest = Effect.fnUntraced(function* (
  all: ReadonlyArray<Measure>
): Effect.fn.Return<Lockdown, SandboxUnavailable, Scope.Scope> {
  let prefix: ReadonlyArray<string> = []
  const lacking: Array<string> = []
  let runner = yield* startRunner([]).pipe(
    Effect.mapError(({ message }) => new SandboxUnavailable({ message: `bank scripts can't run here: ${message}` }))
  )
  for (const measure of all) {
    const better = yield* firstThatStarts(measure.commands.map((command) => [...prefix, ...command]))
    if (Option.isNone(better)) {
      lacking.push(measure.without)
      continue
    }
    yield* runner.kill
    prefix = better.value.prefix
    runner = better.value.runner
    if (prefix.includes("setpriv") && !prefix.includes(`--reuid=${nobody}`)) lacking.push(keptUser())
  }
  return { prefix, lacking, runner }
})

const firstThatStarts = Effect.fnUntraced(function* (chains: ReadonlyArray<ReadonlyArray<string>>) {
  for (const prefix of chains) {
    const started: Result.Result<RunnerProcess, RunnerDidNotStart> = yield* Effect.result(startRunner(prefix))
    if (Result.isSuccess(started)) return Option.some({ prefix, runner: started.success })
  }
  return Option.none()
})

const checked = (lockdown: Lockdown) =>
  lockdown.runner.missing.length === 0
    ? Effect.succeed(lockdown)
    : new SandboxUnavailable({
        message: `the runner process is not confined: ${lockdown.runner.missing.join(", ")}; is NODE_OPTIONS or another Node version in the way?`
      })
