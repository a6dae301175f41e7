/** Objects that have one value for each of some fields. */
import { Effect } from "effect"

const whole = <Field extends string, A>(
  fields: ReadonlyArray<Field>,
  some: Partial<Record<Field, A>>
): Record<Field, A> => {
  const isWhole = (values: Partial<Record<Field, A>>): values is Record<Field, A> =>
    fields.every((field) => field in values)
  if (!isWhole(some)) throw new Error(`a value is missing: ${fields.join(", ")}`)
  return some
}

/** One value for each of these fields. */
export const valuesOf = <Field extends string, A>(
  fields: ReadonlyArray<Field>,
  valueFor: (field: Field) => A
): Record<Field, A> => {
  const values: Partial<Record<Field, A>> = {}
  for (const field of fields) values[field] = valueFor(field)
  return whole(fields, values)
}

/** The same, one effect after the other. */
export const recordOf = Effect.fnUntraced(function* <Field extends string, A, E, R>(
  fields: ReadonlyArray<Field>,
  valueFor: (field: Field) => Effect.Effect<A, E, R>
) {
  const values: Partial<Record<Field, A>> = {}
  for (const field of fields) values[field] = yield* valueFor(field)
  return whole(fields, values)
})
