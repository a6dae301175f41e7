/**
 * The places at a bank that the nodes of one database share: of all together no more log in or read at a time than one
 * alone may. A service that works alone has none of it, for its own count is enough.
 */
import { Context } from "effect"
import type { SharedPermits } from "../fairSemaphore.ts"

export interface BankPlacesShape {
  /**
   * Waits for one of a bank's `places`, for the first of the users who may have one: where others have accounts at the bank,
   * nobody has more of its places, over all nodes, than leaves half as many. A node that dies or freezes loses what it holds;
   * one that loses the database for a moment does too, and its sessions go on: until they end there may be more.
   */
  readonly take: (bankId: string, places: number) => SharedPermits["take"]
}

export const BankPlaces = Context.Reference<BankPlacesShape | null>("@counterfoil/core/sessions/BankPlaces", {
  defaultValue: () => null
})
