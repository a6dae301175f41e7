/** Statements of scripts and files as values, while others have their turn. */
import { decodingStatement, type Statement } from "@counterfoil/domain"
import { Effect, type Schema } from "effect"
import { unhurried } from "../unhurried.ts"

export const decodeStatement = (json: unknown): Effect.Effect<Statement, Schema.SchemaError> =>
  Effect.flatMap(unhurried(decodingStatement(json)), Effect.fromResult)
