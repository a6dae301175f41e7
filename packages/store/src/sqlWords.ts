import type { SqlError } from "effect/sql"

/** Postgres's own words, without the statement; the driver's wrapper says only "failed". */
export const sqlWords = ({ message, reason: { cause } }: SqlError.SqlError): string =>
  cause instanceof Error && cause.message !== "" ? cause.message : message
