import type { Evidence } from "../../src/matching/facts/Decision.ts"
import type { MovementView, OrderView } from "../../src/matching/score/views.ts"

/** A pair that passes the gates; of all members of both, where they are several. */
export interface Edge {
  readonly order: OrderView
  readonly movement: MovementView
  readonly evidence: ReadonlyArray<Evidence>
  readonly score: number
}
