/** Short-lived, single-use tickets that open one realtime stream. Stored hashed. */
import { Context, Duration, Effect, Layer, Redacted } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { type TicketHolder, UserRepository } from "./UserRepository.ts"

export interface RealtimeTicketsOptions {
  /** How long a ticket may be used. (Default: 30 seconds) */
  readonly ttl?: Duration.Input
}

export class RealtimeTickets extends Context.Service<
  RealtimeTickets,
  {
    /** The ticket dies with a change of the password. */
    readonly issue: (owner: {
      readonly id: string
      readonly sessionVersion: number
      /** Whether its stream hears what goes beyond the contract's types. (Default: false) */
      readonly allTypes?: boolean
    }) => Effect.Effect<{ readonly ticket: Redacted.Redacted<string>; readonly ttlSeconds: number }>
    /** Whose fresh ticket it is, which is used up by this; null for any other. */
    readonly redeem: (ticket: Redacted.Redacted<string>) => Effect.Effect<TicketHolder | null>
  }
>()("@counterfoil/core/users/RealtimeTickets") {
  static readonly layer = (options: RealtimeTicketsOptions = {}): Layer.Layer<RealtimeTickets, never, UserRepository> =>
    Layer.effect(
      RealtimeTickets,
      Effect.map(UserRepository, (repository) => {
        const ttl = Duration.fromInputUnsafe(options.ttl ?? "30 seconds")
        return RealtimeTickets.of({
          issue: Effect.fn("RealtimeTickets.issue")(function* (owner) {
            const ticket = randomBytes(32).toString("base64url")
            yield* repository.insertTicket(hashOf(ticket), { allTypes: false, ...owner }, ttl)
            return { ticket: Redacted.make(ticket, { label: "realtime ticket" }), ttlSeconds: Duration.toSeconds(ttl) }
          }),
          redeem: Effect.fn("RealtimeTickets.redeem")((ticket) => repository.takeTicket(hashOf(Redacted.value(ticket))))
        })
      })
    )
}

const hashOf = (ticket: string): Uint8Array => createHash("sha256").update(ticket).digest()
