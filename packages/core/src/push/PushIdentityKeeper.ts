/** The key pair with which push services know this installation: made once, sealed in the database, the same on all nodes. */
import { Context, Effect, Layer, Redacted } from "effect"
import { Vault } from "../security/Vault.ts"
import { NoticeRepository } from "../notices/NoticeRepository.ts"
import { makePushIdentity, type PushIdentity } from "./webPush.ts"

/** Its data key is of no account and no user. */
const place = {
  accountId: "00000000-0000-7000-8000-000000000001",
  table: "push_identity",
  column: "private_key_sealed",
  row: "1"
}

export class PushIdentityKeeper extends Context.Service<
  PushIdentityKeeper,
  { readonly identity: Effect.Effect<PushIdentity> }
>()("@counterfoil/core/push/PushIdentityKeeper") {
  static readonly layer: Layer.Layer<PushIdentityKeeper, never, NoticeRepository | Vault> = Layer.effect(
    PushIdentityKeeper,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const repository = yield* NoticeRepository
  const vault = yield* Vault

  const add = Effect.gen(function* () {
    const { privateKey, publicKey } = makePushIdentity()
    const privateKeySealed = yield* vault.encrypt(place, Redacted.make(privateKey))
    yield* repository.addPushIdentity({ publicKey, privateKeySealed })
  })

  const read = Effect.gen(function* () {
    if ((yield* repository.pushIdentity) === null) yield* add
    // Another node may have been faster.
    const kept = yield* repository.pushIdentity
    if (kept === null) return yield* Effect.die(new Error("the identity for push services is not there"))
    const privateKey = yield* Effect.orDie(vault.decrypt(place, kept.privateKeySealed))
    return { publicKey: kept.publicKey, privateKey: Redacted.value(privateKey) }
  })

  let known: PushIdentity | undefined
  return PushIdentityKeeper.of({
    identity: Effect.suspend(() =>
      known === undefined
        ? Effect.tap(read, (identity) =>
            Effect.sync(() => {
              known = identity
            })
          )
        : Effect.succeed(known)
    )
  })
})
