/**
 * Credentials as tools know them: `bearer` is written small, and the API key's second way in, `Authorization: Api-Key
 * <key>`, is a scheme of its own.
 */
import { isNode, mapMembers, type Node, nodeAt, nodesAt } from "./json.ts"

const apiKeyAuthorization = {
  type: "apiKey",
  in: "header",
  name: "Authorization",
  description: "The same API key as `Authorization: Api-Key <key>`"
}

const bothWays = (operation: unknown): unknown => {
  if (!isNode(operation)) return operation
  const takesKey = nodesAt(operation, "security").some((requirement) => requirement["apiKey"] !== undefined)
  return takesKey ? { ...operation, security: [{ apiKey: [] }, { apiKeyAuthorization: [] }] } : operation
}

const inSmallLetters = (scheme: unknown): unknown =>
  isNode(scheme) && typeof scheme["scheme"] === "string"
    ? { ...scheme, scheme: scheme["scheme"].toLowerCase() }
    : scheme

export const withCredentials = (document: Node): Node => {
  const components = nodeAt(document, "components")
  return {
    ...document,
    paths: mapMembers(nodeAt(document, "paths"), (item) => (isNode(item) ? mapMembers(item, bothWays) : item)),
    components: {
      ...components,
      securitySchemes: { ...mapMembers(nodeAt(components, "securitySchemes"), inSmallLetters), apiKeyAuthorization }
    }
  }
}
