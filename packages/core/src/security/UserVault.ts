/** Encryption at rest of what belongs to users, not to one of their accounts: the vault's way, with one data key per user. */
import { Context, Layer } from "effect"
import type { Transactor } from "../Transactor.ts"
import type { KeyRepository } from "./KeyRepository.ts"
import { type InvalidKeyRing, type KeyRing, makeVault, type Vault } from "./Vault.ts"

/** The keys are of users: where a place says `accountId`, it holds a user's id. */
export class UserVault extends Context.Service<UserVault, Vault["Service"]>()("@counterfoil/core/security/UserVault") {
  static readonly layer = (ring: KeyRing): Layer.Layer<UserVault, InvalidKeyRing, KeyRepository | Transactor> =>
    Layer.effect(UserVault, makeVault(ring, "users"))
}
