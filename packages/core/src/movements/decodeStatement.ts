/** Statements of scripts and files as values, while others have their turn. */
import { decodingStatement, type Statement } from "@counterfoil/domain"
import { Effect, type Schema } from "effect"
import { cooperatively } from "../cooperatively.ts"

export const decodeStatement = (json: unknown): Effect.Effect<Statement, Schema.SchemaError> =>
  Effect.flatMap(cooperatively(decodingStatement(json)), Effect.fromResult)
