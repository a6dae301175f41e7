/**
 * A bank's permits, shared by the nodes of one database: all nodes together have no more logins and reads in progress at a bank
 * than one node alone may have. A service that works alone doesn't need it: it counts by itself.
 */
import { Context } from "effect"
import type { SharedPermits } from "../fairSemaphore.ts"

export interface BankPermitsShape {
  /**
   * Waits for one of a bank's `permits`, for the first of the users who may have one: at a bank where others have accounts too,
   * nobody holds so many, over all nodes, that fewer than half as many are left. A node that dies or freezes loses its permits;
   * one that loses the database for a moment does too, and its sessions go on: until they end, more than the limit may run.
   */
  readonly take: (bankId: string, permits: number) => SharedPermits["take"]
}

export const BankPermits = Context.Reference<BankPermitsShape | null>("@counterfoil/core/sessions/BankPermits", {
  defaultValue: () => null
})
