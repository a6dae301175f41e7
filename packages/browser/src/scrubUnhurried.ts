/** Scrubs what a page answered, and lets others have their turn meanwhile: a table has thousands of texts. */
import type { Steps } from "@counterfoil/domain"
import { unhurried } from "@counterfoil/core"
import type { Effect, Schema } from "effect"

type Scrub = (value: Schema.Json) => Schema.Json

const isRecord = (value: Schema.Json): value is Schema.JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What is scrubbed in one go: a text, a list of texts (which may be one that is split), or one row of many. */
function* scrubbing(value: Schema.Json, scrub: Scrub): Steps<Schema.Json> {
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) {
    const clean: Array<Schema.Json> = []
    for (const item of value) {
      clean.push(scrub(item))
      yield
    }
    return clean
  }
  if (!isRecord(value)) return scrub(value)
  const clean: Array<readonly [string, Schema.Json]> = []
  for (const [key, inner] of Object.entries(value)) {
    const [name = ""] = Object.keys(Object(scrub({ [key]: null })))
    clean.push([name, yield* scrubbing(inner, scrub)])
    yield
  }
  return Object.fromEntries(clean)
}

export const scrubUnhurried = (value: Schema.Json, scrub: Scrub): Effect.Effect<Schema.Json> =>
  unhurried(scrubbing(value, scrub))
