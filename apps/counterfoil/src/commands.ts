/**
 * What `counterfoil` can do. Each command is loaded only when it is asked for: the server doesn't carry the tools of script
 * authors, nor they the server.
 */
import { Effect, Layer, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { plainLogger } from "./logger.ts"
import { tameConsole } from "./tame.ts"

const exitFlag = Flag.Boolean("exit").pipe(Flag.withDescription("End when the story is told"), Flag.withDefault(false))

const placeFlag = (name: string, what: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(`The URL of ${what} that runs already (all three, or none)`),
    Flag.optional
  )

const elsewhereFlags = {
  server: placeFlag("server", "a server"),
  bank: placeFlag("bank", "a demo bank"),
  shop: placeFlag("shop", "a demo shop")
}

const load = {
  serve: async () => {
    const { serve } = await import("./serve.ts")
    return Command.make("serve", {}, () => serve).pipe(Command.withDescription("Run the server in the foreground"))
  },
  demo: async () => {
    const { demo } = await import("./demo/demo.ts")
    return Command.make("demo", { exit: exitFlag, ...elsewhereFlags }, ({ exit, ...places }) => {
      const elsewhere = Option.getOrUndefined(Option.all(places))
      return Effect.provide(demo({ exit, elsewhere }), plainLogger)
    }).pipe(Command.withDescription("Watch the main job on real parts"))
  },
  "demo-bank": async () => (await import("./demoBank.ts")).demoBank,
  doctor: async () => {
    const { doctor } = await import("./doctor.ts")
    return Command.make("doctor", {}, () => Effect.provide(doctor, plainLogger)).pipe(
      Command.withDescription("Look at everything that the server needs, and say what to do where it is amiss")
    )
  },
  script: async () =>
    Command.provide((await import("./script/command.ts")).script, Layer.merge(plainLogger, tameConsole)),
  code: async () => (await import("./codes/command.ts")).code,
  users: async () => (await import("./upkeep.ts")).users,
  backup: async () => (await import("./backup.ts")).backupCommand,
  restore: async () => (await import("./backup.ts")).restoreCommand,
  export: async () => (await import("./export.ts")).exportCommand,
  erase: async () => (await import("./deletion.ts")).erase,
  admins: async () => (await import("./upkeep.ts")).admins,
  keys: async () => (await import("./upkeep.ts")).keys
}

const isCommand = (name: string | undefined): name is keyof typeof load =>
  name !== undefined && Object.hasOwn(load, name)

/** The command that is named, or all of them for who asks what there is. */
export const commandsFor = async (named: string | undefined) =>
  isCommand(named) ? [await load[named]()] : Promise.all(Object.values(load).map((command) => command()))

const works: ReadonlyArray<keyof typeof load> = [
  "doctor",
  "users",
  "backup",
  "restore",
  "export",
  "erase",
  "admins",
  "keys"
]

/** Whether a command does something and ends, and doesn't stay until it is asked to stop. */
export const hasAnEnd = ([name, ...further]: ReadonlyArray<string>): boolean =>
  isCommand(name) && (works.includes(name) || (name === "demo" && further.includes("--exit")))
