/** Single variables of the environment: each is read to its value, or refused in one sentence that names the variable. */
import { Config, Context, Duration, Effect, Option, Redacted, Result } from "effect"
import { parseOrigin } from "@counterfoil/core"
import { readFileSync } from "node:fs"
import { InvalidConfig, isNetwork, networkExample, originExample, partsOf } from "./CounterfoilConfig.ts"

/** How a text becomes a value. */
export interface Kind<A> {
  /** Fails with the part of the text that is wrong. */
  readonly read: (text: string) => Result.Result<A, string>
  /** Describes a right value; completes the sentence "it must be …". */
  readonly wanted: string
}

/** What is wrong, one sentence each: all of it is told at once, so reading goes on after a fault. */
export class Faults extends Context.Service<Faults, { readonly add: (sentence: string) => void }>()(
  "@counterfoil/runtime/variables/Faults"
) {}

export const fault = (sentence: string) => Faults.use(({ add }) => Effect.sync(() => add(sentence)))

/** What was read, if nothing is wrong with any of it. */
export const withoutFaults = <A>(reading: Effect.Effect<A, never, Faults>): Effect.Effect<A, InvalidConfig> =>
  Effect.suspend(() => {
    const sentences: Array<string> = []
    return Effect.flatMap(
      Effect.provideService(reading, Faults, { add: (sentence) => void sentences.push(sentence) }),
      (value) => (sentences.length === 0 ? Effect.succeed(value) : new InvalidConfig({ message: sentences.join("; ") }))
    )
  })

/** None: not set, or set to nothing, as compose files do with what they pass on. */
const textOf = (name: string): Effect.Effect<Option.Option<string>, never, Faults> =>
  Config.option(Config.String(name)).pipe(
    Effect.catch(() => Effect.as(fault(`${name} can't be read`), Option.none<string>())),
    Effect.map(Option.filter((text) => text.trim() !== ""))
  )

const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** The value of a variable, or the fallback where it is not set (or wrong, which is noted). */
export const variable = <A>(name: string, fallback: A, kind: Kind<A>): Effect.Effect<A, never, Faults> =>
  Effect.flatMap(
    textOf(name),
    Option.match({
      onNone: () => Effect.succeed(fallback),
      onSome: (text) =>
        Effect.fromResult(kind.read(text.trim())).pipe(
          Effect.catch((odd) => Effect.as(fault(`${name} is ${shown(odd)}: it must be ${kind.wanted}`), fallback))
        )
    })
  )

/** None where it is not set. */
export const optional = (name: string) =>
  Effect.map(
    textOf(name),
    Option.map((text) => text.trim())
  )

/** A secret in a file, as containers get them. Errors quote nothing of the file. */
const inFile = (name: string) =>
  Effect.flatMap(
    optional(name),
    Option.match({
      onNone: () => Effect.succeed(Option.none<string>()),
      onSome: (file) =>
        Effect.try({ try: () => readFileSync(file, "utf8").trim(), catch: (cause) => codeOf(cause) }).pipe(
          Effect.filterOrFail(
            (text) => text !== "",
            () => "it is empty"
          ),
          Effect.map(Option.some),
          Effect.catch((why) => Effect.as(fault(`${name} names ${file}, which can't be used (${why})`), Option.none()))
        )
    })
  )

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : "it can't be read"

/** Of the variable, or of the file that `NAME_FILE` names. Never shown, whatever is wrong with it. */
export const secret = (name: string) =>
  Effect.gen(function* () {
    const [given, filed] = [yield* optional(name), yield* inFile(`${name}_FILE`)]
    if (Option.isSome(given) && Option.isSome(filed)) yield* fault(`${name} and ${name}_FILE are both set: keep one`)
    return Option.map(
      Option.orElse(given, () => filed),
      (text) => Redacted.make(text)
    )
  })

const from = <A>(read: (text: string) => A | undefined, wanted: string): Kind<A> => ({
  read: (text) => Result.fromNullishOr(read(text), () => text),
  wanted
})

export const anyText: Kind<string> = from((text) => text, "a text")

export const wholeNumber = (minimum: number, maximum: number): Kind<number> =>
  from((text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return number >= minimum && number <= maximum ? number : undefined
  }, `a whole number from ${minimum} to ${maximum}`)

const units: Readonly<Record<string, number>> = {
  milli: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000
}
const year = Duration.days(365)

const millisOf = (text: string): number | undefined => {
  const [, amount, unit] = /^(\d{1,9}(?:\.\d{1,3})?) +([a-z]+?)s?$/.exec(text) ?? []
  const scale = units[unit ?? ""]
  return scale === undefined ? undefined : Number(amount) * scale
}

const spoken = (span: Duration.Duration): string => {
  const days = Duration.toDays(span)
  return days >= 1 ? `${days} ${days === 1 ? "day" : "days"}` : `${Duration.toSeconds(span)} s`
}

/** Not shorter than a slip of the unit would be, and not longer than a year unless that is sensible. */
export const duration = (least: Duration.Duration, most = year): Kind<Duration.Duration> =>
  from(
    (text) => {
      const millis = millisOf(text)
      const fits = millis !== undefined && millis >= Duration.toMillis(least) && millis <= Duration.toMillis(most)
      return fits ? Duration.millis(millis) : undefined
    },
    `a duration from ${spoken(least)} to ${spoken(most)}, written like "10 minutes" or "30 seconds"`
  )

export const oneOf = <const Words extends ReadonlyArray<string>>(words: Words): Kind<Words[number]> =>
  from((text) => words.find((word) => word === text), `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`)

const listOf = (isGood: (part: string) => boolean, wanted: string): Kind<ReadonlyArray<string>> => ({
  read: (text) => {
    const parts = partsOf(text)
    const odd = parts.find((part) => !isGood(part))
    return odd === undefined ? Result.succeed(parts) : Result.fail(odd)
  },
  wanted
})

export const networks = listOf(isNetwork, `${networkExample}; several are separated by commas`)

export const origins: Kind<ReadonlyArray<string>> = {
  read: (text) => {
    const parts = partsOf(text)
    const odd = parts.find((part) => parseOrigin(part) === undefined)
    return odd === undefined ? Result.succeed(parts.flatMap((part) => parseOrigin(part) ?? [])) : Result.fail(odd)
  },
  wanted: `${originExample}; several are separated by commas`
}

export const emails = listOf(
  (part) => /^[^\s@]+@[^\s@]+$/.test(part),
  "an e-mail address such as ops@example.com; several are separated by commas"
)

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/

/** From and to; to before from spans midnight, and equal ones are the whole day. */
export const hours = from((text) => {
  const [start = "", end = "", ...rest] = text.split("-").map((part) => part.trim())
  const isGood = timeOfDay.test(start) && (timeOfDay.test(end) || end === "24:00") && rest.length === 0
  return isGood ? { from: start, to: end } : undefined
}, "a span of hours such as 07:00-22:00")
