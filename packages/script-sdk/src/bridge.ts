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

export const connect = (to: Send): void => {
  send = to
}

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

/** Asks the host. `shown` is the call as its author wrote it, for the error. */
export const call = async (verb: string, args: Args, shown: string): Promise<Json> => {
  if (send === undefined)
    throw new BankPageError("PhaseOver", shown, "a bank script runs in Counterfoil's sandbox only")
  await turn()
  let reply: Json
  try {
    reply = JSON.parse(await send(JSON.stringify({ verb, ...args })))
  } finally {
    done()
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
