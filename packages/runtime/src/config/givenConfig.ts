/** What a program gives of the configuration: what it leaves out has its default, and what has another form is told. */
import { Duration, Option, Redacted } from "effect"
import { type CounterfoilConfig, defaultConfig } from "./CounterfoilConfig.ts"
import { openness } from "./openToOthers.ts"

type Some<A> = { readonly [K in keyof A]?: A[K] | undefined }
type Group = "policy" | "limits" | "quotas" | "keep"

/** Part of the configuration, and of its groups (`policy`, `limits`, `quotas`, `keep`). */
export type GivenConfig = Some<Omit<CounterfoilConfig, Group>> & {
  readonly [G in Group]?: Some<CounterfoilConfig[G]> | undefined
}

const entriesOf = (values: object): ReadonlyArray<readonly [string, unknown]> => Object.entries(values)

const over = <A extends object>(defaults: A, given: object = {}): A =>
  Object.assign({}, defaults, Object.fromEntries(entriesOf(given).filter(([, value]) => value !== undefined)))

export const wholeConfig = (given: GivenConfig): CounterfoilConfig => {
  const config: CounterfoilConfig = {
    ...over(defaultConfig, given),
    policy: over(defaultConfig.policy, given.policy),
    limits: over(defaultConfig.limits, given.limits),
    quotas: over(defaultConfig.quotas, given.quotas),
    keep: over(defaultConfig.keep, given.keep)
  }
  const usual = openness(config, given.registration)
  return { ...config, ...over(usual, { banks: given.banks, consent: given.consent, demo: given.demo }) }
}

/** Programs without types: a wrong word would count as the most open one. */
const choices: Readonly<Record<string, ReadonlyArray<string>>> = {
  registration: ["open", "first-user", "closed"],
  banks: ["everybody", "administrators"],
  consent: ["owners", "administrators"],
  "policy.preset": ["strict", "default", "lenient"]
}

const secretOptions: ReadonlyArray<string> = ["databaseUrl", "operatorWebhookUrl", "metricsToken"]

const isGroup = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !Option.isOption(value) &&
  !Duration.isDuration(value) &&
  !Redacted.isRedacted(value)

const most = Duration.days(3_650)
/** Where none at all has a meaning: a stop that waits for nothing, what is erased at once. */
const mayBeNone: ReadonlyArray<string> = ["shutdownGrace", "keep.deletedAccounts"]

/** One that is none would ask banks and shops without a pause, one without end would never come. */
const durationFault = (name: string, value: unknown): string | undefined => {
  if (!Duration.isDuration(value)) return `${name} must be a Duration, such as Duration.seconds(30)`
  const isNone = Duration.isZero(value) && mayBeNone.includes(name)
  const isSome = Duration.isPositive(value) && Duration.isLessThanOrEqualTo(value, most)
  return must(isNone || isSome, name, `longer than nothing, and ${Duration.toDays(most)} days at most`)
}

/** Ports are told by the names of their variables. */
const countFault = (name: string, value: unknown): string | undefined => {
  if (typeof value !== "number") return `${name} must be a number`
  if (name === "port") return undefined
  const [from, to] = name === "sessionNiceness" ? [0, 19] : [1, 1_000_000_000]
  return must(Number.isInteger(value) && value >= from && value <= to, name, `a whole number from ${from} to ${to}`)
}

const nouns: Readonly<Record<string, string>> = { string: "a text", boolean: "true or false" }

const must = (isSo: boolean, name: string, be: string): string | undefined =>
  isSo ? undefined : `${name} must be ${be}`

const optionFault = (name: string, value: unknown): string | undefined => {
  const isSecret = secretOptions.includes(name)
  const example = `Option.some(${isSecret ? "Redacted.make(…)" : "…"})`
  if (!Option.isOption(value)) return `${name} must be an Option: ${example} or Option.none()`
  if (Option.isNone(value)) return undefined
  if (name === "secrets") return secretsFormFault(value.value)
  return isSecret ? must(Redacted.isRedacted(value.value), name, example) : undefined
}

const secretsFormFault = (secrets: unknown): string | undefined => {
  const given = new Map(isGroup(secrets) ? entriesOf(secrets) : [])
  const odd = ["jwtSigningKey", "keyEncryptionKey", "apiKeyPepper"].find(
    (name) => !Redacted.isRedacted(given.get(name))
  )
  return odd === undefined ? undefined : `secrets.${odd} must be Redacted.make(…)`
}

/** By the form of the default. Nothing of the value is quoted: it may be a secret that stands where none belongs. */
const formFault = (name: string, usual: unknown, value: unknown): string | undefined => {
  const words = choices[name]
  if (words !== undefined) {
    return must(words.includes(String(value)), name, `one of ${words.map((word) => `"${word}"`).join(", ")}`)
  }
  if (Option.isOption(usual)) return optionFault(name, value)
  if (isGroup(usual)) return isGroup(value) ? formFaultIn(usual, value, `${name}.`) : `${name} must be an object`
  if (Duration.isDuration(usual)) return durationFault(name, value)
  if (typeof usual === "number") return countFault(name, value)
  if (Array.isArray(usual)) {
    return must(Array.isArray(value) && value.every((one) => typeof one === "string"), name, "a list of texts")
  }
  // Only the secrets of before have no default.
  if (usual === undefined) return must(Redacted.isRedacted(value), name, "Redacted.make(…)")
  return must(typeof value === typeof usual, name, nouns[typeof usual] ?? "another value")
}

const formFaultIn = (usual: object, given: object, within = ""): string | undefined => {
  const known = new Map(entriesOf(usual))
  for (const [name, value] of entriesOf(given)) {
    if (value === undefined || !known.has(name)) continue
    const fault = formFault(`${within}${name}`, known.get(name), value)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** What has another form than a setting has, in one sentence without it: for programs whose types nobody checked. */
export const givenFault = (given: unknown): string | undefined =>
  isGroup(given) ? formFaultIn(defaultConfig, given) : "what is given must be an object of settings"

/** Names that are no settings, most likely misspelled ones: what they say changes nothing. */
export const givenInVain = (given: object, usual: object = defaultConfig, within = ""): ReadonlyArray<string> => {
  const known = new Map(entriesOf(usual))
  return entriesOf(given).flatMap(([name, value]) => {
    if (!known.has(name)) return [`${within}${name}`]
    const group = known.get(name)
    return isGroup(group) && isGroup(value) ? givenInVain(value, group, `${within}${name}.`) : []
  })
}
