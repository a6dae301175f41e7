/** What must never happen, whatever is sent. */
import type { Answer } from "./send.ts"

export interface Violation {
  readonly number: number
  readonly what: string
}

interface Sent {
  readonly isForeign: boolean
  readonly method: string
  readonly path: string
}

/** A server that can't work just now, for want of a processor say, tells those who ask for that by 503. */
const saysNotReady = ({ path }: Pick<Sent, "path">, { status, text }: Answer): boolean =>
  status === 503 && /^\/ready(?:\?|$)/.test(path) && text.startsWith('{"ok":false,"reasons":["')

/** Of one answer; undefined: all is well. */
export const problemOf = (sent: Sent, answer: Answer): string | undefined => {
  const { isForeign, method } = sent
  const { status, text, trouble } = answer
  if (saysNotReady(sent, answer)) return undefined
  if (trouble !== "" && status === 0) return `no answer (${trouble})`
  if (status >= 500) return `answered ${status} ${text.slice(0, 200)}`
  if (isForeign && status >= 200 && status < 300 && method !== "OPTIONS")
    return `answered ${status} for what is another's`
  return undefined
}

/** Bytes that are no request may be answered or not, but not left alone, and not by a fault of ours. */
export const problemOfBytes = ({ status, text, trouble }: Answer): string | undefined => {
  if (trouble !== "" && text === "") return trouble
  // 505 is what HTTP itself answers to a version that it doesn't speak.
  return status >= 500 && status !== 505 ? `answered ${status}: ${text.slice(0, 200)}` : undefined
}

export interface Memory {
  readonly rss: number
  readonly liveHeap: number
}

const middle = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The live heap may breathe by this much, in MiB. */
const breath = 64
const fewest = 12

/** Memory that grows with the number of inputs: the last quarter beside the one before. */
export const memoryProblem = (samples: ReadonlyArray<Memory>): string | undefined => {
  if (samples.length < fewest) return undefined
  const quarter = Math.floor(samples.length / 4)
  const heaps = samples.map(({ liveHeap }) => liveHeap)
  const [before, after] = [middle(heaps.slice(-2 * quarter, -quarter)), middle(heaps.slice(-quarter))]
  return after > before + breath
    ? `live heap grew from ${before.toFixed(0)} to ${after.toFixed(0)} MiB in the last quarter`
    : undefined
}
