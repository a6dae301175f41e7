/**
 * A bank's permits, shared by the nodes of one database: all nodes together have no more logins and reads in progress at a bank
 * than one node alone may have. A service that works alone doesn't need it: it counts by itself.
 */
import { Context, type Duration, type Effect } from "effect"
import type { SharedPermits } from "../fairSemaphore.ts"

export interface BankPermitsShape {
  /**
   * Waits for one of a bank's `permits`. At a bank where others have accounts too, a user may hold, over all nodes, at most two
   * permits for each one that is left free. A node that dies or freezes loses its permits. One that loses the database for a
   * moment, though its sessions go on, takes them again when that is back, and those that another node has taken by then once that
   * gives them back: until then more than the limit may run.
   */
  readonly take: (bankId: string, permits: number) => SharedPermits["take"]
  /**
   * Waits for the one permit of a login. A node that loses the database for a moment has it still: whoever has waited for it leaves
   * it alone for so long that this node can come back. Who has waited for `wantedAfter` is seen to want it.
   */
  readonly takeLogin: (loginId: string, wantedAfter: Duration.Duration) => SharedPermits["take"]
  /** Whether another node has waited for the login for `wantedAfter`. */
  readonly isWanted: (loginId: string) => Effect.Effect<boolean>
}

export const BankPermits = Context.Reference<BankPermitsShape | null>("@counterfoil/core/sessions/BankPermits", {
  defaultValue: () => null
})
