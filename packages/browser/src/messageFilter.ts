/** Takes messages out of what Chromium tells through its pipe, without reading the rest. */

/** Of a message, or of what has come of it so far. `undecided`: only once more of it has come. */
export type Judge = (message: Buffer, isWhole: boolean) => "kept" | "dropped" | "undecided"

const endOfMessage = 0
const nothing = Buffer.alloc(0)

/** So Chromium begins an event, whatever is in it. */
export const headOf = (event: string): Buffer => Buffer.from(`{"method":"${event}"`)

export const keepAll: Judge = () => "kept"

/**
 * For each chunk that comes, what is left of it: without these events, and without what `others` drops. Chunks end anywhere: the
 * beginning of a message that could still be dropped is kept back until it is plain.
 */
export const makeMessageFilter = (
  events: ReadonlyArray<string>,
  others: Judge = keepAll
): ((chunk: Buffer) => Buffer) => {
  const heads = events.map(headOf)
  /** `begins`: the next byte is a message's first. */
  let state: "begins" | "kept" | "dropped" = "begins"
  let held: Buffer = nothing

  const couldBecome = (message: Buffer): boolean =>
    heads.some((head) => message.length < head.length && head.subarray(0, message.length).equals(message))
  const isDropped = (message: Buffer): boolean =>
    heads.some((head) => message.length >= head.length && message.subarray(0, head.length).equals(head))
  const judge: Judge = (message, isWhole) => {
    if (!isWhole && couldBecome(message)) return "undecided"
    return isDropped(message) ? "dropped" : others(message, isWhole)
  }

  return (chunk) => {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    held = nothing
    const kept: Array<Buffer> = []
    let from = 0
    /** Where the bytes begin that are kept and not yet in the list; neighbours stay one piece. */
    let keptFrom = 0
    while (from < bytes.length) {
      const end = bytes.indexOf(endOfMessage, from)
      const next = end === -1 ? bytes.length : end + 1
      const message = bytes.subarray(from, end === -1 ? bytes.length : end)
      if (state === "begins") {
        const verdict = judge(message, end !== -1)
        if (verdict === "undecided") {
          held = Buffer.from(message)
          kept.push(bytes.subarray(keptFrom, from))
          return Buffer.concat(kept)
        }
        state = verdict
      }
      if (state === "dropped") {
        kept.push(bytes.subarray(keptFrom, from))
        keptFrom = next
      }
      if (end !== -1) state = "begins"
      from = next
    }
    if (keptFrom === 0) return bytes
    kept.push(bytes.subarray(keptFrom))
    return Buffer.concat(kept)
  }
}
