/**
 * Keeps reads away while a secret is being typed: a field is only known to hold one after the page has reacted.
 * Reads wait for the typing in progress; typing on a keypad also needs to be the only call, because a key that is
 * pressed can be told from the others while it is.
 */
import { PageFault } from "@counterfoil/core"

export interface TypingLock {
  /** Looks at fields when no secret is being typed, and lets none be typed meanwhile: a short look, not a wait. */
  readonly look: <A>(act: () => Promise<A>) => Promise<A>
  /** Counts a call as running, after the typing in progress. */
  readonly pass: <A>(call: () => Promise<A>) => Promise<A>
  /** Types, one secret at a time. */
  readonly type: (act: () => Promise<void>) => Promise<void>
  /** Types when nothing else runs; throws `InvalidCall` otherwise. */
  readonly typeAlone: (act: () => Promise<void>) => Promise<void>
  /** Does it when nothing else runs, and lets nothing begin meanwhile; otherwise it isn't done. */
  readonly ifAlone: (act: () => Promise<void>) => Promise<void>
}

export const makeTypingLock = (): TypingLock => {
  let typing: Promise<void> = Promise.resolve()
  let running = 0
  const looks = new Set<Promise<unknown>>()

  const type = (act: () => Promise<void>): Promise<void> => {
    const turn = typing.then(() => Promise.allSettled(looks)).then(act)
    typing = turn.catch(() => undefined)
    return turn
  }

  const untilQuiet = async (): Promise<void> => {
    for (let seen: Promise<void> | undefined; seen !== typing;) {
      seen = typing
      await seen
    }
  }

  return {
    look: async (act) => {
      await untilQuiet()
      const look = act()
      looks.add(look)
      return look.finally(() => looks.delete(look))
    },
    pass: async (call) => {
      await untilQuiet()
      running += 1
      try {
        return await call()
      } finally {
        running -= 1
      }
    },
    type,
    typeAlone: (act) =>
      type(async () => {
        // The call that types is itself one of those that run.
        if (running > 1) {
          throw new PageFault({
            code: "InvalidCall",
            message: "A keypad can't be typed on while another call is running"
          })
        }
        await act()
      }),
    ifAlone: (act) => type(async () => (running > 1 ? undefined : act()))
  }
}
