/** What a script's phases are given. */
import { call, type Json } from "./bridge.ts"
import type { Endings } from "./ends.ts"
import type { Page, Target, Wait } from "./locators.ts"
import type { Log } from "./Log.ts"
import type { Otp } from "./Otp.ts"
import type { Meaning } from "./outcome.ts"
import type { Secret } from "./Secret.ts"
import { sleep } from "./sleep.ts"

/** What every phase of a script gets. */
export interface Context {
  readonly page: Page
  readonly log: Log
  /** When the phase began. */
  readonly now: Date
  /** The bank's local date then, `YYYY-MM-DD`, in the manifest's zone. */
  readonly today: string
  /** At most a minute at a time. A replay of a recording doesn't sleep: where something has to come first, wait for it to be seen. */
  sleep(milliseconds: number): Promise<void>
  /** Some time between the two, never the same: a person reads before clicking on. Left out in replays, like `sleep`. */
  pause(from: number, to: number): Promise<void>
  /** Names a part of the work: errors and evidence say in which step it happened. */
  step<A>(name: string, work: () => Promise<A>): Promise<A>
}

/** What the phase `login` gets: secrets to type, and ways to ask the owner. */
export interface LoginContext extends Context {
  readonly secrets: { readonly username: Secret; readonly password: Secret }
  readonly otp: Otp
  /**
   * Waits for the first of the targets and acts on its meaning: done, a failure (told in the bank's own words), or a step to
   * do before it looks again. Nothing seen in time (15 s) ends the login with `layout_changed`.
   */
  outcome<Name extends string>(
    targets: Readonly<Record<Name, Target>>,
    meanings: Readonly<Record<NoInfer<Name>, Meaning>>,
    options?: Wait
  ): Promise<"authenticated">
  /**
   * The same in one table, for a login that ends as most do: what the bank may say, named by what it means, and the code that it
   * may ask for, which is asked of the owner, typed, sent, and told to be right or wrong.
   */
  ends(endings: Endings, options?: Wait): Promise<"authenticated">
}

/** What the phase `extract` gets: which account to read, and from which day on. */
export interface ExtractContext extends Context {
  /** The first day to read, `YYYY-MM-DD`. */
  readonly since: string
  readonly account: {
    readonly id?: string
    readonly name?: string
    /** Which of the login's accounts to read, as its owner named it (an IBAN, its last digits); absent: the only one. */
    readonly bankAccount?: string
  }
}

const longestMessage = 2_000
const longestData = 8_000

const told = new Set<Promise<unknown>>()

/** Nobody waits for what is only told, and nothing fails by it: whatever ends the phase is said to the next call. */
const leave = (telling: Promise<unknown>): void => {
  const sent = telling.catch(() => undefined)
  told.add(sent)
  void sent.then(() => told.delete(sent))
}

/** Waits until what was told has left: a phase that is over sends nothing any more. */
export const flushLog = async (): Promise<void> => {
  await Promise.all(told)
}

const tell = (level: "info" | "warn", message: string, data: object | undefined): void => {
  const json = data === undefined ? undefined : JSON.stringify(data)
  const small: Json | undefined = json === undefined || json.length > longestData ? undefined : JSON.parse(json)
  const entry = { level, message: message.slice(0, longestMessage), ...(small === undefined ? {} : { data: small }) }
  leave(call("log", entry, `log.${level}()`))
}

export const log: Log = {
  info: (message, data) => tell("info", message, data),
  warn: (message, data) => tell("warn", message, data)
}

export const pause = (from: number, to: number): Promise<void> =>
  sleep(Math.round(from + Math.random() * Math.max(0, to - from)))

export const step = async <A>(name: string, work: () => Promise<A>): Promise<A> => {
  const say = (state: string) => leave(call("step", { name: name.slice(0, 100), state }, `step('${name}')`))
  say("start")
  try {
    const result = await work()
    say("end")
    return result
  } catch (error) {
    say("failed")
    throw error
  }
}
