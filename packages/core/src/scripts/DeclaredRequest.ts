/**
 * The requests beyond reading that a bank's page may send while a script drives it. After its login a page only reads:
 * whatever else its bank needs for that (a search by POST, a logout) is declared in the script's manifest, where those who
 * promote it see it.
 */
import { Schema } from "effect"

export const scriptPhases = ["resume", "login", "extract", "keepAlive", "logout"] as const
export type ScriptPhase = (typeof scriptPhases)[number]

/** A path without query, exact but for segments that are `*`: one whole segment, whatever it is. */
const Path = Schema.String.check(
  Schema.isMaxLength(300),
  Schema.isPattern(/^\/[^\s?#\\]*$/, { message: "Expected a path such as /movements/search, without query" })
)

export const DeclaredRequest = Schema.Struct({
  /** `WEBSOCKET`: sockets to the bank's origins; inside TLS their path can't be seen, so it is told and not enforced. */
  method: Schema.Literals(["GET", "POST", "PUT", "PATCH", "DELETE", "WEBSOCKET"]),
  path: Path,
  /** The script reads what the bank answers to it while it extracts; a GET is declared for that only. */
  readable: Schema.optionalKey(Schema.Literal(true)),
  /** Absent: every phase but the login, in which everything is allowed unless something is declared for it. */
  phases: Schema.optionalKey(Schema.NonEmptyArray(Schema.Literals(scriptPhases)))
}).check(
  Schema.makeFilter(({ method, readable }) =>
    method !== "GET" || readable === true ? undefined : "a GET leaves anyway: it is declared only with readable: true"
  )
)
export type DeclaredRequest = typeof DeclaredRequest.Type

/** Most of them in one manifest. */
export const mostDeclared = 50

const reading = new Set(["GET", "HEAD", "OPTIONS"])

/** Whether a request asks for nothing but to be shown something, by HTTP's own definition (RFC 9110, section 9.2.1). */
export const isReading = (method: string): boolean => reading.has(method.toUpperCase())

/** Parameters of a segment (`;jsessionid=…`) name a session, not a place. */
const segmentsOf = (path: string): ReadonlyArray<string> =>
  path.split("/").map((segment) => segment.replace(/;.*$/, ""))

/** As browsers write it: `/búsqueda` and `/b%C3%BAsqueda` are one path. */
const canonical = (path: string): string => URL.parse(path, "http://bank.invalid")?.pathname ?? path

const decoded = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/**
 * Whether a browser asks for what is written: `//movements/transfers` is another host's `/transfers`, and so is
 * `/movements/%2e%2e/transfers`. Whoever agrees to a path reads it as it stands.
 */
export const isAsWritten = (path: string): boolean => {
  const [written, asked] = [decoded(path), canonical(path)]
  if (written === undefined) return asked === path
  return decoded(asked) === written && !/\p{Cc}/u.test(written)
}

/** A segment that a bank could read as more than one. */
const isAmbiguous = (segment: string): boolean => /%2f|%5c|%00|%3b/i.test(segment)

const isAtPath = (declared: string, path: string): boolean => {
  // Of a version that was published before such paths were refused.
  if (!isAsWritten(declared)) return false
  const wanted = segmentsOf(canonical(declared))
  const asked = segmentsOf(path)
  if (wanted.length !== asked.length) return false
  return wanted.every((segment, place) => {
    const other = asked[place] ?? ""
    return segment === "*" ? other !== "" && !isAmbiguous(other) : segment === other
  })
}

/** The declared requests that count in a phase; undefined: everything is allowed in it. */
const countingIn = (
  phase: ScriptPhase,
  declared: ReadonlyArray<DeclaredRequest>
): ReadonlyArray<DeclaredRequest> | undefined => {
  if (phase !== "login") return declared.filter(({ phases }) => phases === undefined || phases.includes(phase))
  const ofLogin = declared.filter(({ phases }) => phases?.includes("login") === true)
  return ofLogin.length === 0 ? undefined : ofLogin
}

/** Whether a request to one of the bank's origins may leave in a phase. */
export const mayLeave = (
  phase: ScriptPhase,
  declared: ReadonlyArray<DeclaredRequest>,
  method: string,
  path: string
): boolean => {
  if (isReading(method)) return true
  const counting = countingIn(phase, declared)
  return (
    counting === undefined || counting.some((each) => each.method === method.toUpperCase() && isAtPath(each.path, path))
  )
}

/** Whether the script may read what the bank answers to a request of its page. */
export const mayBeRead = (
  phase: ScriptPhase,
  declared: ReadonlyArray<DeclaredRequest>,
  method: string,
  path: string
): boolean =>
  phase === "extract" &&
  (countingIn(phase, declared) ?? []).some(
    (each) => each.readable === true && each.method === method.toUpperCase() && isAtPath(each.path, path)
  )

/** Whether a path is one that the manifest declares as readable, as `page.responses` names it. */
export const isReadable = (declared: ReadonlyArray<DeclaredRequest>, path: string): boolean =>
  declared.some((each) => each.readable === true && each.path === path)

/** Whether WebSockets to the bank's origins may be open in a phase. */
export const maySockets = (phase: ScriptPhase, declared: ReadonlyArray<DeclaredRequest>): boolean => {
  const counting = countingIn(phase, declared)
  return counting === undefined || counting.some(({ method }) => method === "WEBSOCKET")
}

/** A request that was kept from leaving. */
export interface RefusedRequest {
  readonly phase: ScriptPhase
  readonly method: string
  /** `https://bank.example`, or `wss://…`. */
  readonly origin: string
  /** Without the query. */
  readonly path: string
}

/** An entry of the manifest's `requests`, as its author writes it. */
export const declarationOf = ({
  method,
  path,
  phases,
  readable
}: {
  readonly readable?: true
  readonly method: string
  readonly path: string
  readonly phases?: ReadonlyArray<ScriptPhase>
}): string => {
  const only = phases === undefined ? "" : `, phases: [${phases.map((phase) => JSON.stringify(phase)).join(", ")}]`
  const read = readable === true ? ", readable: true" : ""
  return `{ method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)}${only}${read} }`
}

/** One sentence for the author and the account's owner. */
export const sentenceOf = (refused: RefusedRequest): string =>
  `${refused.method} ${refused.origin}${refused.path} was refused in ${refused.phase}: ` +
  (refused.phase === "login" ? "only declared requests leave in it" : "after its login a page only reads") +
  `; if the bank needs it, add ${declarationOf({ ...refused, phases: [refused.phase] })} to the manifest's requests`
