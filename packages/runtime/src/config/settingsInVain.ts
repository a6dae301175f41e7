/** Variables of the environment that are meant for us and change nothing: misspelled ones, and those of a cluster that isn't on. */
import { ConfigProvider, Effect } from "effect"
import { configFromEnv, loggingFromEnv } from "./configFromEnv.ts"

/** Every name that is asked for: there is no second list of them. */
const settingNames: Effect.Effect<ReadonlyArray<string>> = Effect.suspend(() => {
  const asked = new Set<string>()
  const recording = ConfigProvider.make((path) => {
    asked.add(path.join("."))
    return Effect.succeed(undefined)
  })
  return Effect.andThen(configFromEnv, loggingFromEnv).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, recording),
    Effect.ignore,
    Effect.map(() => [...asked])
  )
})

/** Shorter names are near to too many others: PORT to SORT. */
const shortestName = 6
const mostSlips = 2

const plain = (name: string): string => name.toUpperCase().replaceAll("-", "_")

/** Letters that are missing, too many, wrong, or swapped with their neighbour (the optimal string alignment distance). */
const slipsBetween = (a: string, b: string): number => {
  if (Math.abs(a.length - b.length) > mostSlips) return mostSlips + 1
  const rows: Array<Array<number>> = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwap ? at(i - 2, j - 2) + 1 : Infinity
        )
      )
    }
  }
  return at(a.length, b.length)
}

const nearest = (name: string, settings: ReadonlyArray<string>): string | undefined => {
  const [best] = settings
    .filter((setting) => setting.length >= shortestName || plain(name) === setting)
    .map((setting) => ({ setting, slips: slipsBetween(plain(name), setting) }))
    .filter(({ slips }) => slips <= mostSlips)
    .sort((a, b) => a.slips - b.slips)
  return best?.setting
}

type Environment = Readonly<Record<string, string | undefined>>

const isSet = (env: Environment, name: string): boolean => (env[name] ?? "").trim() !== ""

/** Whoever writes CLUSTER=single has switched them off. */
const isOfNoCluster = (env: Environment, name: string): boolean => name.startsWith("CLUSTER_") && !isSet(env, "CLUSTER")

/** One sentence for each, in the order of their names. */
export const settingsInVain = (env: Environment = process.env): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(settingNames, (settings) =>
    Object.keys(env)
      .filter((name) => isSet(env, name))
      .sort()
      .flatMap((name) => {
        if (settings.includes(name)) {
          return isOfNoCluster(env, name)
            ? [`${name} changes nothing: nodes find each other with CLUSTER=socket only`]
            : []
        }
        const meant = nearest(name, settings)
        return meant === undefined ? [] : [`${name} is not a setting: did you mean ${meant}?`]
      })
  )
