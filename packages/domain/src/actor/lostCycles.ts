/** What becomes of an account whose cycles end with their node, again and again: its script, or its bank, may be what ends it. */

const firstWaitMillis = 60_000
const longestWaitMillis = 60 * 60_000

/** Whether it is only tried again with no other account of its kind beside it, so that the one at fault is told from its neighbours. */
export const isSuspect = (lostCycles: number, tolerated: number): boolean => lostCycles > tolerated

/** How long the next cycle waits after so many in a row were lost; 0: not at all. A node may die for any reason: some are tolerated. */
export const heldBackMillis = (lostCycles: number, tolerated: number): number =>
  isSuspect(lostCycles, tolerated)
    ? Math.min(longestWaitMillis, firstWaitMillis * 2 ** (lostCycles - tolerated - 1))
    : 0
