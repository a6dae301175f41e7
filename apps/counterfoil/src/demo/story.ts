/**
 * The demo's story, act by act. Each step is judged by what the shop and the bank wrote into their own journals, or by
 * what the API answers to its users; never by looking into our database.
 */
import { Effect } from "effect"
import { changedPassword } from "./acts/changedPassword.ts"
import { enrolment } from "./acts/enrolment.ts"
import { passthrough } from "./acts/passthrough.ts"
import { promotion } from "./acts/promotion.ts"
import { reconciliation } from "./acts/reconciliation.ts"
import type { Cast, Stage } from "./cast.ts"

export const tellStory = Effect.fnUntraced(function* (stage: Stage) {
  const cast: Cast = { ...stage, ...(yield* enrolment(stage)) }
  yield* reconciliation(cast)
  yield* passthrough(cast)
  yield* promotion(cast)
  yield* changedPassword(cast)
})
