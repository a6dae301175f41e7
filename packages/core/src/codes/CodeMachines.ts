/**
 * What makes an account's codes without asking anybody. The host types them like any other code: scripts see a handle, and
 * nothing of the secret leaves this room.
 */
import { Clock, Context, DateTime, Duration, Effect, Layer, Redacted } from "effect"
import type { OtpDescriptor } from "@counterfoil/domain"
import { uuid } from "../ids.ts"
import { Vault } from "../security/Vault.ts"
import type { Answered } from "./Channel.ts"
import { type AnsweredRequest, CodeRepository } from "./CodeRepository.ts"
import { readTotp, totpPlace, type TotpSecret } from "./totp.ts"

/** How the script says that the code comes. */
export type Via = "sms" | "app" | "email" | "token"

export interface MadeCode {
  readonly code: Redacted.Redacted<string>
  readonly answered: Answered
}

export interface CodeMachine {
  /** The next code, each one once: waits for the next time step where this one is used up or about to end. */
  readonly next: Effect.Effect<MadeCode>
  /** Writes down what the bank made of a code, for the owner's list. */
  readonly record: (request: AnsweredRequest) => Effect.Effect<void>
}

/** Null: a person is asked. (Default: always) */
export const CodeMachines = Context.Reference<{
  readonly machineFor: (
    accountId: string,
    descriptor: OtpDescriptor,
    via: Via | undefined
  ) => Effect.Effect<CodeMachine | null>
}>("@counterfoil/core/codes/CodeMachines", {
  defaultValue: () => ({ machineFor: () => Effect.succeed(null) })
})

/** The bank must see the code before its step is over. */
const leastLeft = Duration.seconds(4)

/** A code that the bank sends is another one. */
const mayBeMade = (secret: TotpSecret, descriptor: OtpDescriptor, via: Via | undefined): boolean =>
  via !== "sms" && via !== "email" && descriptor.type === "numeric" && descriptor.length === secret.digits

export const totpMachines: Layer.Layer<never, never, CodeRepository | Vault> = Layer.effect(
  CodeMachines,
  Effect.gen(function* () {
    const repository = yield* CodeRepository
    const vault = yield* Vault

    const secretOf = Effect.fnUntraced(function* (accountId: string) {
      const { totp } = yield* repository.settings(accountId)
      if (totp === null) return null
      const read = readTotp(Redacted.value(yield* Effect.orDie(vault.decrypt(totpPlace(accountId), totp.cell))))
      return typeof read === "string" ? null : read
    })

    const machineOf = (accountId: string, secret: TotpSecret): CodeMachine => {
      const length = secret.period * 1000

      const claimStep: Effect.Effect<number> = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const begins = Math.floor(now / length) * length
        const left = begins + length - now
        const claimed =
          left > Duration.toMillis(leastLeft) &&
          (yield* repository.useStep(accountId, DateTime.makeUnsafe(begins), DateTime.makeUnsafe(begins + length)))
        if (claimed) return begins
        yield* Effect.sleep(Duration.millis(left))
        return yield* claimStep
      })

      return {
        next: Effect.gen(function* () {
          const askedAt = yield* DateTime.now
          const begins = yield* claimStep
          const code = Redacted.make(secret.codeAt(begins), { label: "one-time code" })
          return { code, answered: { by: "totp" as const, askedAt, at: yield* DateTime.now } }
        }).pipe(Effect.withSpan("CodeMachine.next")),
        record: (request) => Effect.flatMap(uuid, (id) => repository.record({ ...request, id, accountId }))
      }
    }

    return {
      machineFor: Effect.fnUntraced(function* (accountId, descriptor, via) {
        const secret = yield* secretOf(accountId)
        return secret !== null && mayBeMade(secret, descriptor, via) ? machineOf(accountId, secret) : null
      })
    }
  })
)
