/**
 * The places at a bank that the nodes of one database share: of all together no more log in or read at a time than one
 * alone may. A service that works alone has none of it, for its own count is enough.
 */
import { Context, type Effect } from "effect"

export interface BankPlacesShape {
  /**
   * Waits for one of a bank's `places`, and answers how it is given back. A node that dies or freezes loses what it holds;
   * one that loses the database for a moment does too, and its sessions go on: until they end there may be more.
   */
  readonly take: (bankId: string, places: number) => Effect.Effect<Effect.Effect<void>>
}

export const BankPlaces = Context.Reference<BankPlacesShape | null>("@counterfoil/core/sessions/BankPlaces", {
  defaultValue: () => null
})
