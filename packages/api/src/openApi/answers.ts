/** What any endpoint may answer besides what it declares, and each answer in words. */
import { codeHeader, fieldsHeader } from "../refusalCodes.ts"
import { isNode, mapMembers, type Node, nodeAt } from "./json.ts"

const json = (schema: Node): Node => ({ "application/json": { schema } })

const sentence = { type: "string", description: "One sentence: what is wrong" }

const dashboardRefusal: Node = {
  type: "object",
  properties: { error: sentence },
  required: ["error"],
  examples: [{ error: "Not found" }]
}

const codes = [
  "INVALID_REQUEST",
  "UNAUTHORIZED",
  "INVALID_API_KEY",
  "FORBIDDEN",
  "NOT_FOUND",
  "NO_PENDING_ASSISTANCE",
  "RATE_LIMITED",
  "INTERNAL",
  "UNAVAILABLE"
]

const v1Refusal: Node = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: { code: { type: "string", enum: codes }, message: sentence },
      required: ["code", "message"]
    }
  },
  required: ["error"],
  examples: [{ error: { code: "NOT_FOUND", message: "Account not found" } }]
}

const refused =
  "Refused before it reached the endpoint: no JSON in UTF-8 (400), unknown path (404), another method (405, with `Allow`), " +
  "too large a body (413), another content type or a compressed body (415)"
const fault = "Our fault: the message carries the request's id, by which the log tells more"

const ref = (kind: "schemas" | "responses", name: string): Node => ({ $ref: `#/components/${kind}/${name}` })

const headerRef = (name: string): Node => ({ $ref: `#/components/headers/${name}` })

/** The headers of a refusal, by its status; all refusals have their code in a header besides. */
const headersOf: Readonly<Record<string, Node>> = {
  "400": { [fieldsHeader]: headerRef("ErrorFields") },
  "401": { "www-authenticate": headerRef("Challenge") },
  "4XX": { [fieldsHeader]: headerRef("ErrorFields"), allow: headerRef("Allow") }
}

const headers: Node = {
  ErrorCode: {
    description: "A stable code beside the sentence (extension): docs/api.md lists them",
    required: true,
    schema: { type: "string" },
    example: "account_not_found"
  },
  ErrorFields: {
    description: "The fields that the sentence is about, separated by commas (extension)",
    schema: { type: "string" },
    example: "webhook_url,retry_limit"
  },
  Allow: {
    description: "The methods that the path knows, where another was used (405)",
    schema: { type: "string" },
    example: "GET, HEAD"
  },
  Challenge: {
    description: "Which credential is asked for",
    required: true,
    schema: { type: "string", enum: ["Bearer", "Api-Key"] },
    example: "Bearer"
  }
}

/** Whatever is refused says so in its headers too. */
const withCode = (response: unknown, status: string): unknown =>
  isNode(response) && /^[45]/.test(status) && response["$ref"] === undefined
    ? {
        ...response,
        headers: {
          ...nodeAt(response, "headers"),
          [codeHeader]: headerRef("ErrorCode"),
          ...headersOf[status]
        }
      }
    : response

const schemas: Node = { Refusal: dashboardRefusal, V1Refusal: v1Refusal }

const responses: Node = {
  Refused: withCode(
    {
      description: `${refused}; too many changes of one user (429, with \`Retry-After\`)`,
      content: json(ref("schemas", "Refusal"))
    },
    "4XX"
  ),
  Fault: withCode({ description: fault, content: json(ref("schemas", "Refusal")) }, "5XX"),
  V1Refused: withCode({ description: refused, content: json(ref("schemas", "V1Refusal")) }, "4XX"),
  V1Fault: withCode({ description: fault, content: json(ref("schemas", "V1Refusal")) }, "5XX")
}

const words: Readonly<Record<string, string>> = {
  "201": "Created",
  "202": "Queued: it is done soon after",
  "204": "Done; there is no body"
}

const inWords = (response: unknown, status: string): unknown =>
  isNode(response) && words[status] !== undefined ? { ...response, description: words[status] } : response

const completed = (operation: unknown, path: string): unknown => {
  if (!isNode(operation)) return operation
  const surface = path.startsWith("/v1/") ? "V1" : ""
  return {
    ...operation,
    responses: {
      ...mapMembers(nodeAt(operation, "responses"), (response, status) => withCode(inWords(response, status), status)),
      "4XX": ref("responses", `${surface}Refused`),
      "5XX": ref("responses", `${surface}Fault`)
    }
  }
}

export const withCommonAnswers = (document: Node): Node => {
  const components = nodeAt(document, "components")
  return {
    ...document,
    paths: mapMembers(nodeAt(document, "paths"), (item, path) =>
      isNode(item) ? mapMembers(item, (operation) => completed(operation, path)) : item
    ),
    components: { ...components, schemas: { ...nodeAt(components, "schemas"), ...schemas }, responses, headers }
  }
}
