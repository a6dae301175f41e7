/** Unions that a field `type` tells apart: each variant under a name of its own, so that generated clients have one too. */
import { isNode, mapMembers, type Node, nodeAt, nodesAt } from "./json.ts"

const typeOf = (variant: Node): string | undefined => {
  const values = nodeAt(nodeAt(variant, "properties"), "type")["enum"]
  return Array.isArray(values) && typeof values[0] === "string" ? values[0] : undefined
}

/** `scrape.failed` → `ScrapeFailed` */
const pascal = (type: string): string =>
  type
    .split(/[._]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("")

const reference = (name: string): string => `#/components/schemas/${name}`

const split = (name: string, union: Node): Node => {
  const variants = nodesAt(union, "anyOf").map((variant) => {
    const type = typeOf(variant) ?? ""
    return { type, name: `${name}${pascal(type)}`, schema: { title: type, ...variant } }
  })
  const { anyOf: _, ...rest } = union
  return {
    [name]: {
      ...rest,
      oneOf: variants.map((variant) => ({ $ref: reference(variant.name) })),
      discriminator: {
        propertyName: "type",
        mapping: Object.fromEntries(variants.map((variant) => [variant.type, reference(variant.name)]))
      }
    },
    ...Object.fromEntries(variants.map((variant) => [variant.name, variant.schema]))
  }
}

const isTagged = (schema: unknown): schema is Node => {
  const variants = isNode(schema) ? nodesAt(schema, "anyOf") : []
  return variants.length > 1 && variants.every((variant) => typeOf(variant) !== undefined)
}

export const withNamedVariants = (document: Node): Node => {
  const components = nodeAt(document, "components")
  const schemas = Object.entries(nodeAt(components, "schemas")).map(([name, schema]): Node =>
    isTagged(schema) ? split(name, schema) : { [name]: schema }
  )
  return mapMembers(document, (member, key) =>
    key === "components" ? { ...components, schemas: Object.assign({}, ...schemas) } : member
  )
}
