/** Which SQL errors pass by themselves, and after which of them it is certain that nothing was written. */
import { DatabaseTakesNoWrites, DatabaseUnavailable } from "@counterfoil/core"
import { Cause } from "effect"
import { SqlError } from "effect/sql"
import { ServiceStops } from "../connections/DatabaseSockets.ts"
import { sqlCode } from "./sqlWords.ts"

/**
 * Codes of appendix A of Postgres's manual: admin shutdown, crash shutdown, cannot connect now, idle session timeout; idle in
 * transaction; too many connections, out of memory.
 */
const passing: ReadonlySet<string> = new Set(["57P01", "57P02", "57P03", "57P05", "25P03", "53300", "53200"])

/** Codes of the same: a read-only transaction, a full disk. */
const refusingWrites: ReadonlySet<string> = new Set(["25006", "53100"])

const isPassing = (error: SqlError.SqlError): boolean => {
  switch (error.reason._tag) {
    case "ConnectionError":
    case "DeadlockError":
    case "SerializationError":
    case "LockTimeoutError":
    case "StatementTimeoutError":
      return true
    default:
      return passing.has(sqlCode(error))
  }
}

/** Of a connection that the server ended while it waited for a statement: whatever was sent over it then was not done. */
const endedIdle: ReadonlySet<string> = new Set(["25P03", "57P05"])

/** The server itself took it back, or there was no connection to send it over. */
const wroteNothing = (error: SqlError.SqlError): boolean =>
  error.reason.operation === "connect" ||
  endedIdle.has(sqlCode(error)) ||
  ["DeadlockError", "SerializationError", "LockTimeoutError", "StatementTimeoutError"].includes(error.reason._tag)

/** Not tried again: a statement that reached its time limit would reach it again, and a service that stops has no time. */
export const isWorthTryingAgain = ({ cause, isLast }: DatabaseUnavailable): boolean =>
  isLast !== true && !(cause instanceof SqlError.SqlError && cause.reason._tag === "StatementTimeoutError")

/** `effective`: what was sent would have been there for good once it was done: a commit, or a statement by itself. */
const faultOf = (error: SqlError.SqlError, effective: boolean): DatabaseUnavailable =>
  new DatabaseUnavailable({
    message: "the database is not available",
    outcome: effective && !wroteNothing(error) ? "unknown" : "undone",
    isLast: error.reason.cause instanceof ServiceStops,
    cause: error
  })

/** The defect that an SQL error becomes. */
export const defectOf = (error: SqlError.SqlError, effective = true): unknown => {
  if (isPassing(error)) return faultOf(error, effective)
  return refusingWrites.has(sqlCode(error)) ? new DatabaseTakesNoWrites({ cause: error }) : error
}

/** The fault among what ended a transaction; a rollback that fails for want of a connection hides why it was made. */
export const faultIn = (cause: Cause.Cause<unknown>, effective: boolean): DatabaseUnavailable | undefined => {
  if (Cause.hasInterrupts(cause)) return undefined
  for (const reason of cause.reasons) {
    const found = Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
    // What a statement of a transaction wrote is there only if its commit is.
    if (found instanceof DatabaseUnavailable)
      return found.cause instanceof SqlError.SqlError ? faultOf(found.cause, effective) : found
    if (found instanceof SqlError.SqlError && isPassing(found)) return faultOf(found, effective)
  }
  return undefined
}
