/** Long work for those who wait by promises. */
import { cooperatively } from "@counterfoil/core"
import type { Steps } from "@counterfoil/domain"
import { Effect } from "effect"

/** Others have their turn in between; ends early when `signal` aborts. */
export const inPieces = <A>(steps: Steps<A>, signal?: AbortSignal): Promise<A> =>
  Effect.runPromise(cooperatively(steps), signal === undefined ? {} : { signal })
