/** The only way out of the isolate: one function from JSON text to a promise of JSON text, given by the runner. */
import { BankPageError } from "./errors.ts"

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }
export type Args = { readonly [key: string]: Json | undefined }
export type Send = (json: string) => Promise<string>

/** The runner refuses more; calls beyond wait here for their turn. */
const mostInFlight = 16

let send: Send | undefined
let inFlight = 0
const waiting: Array<() => void> = []

/** What changes the page or where it is. Whatever only waits or reads does no harm when nobody waits for it. */
const isAction = (verb: string): boolean =>
  /^(?:keypad\.type|page\.(?:goto|reload|goBack|goForward|press)|locator\.(?:click|dblclick|check|uncheck|clear|fill|press|pressSequentially|selectOption))$/.test(
    verb
  )

/** Those under way, each as the error that it is should the phase end now: made when it was called, it knows its line. */
const actions = new Set<BankPageError>()

export const connect = (to: Send): void => {
  send = to
  actions.clear()
}

/** An action that its author forgot to wait for: when the phase is over it may or may not have happened. */
export const notAwaited = (): BankPageError | undefined => [...actions][0]

const asNotAwaited = (shown: string) =>
  new BankPageError("NotAwaited", shown, "it was still under way when the phase ended: write await before it")

const turn = (): Promise<void> => {
  if (inFlight < mostInFlight) {
    inFlight += 1
    return Promise.resolve()
  }
  return new Promise((resolve) => waiting.push(resolve))
}

const done = (): void => {
  const next = waiting.shift()
  if (next === undefined) inFlight -= 1
  else next()
}

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const answered = async (to: Send, json: string): Promise<Json> => {
  await turn()
  try {
    return JSON.parse(await to(json))
  } finally {
    done()
  }
}

/** Asks the host. `shown` is the call as its author wrote it, for the error. */
export const call = async (verb: string, args: Args, shown: string): Promise<Json> => {
  if (send === undefined)
    throw new BankPageError("PhaseOver", shown, "a bank script runs in Counterfoil's sandbox only")
  const forgotten = isAction(verb) ? asNotAwaited(shown) : undefined
  if (forgotten !== undefined) actions.add(forgotten)
  let reply: Json
  try {
    reply = await answered(send, JSON.stringify({ verb, ...args }))
  } finally {
    if (forgotten !== undefined) actions.delete(forgotten)
  }
  if (isObject(reply) && reply["ok"] !== undefined) return reply["ok"]
  const fault = isObject(reply) && isObject(reply["err"]) ? reply["err"] : {}
  throw new BankPageError(String(fault["code"] ?? "Failed"), shown, String(fault["message"] ?? "no reason given"))
}

/** The host's answers have the types that their verbs say; these keep it so. */
const wrongAnswer = (shown: string, wanted: string) =>
  new BankPageError("Failed", shown, `the host's answer is not ${wanted}`)

export const textAnswer = async (verb: string, args: Args, shown: string): Promise<string> => {
  const answer = await call(verb, args, shown)
  if (typeof answer !== "string") throw wrongAnswer(shown, "a text")
  return answer
}

export const textOrNullAnswer = async (verb: string, args: Args, shown: string): Promise<string | null> => {
  const answer = await call(verb, args, shown)
  if (answer !== null && typeof answer !== "string") throw wrongAnswer(shown, "a text or null")
  return answer
}

export const numberAnswer = async (verb: string, args: Args, shown: string): Promise<number> => {
  const answer = await call(verb, args, shown)
  if (typeof answer !== "number") throw wrongAnswer(shown, "a number")
  return answer
}

export const booleanAnswer = async (verb: string, args: Args, shown: string): Promise<boolean> => {
  const answer = await call(verb, args, shown)
  if (typeof answer !== "boolean") throw wrongAnswer(shown, "true or false")
  return answer
}

export const listAnswer = async (verb: string, args: Args, shown: string): Promise<ReadonlyArray<Json>> => {
  const answer = await call(verb, args, shown)
  if (!Array.isArray(answer)) throw wrongAnswer(shown, "a list")
  return answer
}

export const objectAnswer = async (
  verb: string,
  args: Args,
  shown: string
): Promise<{ readonly [key: string]: Json }> => {
  const answer = await call(verb, args, shown)
  if (!isObject(answer)) throw wrongAnswer(shown, "an object")
  return answer
}
