/** Why a request doesn't fit its schema: a sentence for each field, its own or one made from its path. */
import { Schema, SchemaAST, type SchemaIssue } from "effect"

/** After so many, the message only says that there are more: a list may hold thousands of wrong values. */
const mostTold = 20

/** All that is wrong, each thing once. Never repeats what was sent: it may be a secret. */
export const issueMessage = (issue: SchemaIssue.Issue): string => {
  const told = [...new Set(fieldIssues(issue).map((one) => messageOf(one)))]
  const more = told.length - mostTold
  return [...told.slice(0, mostTold), ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
}

/** One for each field of the request's object. */
const fieldIssues = (issue: SchemaIssue.Issue): ReadonlyArray<SchemaIssue.Issue> => {
  switch (issue._tag) {
    case "Encoding":
      return fieldIssues(issue.issue)
    case "AnyOf": {
      // An endpoint's body is a choice of one.
      const [only, ...others] = issue.issues
      return only === undefined || others.length > 0 ? [issue] : fieldIssues(only)
    }
    case "Composite": {
      const pointers = issue.issues.filter(({ _tag }) => _tag === "Pointer")
      return pointers.length < 2 ? [issue] : pointers
    }
    default:
      return [issue]
  }
}

const messageOf = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey> = []): string => {
  switch (issue._tag) {
    case "Pointer":
      return messageOf(issue.issue, [...path, ...issue.path])
    case "Filter":
      return ofCheck(issue) ?? inner(issue.issue, path)
    case "Encoding":
      return own(issue.ast, path) ?? inner(issue.issue, path)
    case "Composite":
    case "AnyOf": {
      const [first] = issue.issues
      if (first === undefined) return ofMember(issue.ast) ?? wrong(path)
      // The message of the check that failed; where it has none, the field's own, which is an annotation of its last check.
      const failed = first._tag === "Filter" ? ofCheck(first) : undefined
      return failed ?? own(issue.ast, path) ?? inner(first, path)
    }
    case "MissingKey":
      return text(issue.annotations?.["messageMissingKey"]) ?? `${name(path)} is required`
    case "UnexpectedKey":
      return `${name(path)} is not known`
    case "InvalidValue":
      return text(issue.annotations?.["message"]) ?? wrong(path)
    case "InvalidType":
    case "OneOf":
      return text(annotation(issue.ast)) ?? wrong(path)
    case "Forbidden":
      return wrong(path)
  }
}

/** A check's own words: those it was given, or those it found for this value. */
const ofCheck = ({ filter, issue }: SchemaIssue.Filter): string | undefined =>
  text(filter.annotations?.["message"]) ??
  (issue._tag === "InvalidValue" ? text(issue.annotations?.["message"]) : undefined)

const inner = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>) => messageOf(issue, path)

// The message of the whole body is for a body that is no object. A wrong field has a message of its own.
const own = (ast: SchemaAST.AST, path: ReadonlyArray<PropertyKey>): string | undefined =>
  path.length === 0 ? undefined : text(annotation(ast))

/** A union that nothing fits: the words of its first member, where it has none itself. */
const ofMember = (ast: SchemaAST.AST): string | undefined => {
  const [member] = SchemaAST.isUnion(ast) ? ast.types : []
  return text(annotation(ast)) ?? (member === undefined ? undefined : text(annotation(member)))
}

const annotation = (ast: SchemaAST.AST): unknown =>
  Schema.resolveAnnotations(Schema.make(ast))?.["message"] ?? ast.annotations?.["message"]

const text = (message: unknown): string | undefined => (typeof message === "string" ? message : undefined)

const name = (path: ReadonlyArray<PropertyKey>): string => (path.length === 0 ? "The request body" : path.join("."))

const wrong = (path: ReadonlyArray<PropertyKey>): string => `${name(path)} has a wrong form`
