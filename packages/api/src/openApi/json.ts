/** JSON of unknown form, changed node by node. */
export type Node = { readonly [key: string]: unknown }

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The member as an object; an empty one where it is none. */
export const nodeAt = (node: Node, key: string): Node => {
  const member = node[key]
  return isNode(member) ? member : {}
}

/** The member as a list of objects. */
export const nodesAt = (node: Node, key: string): ReadonlyArray<Node> => {
  const member = node[key]
  return Array.isArray(member) ? member.filter(isNode) : []
}

/** Changes every object, the inner ones first. */
export const mapNodes = (value: unknown, change: (node: Node) => Node): unknown => {
  if (Array.isArray(value)) return value.map((one) => mapNodes(one, change))
  if (!isNode(value)) return value
  return change(mapMembers(value, (inner) => mapNodes(inner, change)))
}

export const mapMembers = (node: Node, change: (member: unknown, key: string) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, member]) => [key, change(member, key)]))
