/** Looks at everything that the server needs of its machine, without starting the server or leaving anything behind. */
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { EmbeddedPostgres } from "@counterfoil/store"
import { Effect, Option } from "effect"
import * as Path from "node:path"
import { findBrowser } from "../browser.ts"
import { configFromEnv, secretsFromEnv, settingsFromEnv } from "../config/configFromEnv.ts"
import type { CounterfoilConfig, ServerSecrets } from "../config/CounterfoilConfig.ts"
import { clock } from "./examineClock.ts"
import { examineDatabase } from "./examineDatabase.ts"
import { examineKept } from "./examineKept.ts"
import { examineMachine } from "./examineMachine.ts"
import { type Finding, note, ok } from "./Finding.ts"
import { closedTemporaryFolder } from "../folders.ts"
import { checkHome } from "../home.ts"
import { openToOthers } from "../config/openToOthers.ts"
import { settingsInVain } from "../config/settingsInVain.ts"

const faultOf =
  (subject: string) =>
  ({ message }: { readonly message: string }): Effect.Effect<ReadonlyArray<Finding>> =>
    Effect.succeed([{ subject, verdict: "fault", sentence: message.replace(/\.$/, "") }])

const wantedNode = 22

const node = Effect.sync((): ReadonlyArray<Finding> => {
  const { node: version } = process.versions
  const isWanted = Number(version.split(".")[0]) === wantedNode
  const advice = `${version}, but the native parts are made for Node ${wantedNode}: start it by npm, which brings the right one`
  return [isWanted ? ok("node", version) : { subject: "node", verdict: "fault", sentence: advice }]
})

const home = ({ home: folder }: CounterfoilConfig): Effect.Effect<ReadonlyArray<Finding>> => {
  const holder = EmbeddedPostgres.holder({ home: folder })
  return holder === undefined
    ? checkHome(folder).pipe(Effect.as([ok("home", folder)]), Effect.catch(faultOf("home")))
    : Effect.succeed([ok("home", `${folder}, in use by a running server (pid ${holder})`)])
}

const embedded = (config: CounterfoilConfig) =>
  Effect.gen(function* () {
    const version = yield* EmbeddedPostgres.version
    const place = Path.join(config.home, "postgres")
    return [ok("database", `embedded ${version} in ${place} (DATABASE_URL is not set)`)]
  })

/** What is wrong with the variables themselves is told as such. */
const kept = configFromEnv.pipe(
  Effect.flatMap(examineKept),
  Effect.catch(() => Effect.succeed<ReadonlyArray<Finding>>([]))
)

const embeddedDefault = (config: CounterfoilConfig) =>
  Effect.map(Effect.all([home(config), embedded(config), kept]), (found) => found.flat())

const database = (config: CounterfoilConfig): Effect.Effect<ReadonlyArray<Finding>> =>
  Option.match(config.databaseUrl, {
    onNone: () => embeddedDefault(config),
    onSome: (url) =>
      secretsFromEnv(config).pipe(
        Effect.orElseSucceed(() => Option.none<ServerSecrets>()),
        Effect.flatMap((secrets) => examineDatabase(url, secrets))
      )
  }).pipe(Effect.catch(faultOf("database")))

const browser = (config: CounterfoilConfig): Effect.Effect<ReadonlyArray<Finding>> => {
  // It is started in that folder, which is told of as a disk is.
  if (closedTemporaryFolder() !== undefined) return Effect.succeed([])
  return Effect.scoped(findBrowser(config)).pipe(
    Effect.map(({ lacking, path, version }) => [
      ok("browser", `${version} at ${path}`),
      ...lacking.map((what) => note("browser", what))
    ]),
    Effect.catch(faultOf("browser"))
  )
}

const sandbox = IsolatedScriptRunner.lackingConfinement.pipe(
  Effect.map((lacking) =>
    lacking.length === 0
      ? [ok("sandbox", "bank scripts run fully confined")]
      : lacking.map((what) => note("sandbox", what))
  ),
  Effect.catch(faultOf("sandbox"))
)

const opened = (networks: ReadonlyArray<string>, name: string) =>
  networks.length === 0
    ? `public addresses only (${name} opens others)`
    : `public addresses and ${networks.join(", ")} (${name})`

const egress = ({ bankEgressAllow, egressAllow }: CounterfoilConfig): ReadonlyArray<Finding> => [
  ok("egress", `webhooks and polls reach ${opened(egressAllow, "EGRESS_ALLOW")}`),
  ok("egress", `the bank browser reaches ${opened(bankEgressAllow, "BANK_EGRESS_ALLOW")}`)
]

/** Whatever else is missing is told beside it. */
const configuration = (config: CounterfoilConfig) =>
  secretsFromEnv(config).pipe(Effect.as([ok("configuration", "reads well")]), Effect.catch(faultOf("configuration")))

const withConfig = (config: CounterfoilConfig) =>
  Effect.map(
    Effect.all([
      configuration(config),
      examineMachine(config),
      database(config),
      browser(config),
      sandbox,
      Effect.succeed(egress(config)),
      Effect.succeed(openToOthers(config).map((sentence) => note("registration", sentence))),
      clock(config)
    ]),
    (found) => found.flat()
  )

/** All that is wrong with the variables, the secrets among them. */
const unreadable = configFromEnv.pipe(Effect.as<ReadonlyArray<Finding>>([]), Effect.catch(faultOf("configuration")))

const inVain = Effect.map(settingsInVain(), (sentences) => sentences.map((sentence) => note("configuration", sentence)))

/** Everything that was found; with a variable that doesn't read, only what is wrong with the variables. */
export const examine: Effect.Effect<ReadonlyArray<Finding>> = Effect.map(
  Effect.all([
    node,
    inVain,
    settingsFromEnv.pipe(
      Effect.flatMap(withConfig),
      Effect.catch(() => unreadable)
    )
  ]),
  (found) => found.flat()
)
