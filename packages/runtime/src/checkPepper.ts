/** A changed pepper would turn every API key into an unknown one, without a word. */
import { notePepper, pepperOfKeys } from "@counterfoil/store"
import { Effect } from "effect"
import { InvalidConfig, type ServerSecrets } from "./CounterfoilConfig.ts"
import { mark } from "./secretMarks.ts"

const markOf = (pepper: ServerSecrets["apiKeyPepper"]) => mark("API_KEY_PEPPER", pepper)

/** Refuses a pepper that the API keys were not made with, unless the earlier one is given beside it. */
export const checkPepper = Effect.fnUntraced(function* ({ apiKeyPepper, apiKeyPepperEarlier }: ServerSecrets) {
  const { keys, mark: noted } = yield* pepperOfKeys
  const given = markOf(apiKeyPepper)
  const known = [given, ...(apiKeyPepperEarlier === undefined ? [] : [markOf(apiKeyPepperEarlier)])]
  if (noted !== null && keys > 0 && !known.includes(noted)) {
    const them = keys === 1 ? "the API key of this database was" : `the ${keys} API keys of this database were`
    return yield* new InvalidConfig({
      message: `API_KEY_PEPPER is another than the one that ${them} made with, and would make them unknown: put the earlier one back, or give it as API_KEY_PEPPER_EARLIER beside the new one (docs/operating.md, "Changing secrets")`
    })
  }
  if (noted !== given) yield* notePepper(given)
})
