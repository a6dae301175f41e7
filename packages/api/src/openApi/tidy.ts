/** The document in the words of people: whole numbers as such, names as we say them, room for fields to come. */
import { isNode, mapNodes, type Node, nodeAt, nodesAt } from "./json.ts"

/** A field's own description comes as an `allOf` of nothing else: it belongs to the field. */
const describeInPlace = (node: Node): Node => {
  const { allOf, ...rest } = node
  if (!Array.isArray(allOf) || allOf.length !== 1) return node
  const [only] = allOf
  const annotations = new Set(["description", "examples", "title"])
  return isNode(only) && Object.keys(only).every((key) => annotations.has(key)) ? { ...rest, ...only } : node
}

/** A choice of one is no choice. */
const unwrapSingleChoice = (node: Node): Node => {
  const { anyOf, ...rest } = node
  const [only] = nodesAt(node, "anyOf")
  return Array.isArray(anyOf) && anyOf.length === 1 && only !== undefined ? { ...rest, ...only } : node
}

/** Unknown fields of a request are ignored, and answers may grow. */
const leaveRoom = (node: Node): Node => {
  const { additionalProperties, ...rest } = node
  return additionalProperties === false ? rest : node
}

/** Takes out limits and patterns that say nothing: the range of JSON's whole numbers, the form of a UUID. */
const dropTheObvious = (node: Node): Node => {
  const { maximum, minimum, pattern, ...rest } = node
  return {
    ...rest,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(pattern === undefined || node["format"] === "uuid" ? {} : { pattern })
  }
}

/** Paging comes as text in a query, but it is numbers; their bounds are in the words of `fields.ts`. */
const countRows = (node: Node): Node => {
  if (node["in"] !== "query" || (node["name"] !== "limit" && node["name"] !== "offset")) return node
  const words = String(node["description"])
  const bounds = /(\d+) to (\d+)/.exec(words)
  const standard = /(\d+) by default/.exec(words)
  return {
    ...node,
    schema: {
      type: "integer",
      ...(bounds === null ? { minimum: 0 } : { minimum: Number(bounds[1]), maximum: Number(bounds[2]) }),
      ...(standard === null ? {} : { default: Number(standard[1]) })
    }
  }
}

/** A parameter's description belongs to the parameter. */
const describeParameter = (node: Node): Node => {
  if (typeof node["in"] !== "string" || typeof node["name"] !== "string" || !isNode(node["schema"])) return node
  const { description, ...schema } = node["schema"]
  return description === undefined ? node : { ...node, description, schema }
}

const seconds = { description: "Seconds to wait", required: true, schema: { type: "integer", minimum: 1 } }

/** The schema describes headers as texts: `retry-after` is documented as the number that it holds. */
const countSeconds = (node: Node): Node =>
  isNode(node["headers"]) && isNode(node["headers"]["retry-after"])
    ? { ...node, headers: { ...nodeAt(node, "headers"), "retry-after": seconds } }
    : node

/** `NotFoundEncoded` is what others call `NotFound`. */
const renameErrors = (document: Node): unknown =>
  JSON.parse(JSON.stringify(document).replaceAll(/"(#\/components\/schemas\/)?(\w+)Encoded"/g, '"$1$2"'))

export const tidy = (document: Node): Node => {
  const changed = mapNodes(renameErrors(document), (node) =>
    [describeInPlace, unwrapSingleChoice, leaveRoom, dropTheObvious, describeParameter, countRows, countSeconds].reduce(
      (before, change) => change(before),
      node
    )
  )
  return isNode(changed) ? changed : document
}
