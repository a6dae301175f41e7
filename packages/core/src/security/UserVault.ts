/** Encryption at rest of what belongs to users, not to one of their accounts: the vault's way, with one data key per user. */
import { Context, Effect, Layer } from "effect"
import type { Transactor } from "../Transactor.ts"
import { AccountKeyRepository } from "./AccountKeyRepository.ts"
import { type InvalidKeyRing, type KeyRing, Vault } from "./Vault.ts"

/** Of users: the `accountId` of its methods is a user's id. */
export class UserKeyRepository extends Context.Service<UserKeyRepository, AccountKeyRepository["Service"]>()(
  "@counterfoil/core/security/UserKeyRepository"
) {}

/** Of users: the `accountId` of its places is a user's id. */
export class UserVault extends Context.Service<UserVault, Vault["Service"]>()("@counterfoil/core/security/UserVault") {
  static readonly layer = (ring: KeyRing): Layer.Layer<UserVault, InvalidKeyRing, UserKeyRepository | Transactor> =>
    Layer.effect(
      UserVault,
      Effect.flatMap(UserKeyRepository, (keys) =>
        Effect.map(
          Layer.build(Vault.layer(ring).pipe(Layer.provide(Layer.succeed(AccountKeyRepository, keys)))),
          Context.get(Vault)
        )
      )
    )
}
