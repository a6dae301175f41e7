/** The folder of a bank script that a command works on. */
import { Data, Effect } from "effect"
import { Flag } from "effect/cli"
import { resolve } from "node:path"
import { type Bundle, bundleScript } from "./bundle.ts"

/** A command can't do what it was asked; `message` says why, one reason a line. */
export class ScriptCommandFailed extends Data.TaggedError("ScriptCommandFailed")<{ readonly message: string }> {}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const folderFlag = Flag.String("folder").pipe(
  Flag.withDescription("The script's folder"),
  Flag.withDefault("."),
  Flag.map((folder) => resolve(folder))
)

/** For what is made of promises: what they reject with is told as it is. */
export const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, ScriptCommandFailed> =>
  Effect.tryPromise({ try: work, catch: (error) => new ScriptCommandFailed({ message: messageOf(error) }) })

export const bundleOf = (folder: string): Effect.Effect<Bundle, ScriptCommandFailed> =>
  attempt(() => bundleScript(folder))

/** Ends the command with this exit code once it is done. */
export const exitWith = (code: number): Effect.Effect<void> =>
  Effect.sync(() => {
    process.exitCode = code
  })
