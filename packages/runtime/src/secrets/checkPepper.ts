/** A changed pepper would turn every API key into an unknown one, without a word. */
import { notePepper, pepperOfKeys } from "@counterfoil/store"
import { Effect } from "effect"
import { InvalidConfig, type ServerSecrets } from "../config/CounterfoilConfig.ts"
import { mark } from "./secretMarks.ts"

const markOf = (pepper: ServerSecrets["apiKeyPepper"]) => mark("API_KEY_PEPPER", pepper)

type Peppers = Pick<ServerSecrets, "apiKeyPepper" | "apiKeyPepperEarlier">

/** Why the API keys of this database would be unknown under these; undefined: they would not. */
const whyUnknown = (
  { apiKeyPepper, apiKeyPepperEarlier }: Peppers,
  { keys, mark: noted }: Effect.Success<typeof pepperOfKeys>
): string | undefined => {
  const known = [apiKeyPepper, ...(apiKeyPepperEarlier === undefined ? [] : [apiKeyPepperEarlier])].map(markOf)
  if (noted === null || keys === 0 || known.includes(noted)) return undefined
  const them = keys === 1 ? "the API key of this database was" : `the ${keys} API keys of this database were`
  return `API_KEY_PEPPER is another than the one that ${them} made with, and would make them unknown: put the earlier one back, or give it as API_KEY_PEPPER_EARLIER beside the new one (docs/operating.md, "Changing secrets")`
}

/** For who only looks. */
export const pepperFault = (peppers: Peppers) => Effect.map(pepperOfKeys, (found) => whyUnknown(peppers, found))

/** Refuses a pepper that the API keys were not made with, unless the earlier one is given beside it. */
export const checkPepper = Effect.fnUntraced(function* (secrets: ServerSecrets) {
  const why = whyUnknown(secrets, yield* pepperOfKeys)
  if (why !== undefined) return yield* new InvalidConfig({ message: why })
})

/** Once the server is at work: one that other nodes refuse for its pepper has made no key with it. */
export const notePepperOf = Effect.fnUntraced(function* (secrets: ServerSecrets) {
  const given = markOf(secrets.apiKeyPepper)
  if ((yield* pepperOfKeys).mark !== given) yield* notePepper(given)
})
