/** What each field of an account's settings means: said once for what is read and what is written. */
import { accountSettings } from "@counterfoil/domain"
import { isNode, mapMembers, type Node, nodeAt, nodesAt } from "./json.ts"

interface Meaning {
  readonly about: string
  /** The value that is saved when a write leaves the field out. Documented in words, because generators make a field with a `default` required. */
  readonly leftOut?: unknown
}

const sameBankAccount = {
  about:
    "Only where there are any (extension): your accounts at the same bank that most likely read the same bank account (of one login, neither or both name it; of two, both name its number), so that each of its payments counts twice. The activity of each says so too"
}

const meanings = new Map<string, Meaning>([
  ...Object.values(accountSettings).map((setting) => [setting.name, setting] as const),
  ["same_bank_account", sameBankAccount]
])

/** It is always required: null is refused like a field that isn't there. */
const neverNull = (property: Node): Node => {
  const { anyOf: _, ...rest } = property
  const [only] = nodesAt(property, "anyOf").filter(({ type }) => type !== "null")
  return only === undefined ? property : { ...only, ...rest }
}

const described = (schema: unknown, written: boolean): unknown =>
  isNode(schema)
    ? {
        ...schema,
        properties: mapMembers(nodeAt(schema, "properties"), (property, name) => {
          const meaning = meanings.get(name)
          if (!isNode(property) || meaning === undefined) return property
          const { about, leftOut } = meaning
          const unless = written && leftOut !== undefined ? ` (default: ${JSON.stringify(leftOut)})` : ""
          const form = written && name === "webhook_url" ? neverNull(property) : property
          return { ...form, description: `${about}${unless}` }
        })
      }
    : schema

export const withMeaningfulSettings = (document: Node): Node => {
  const components = nodeAt(document, "components")
  const schemas = mapMembers(nodeAt(components, "schemas"), (schema, name) =>
    name === "Settings" || name === "SettingsWrite" ? described(schema, name === "SettingsWrite") : schema
  )
  return { ...document, components: { ...components, schemas } }
}
