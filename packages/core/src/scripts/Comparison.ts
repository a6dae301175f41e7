/** What a version in review reads beside the active one, on recordings. */
import { type DateTime, Schema } from "effect"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

/** What both versions made of one recording. */
export const ComparisonSample = Schema.Struct({
  name: Schema.String.check(Schema.isMaxLength(100)),
  /** `read`, or the kind of failure that it ended with. */
  outcome_before: Schema.String.check(Schema.isMaxLength(60)),
  outcome_after: Schema.String.check(Schema.isMaxLength(60)),
  movements_before: Count,
  movements_after: Count,
  /** Movements of the active version that the new one would not recognise. */
  identities_changed: Count,
  /** Movements whose amount would change its sign. */
  signs_changed: Count
})
export type ComparisonSample = typeof ComparisonSample.Type

export interface Comparison {
  readonly againstId: string
  readonly source: "recordings"
  readonly samples: ReadonlyArray<ComparisonSample>
  readonly comparedAt: DateTime.Utc
}
