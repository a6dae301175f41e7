/**
 * Takes turns at looking names up. Node asks the system's resolver on two threads (half of libuv's four), and what has begun
 * there can't be called back: two names whose server doesn't answer, which anybody may give as an address of theirs, would keep
 * everybody's messages, orders and banks waiting for as long as the resolver tries, and the next two after them.
 *
 * Of one domain one name is looked up at a time, and domains take turns. Of those that were slow not long ago one is looked up
 * at a time in all, so that a thread stays for the others. Where no name at all was quick for a while it is the resolver that is slow
 * (its first server is away, say): then there is nobody to keep a thread for.
 */
import { Duration } from "effect"

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<ReadonlyArray<string>>

const threads = 2
/** A resolver answers in milliseconds, or in a fraction of a second where it has to ask far away. */
const slowMs = 1_000
/** Longer than a slow name takes, by far: a domain may answer at once and not at all by turns. */
const rememberedFor = Duration.toMillis("10 minutes")
const mostSlow = 1_000
const mostWaiting = 100

/** Under which registries of countries give names away. */
const registrys = /^(?:ac|co|com|edu|go|gob|gouv|gov|govt|gub|ind|ltd|mil|ne|net|nom|or|org|plc)\.[a-z]{2}$/

/** What somebody has registered, with name servers of their own: `shop.example`, `shop.co.uk`. */
const domainOf = (name: string): string => {
  const labels = name.toLowerCase().replace(/\.$/, "").split(".")
  return labels.slice(registrys.test(labels.slice(-2).join(".")) ? -3 : -2).join(".")
}

/** `now`: milliseconds of a clock that nobody sets. */
export const fairLookUps = (resolve: Resolve, now: () => number = () => performance.now()): Resolve => {
  /** By domain, whose turn is next first. */
  const waiting = new Map<string, Array<() => Promise<void>>>()
  /** By domain, since when. */
  const running = new Map<string, number>()
  /** Until when a domain counts as slow, the longest known first. */
  const slow = new Map<string, number>()
  let quickAt = -Infinity

  const isSlow = (domain: string): boolean => (slow.get(domain) ?? -Infinity) > now()

  const runsSlowly = ([domain, since]: readonly [string, number]): boolean => isSlow(domain) || now() - since >= slowMs

  const hasToStandBack = (domain: string): boolean => now() - quickAt < rememberedFor && isSlow(domain)

  const mayRun = (domain: string): boolean =>
    !running.has(domain) && !(hasToStandBack(domain) && [...running].some(runsSlowly))

  const noteSlow = (domain: string) => {
    slow.delete(domain)
    slow.set(domain, now() + rememberedFor)
    const [oldest] = slow.keys()
    if (slow.size > mostSlow && oldest !== undefined) slow.delete(oldest)
  }

  const run = async (domain: string, lookUp: () => Promise<void>) => {
    const since = now()
    running.set(domain, since)
    await lookUp()
    if (now() - since >= slowMs) noteSlow(domain)
    else quickAt = now()
    running.delete(domain)
    const further = waiting.get(domain)
    waiting.delete(domain)
    if (further !== undefined) waiting.set(domain, further)
    next()
  }

  const next = () => {
    for (const [domain, queue] of waiting) {
      if (running.size >= threads) return
      if (!mayRun(domain)) continue
      const lookUp = queue.shift()
      if (queue.length === 0) waiting.delete(domain)
      if (lookUp !== undefined) void run(domain, lookUp)
    }
  }

  return (name) =>
    new Promise((done, fail) => {
      const domain = domainOf(name)
      const queue = waiting.get(domain) ?? []
      if (queue.length >= mostWaiting) {
        return fail(Object.assign(new Error("too many names are being looked up"), { code: "EBUSY" }))
      }
      queue.push(() => resolve(name).then(done, fail))
      waiting.set(domain, queue)
      next()
    })
}
