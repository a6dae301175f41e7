/** Takes messages out of what Chromium tells through its pipe, without reading the rest. */
import { inPlaceOf, longestOf, readAtBegin, readAtEnd, surelyShort } from "./longMessages.ts"

/** Decides on a message, or on the part of it that has come. `undecided`: ask again when more has come. */
export type Judge = (message: Buffer, isWhole: boolean) => "kept" | "dropped" | "undecided"

const endOfMessage = 0
const separator = Buffer.from([endOfMessage])
const nothing = Buffer.alloc(0)

/** How Chromium begins every message of this event. */
export const headOf = (event: string): Buffer => Buffer.from(`{"method":"${event}"`)

export const keepAll: Judge = () => "kept"

/** This much of a message is enough to judge it, or it is judged as a whole. */
const longestHead = 4 * 1024

const joined = (pieces: ReadonlyArray<Buffer>): Buffer => {
  const [first = nothing, ...others] = pieces.filter(({ length }) => length > 0)
  return others.length === 0 ? first : Buffer.concat([first, ...others])
}

/** A message that doesn't end in the chunk in which it began. */
interface UnderWay {
  readonly add: (piece: Buffer) => void
  /** Adds the last piece, and gives what is handed on of the message. */
  readonly finish: (piece: Buffer) => Buffer
}

const underWay = (judge: Judge): UnderWay => {
  let verdict: ReturnType<Judge> | "too long" = "undecided"
  let pieces: Array<Buffer> = []
  let length = 0
  let longest = surelyShort
  let begin = nothing
  let end = nothing

  const isTooLong = (): boolean => {
    if (length <= longest) return false
    begin = Buffer.concat(pieces, Math.min(length, readAtBegin))
    longest = longestOf(begin)
    return length > longest
  }
  const keepEnd = (of: ReadonlyArray<Buffer>) => {
    end = Buffer.from(joined(of).subarray(-readAtEnd))
  }
  const take = (piece: Buffer, isWhole: boolean) => {
    if (verdict === "dropped") return
    if (verdict === "too long") return keepEnd([end, piece.subarray(-readAtEnd)])
    pieces.push(piece)
    length += piece.length
    if (verdict === "undecided" && (isWhole || length <= longestHead)) verdict = judge(joined(pieces), isWhole)
    if (verdict !== "dropped" && isTooLong()) {
      verdict = "too long"
      keepEnd(pieces)
    }
    if (verdict === "dropped" || verdict === "too long") pieces = []
  }

  return {
    add: (piece) => take(piece, false),
    finish: (piece) => {
      take(piece, true)
      const other = verdict === "too long" ? inPlaceOf(begin, end) : undefined
      if (other !== undefined) pieces = [other]
      return pieces.length > 0 ? joined([...pieces, separator]) : nothing
    }
  }
}

/**
 * For each chunk that comes, what is left of it: without these events, and without what `others` drops. Chunks end anywhere: a
 * message is kept back until it is whole. Of one that is too long no more is kept than what is told in its place.
 */
export const makeMessageFilter = (
  events: ReadonlyArray<string>,
  others: Judge = keepAll
): ((chunk: Buffer) => Buffer) => {
  const heads = events.map(headOf)
  let open: UnderWay | undefined

  const couldBecome = (message: Buffer): boolean =>
    heads.some((head) => message.length < head.length && head.subarray(0, message.length).equals(message))
  const isDropped = (message: Buffer): boolean =>
    heads.some((head) => message.length >= head.length && message.subarray(0, head.length).equals(head))
  const judge: Judge = (message, isWhole) => {
    if (!isWhole && couldBecome(message)) return "undecided"
    return isDropped(message) ? "dropped" : others(message, isWhole)
  }

  return (chunk) => {
    const kept: Array<Buffer> = []
    let from = 0
    /** Where the bytes begin that are kept and not yet in the list; neighbours stay one piece. */
    let keptFrom = 0
    while (from < chunk.length) {
      const end = chunk.indexOf(endOfMessage, from)
      const isWhole = end !== -1
      const next = isWhole ? end + 1 : chunk.length
      const message = chunk.subarray(from, isWhole ? end : chunk.length)
      if (open === undefined && isWhole && message.length <= surelyShort) {
        if (judge(message, true) === "dropped") {
          kept.push(chunk.subarray(keptFrom, from))
          keptFrom = next
        }
      } else {
        open ??= underWay(judge)
        kept.push(chunk.subarray(keptFrom, from))
        keptFrom = next
        if (isWhole) {
          kept.push(open.finish(message))
          open = undefined
        } else open.add(message)
      }
      from = next
    }
    return keptFrom === 0 ? chunk : joined([...kept, chunk.subarray(keptFrom)])
  }
}
