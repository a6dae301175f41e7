/** A database of the run's own Postgres for one world: it is there already, and nothing waits for the disk. */
import { TestDatabase } from "@counterfoil/testing"
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"

export const ownDatabase = async () => {
  const scope = Effect.runSync(Scope.make())
  const context = await Effect.runPromise(Layer.buildWithScope(TestDatabase.layer, scope))
  return {
    env: {
      DATABASE_URL: Redacted.value(Context.get(context, TestDatabase).url),
      JWT_SIGNING_KEY: "a signing key that this world keeps over its restarts",
      KEY_ENCRYPTION_KEY: "an encryption key that this world keeps over its restarts",
      API_KEY_PEPPER: "a pepper that this world keeps over its restarts"
    },
    drop: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
