/**
 * Which requests are answered, read from the heads of Chromium's messages. Playwright would tell it too, but makes objects of
 * each request and answer that somebody listens for, and keeps them for as long as their tab is open.
 */
import { headOf, type Judge } from "./messageFilter.ts"

/** `error`: by the bank's server, with a status from 500 on. */
export type Told = "answered" | "error" | "failed"

export interface AnswersTold {
  /** The same judge, which from now on tells of the answers among what it judges. */
  readonly among: (judge: Judge) => Judge
  /** `request`: Chromium's own id, the same over redirects. Without an answer it `failed`. */
  readonly listen: (listener: (request: string, told: Told) => void) => void
}

const heads = [
  [headOf("Network.responseReceived"), "answered"],
  [headOf("Network.loadingFailed"), "failed"]
] as const

/** Chromium writes the id within so many bytes from the beginning. */
const longestHead = 160
const idIn = /"requestId":"([^"]{1,60})"/
/** Behind the address, however long that is. */
const statusIn = /"response":\{"url":"(?:[^"\\]|\\.)*","status":(\d+)/
const mostRead = 4_096

const couldBegin = (message: Buffer, head: Buffer): boolean => {
  const length = Math.min(message.length, head.length)
  return message.compare(head, 0, length, 0, length) === 0
}

export const watchAnswers = (): AnswersTold => {
  let tell: (request: string, told: Told) => void = () => undefined
  return {
    listen: (listener) => {
      tell = listener
    },
    among: (judge) => (message, isWhole) => {
      const [, told] = heads.find(([head]) => couldBegin(message, head)) ?? []
      if (told === undefined) return judge(message, isWhole)
      const status = told === "answered" ? statusIn.exec(message.toString("latin1", 0, mostRead))?.[1] : undefined
      if (!isWhole && (told === "answered" ? status === undefined : message.length < longestHead)) return "undecided"
      const verdict = judge(message, isWhole)
      const id = verdict === "undecided" ? undefined : idIn.exec(message.toString("latin1", 0, longestHead))?.[1]
      if (id !== undefined) tell(id, Number(status) >= 500 ? "error" : told)
      return verdict
    }
  }
}
