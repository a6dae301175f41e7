import type { SqlError } from "effect/sql"

/** Postgres's own words, without the statement; the driver's wrapper says only "failed". */
export const sqlWords = ({ message, reason: { cause } }: SqlError.SqlError): string =>
  cause instanceof Error && cause.message !== "" ? cause.message : message

/** Of appendix A of Postgres's manual; empty where Postgres gave none. */
export const sqlCode = ({ reason }: SqlError.SqlError): string => {
  const { cause } = reason
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""
}
