/** Which nodes there are. A node is present as long as its own connection to the database lives and it uses it. */
import { Context, type Effect, Schema, type Scope } from "effect"

/** One-way: two nodes can tell whether they have the same secrets, and nobody can tell what these are. */
export const SecretMarks = Schema.Struct({
  jwtSigningKey: Schema.String,
  apiKeyPepper: Schema.String,
  /** Ids of the keys; the first encrypts, all decrypt. */
  keyEncryptionKeys: Schema.Array(Schema.String)
})
export type SecretMarks = typeof SecretMarks.Type

export interface Node {
  readonly id: string
  /** Where the other nodes reach it. */
  readonly host: string
  readonly port: number
  readonly secrets: SecretMarks
}

export class NodeRegistry extends Context.Service<
  NodeRegistry,
  {
    /**
     * Makes this process a node until the scope closes; over lost connections too. `onReturn` runs after each: the others may
     * have taken this node for lost in the meantime.
     */
    readonly join: (node: Node, onReturn?: Effect.Effect<void>) => Effect.Effect<void, never, Scope.Scope>
    /** Itself among them; the oldest first. */
    readonly present: Effect.Effect<ReadonlyArray<Node>>
    /** Those that went without leaving: their process died, froze, or lost the database. */
    readonly absent: Effect.Effect<ReadonlyArray<Node>>
    /** False: another node did so before. */
    readonly forget: (id: string) => Effect.Effect<boolean>
  }
>()("@counterfoil/core/actor/NodeRegistry") {}
