/** How much of their work is done between two points at which others may have their turn. */

/** So many pairs are compared. */
export const piece = 100

/** Plain loops over numbers take more of them in the same time. */
export const largePiece = 10_000
