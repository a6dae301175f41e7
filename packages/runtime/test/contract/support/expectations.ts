/** What answers are made of, and waiting for what the service does in its own time. */
import { setTimeout } from "node:timers/promises"
import { expect } from "vitest"

export const anId = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
export const aFingerprint = expect.stringMatching(/^[0-9a-f]{32}$/)
/** ISO 8601, UTC. */
export const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/**
 * Looks again until it fits; for states that no event tells of. The longer it takes, the less often: each look is work for the
 * service that is waited for.
 */
export const eventually = async <A>(look: () => Promise<A>, fits: (seen: A) => boolean): Promise<A> => {
  const until = Date.now() + 60_000
  for (let pause = 15; ; pause = Math.min(pause * 1.5, 200)) {
    const seen = await look()
    if (fits(seen)) return seen
    if (Date.now() > until) throw new Error(`never came: ${JSON.stringify(seen)}`)
    await setTimeout(pause)
  }
}
