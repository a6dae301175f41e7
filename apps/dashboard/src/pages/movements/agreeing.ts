import type { MovementFilter } from "./filters.ts"

/** Only money in can pay an order: of two filters that exclude each other the later stays. */
export const agreeing = (before: MovementFilter, next: MovementFilter): MovementFilter => ({
  ...before,
  ...next,
  ...(next.direction === "out" ? { pays: undefined } : {}),
  ...(next.pays !== undefined && before.direction === "out" ? { direction: undefined } : {})
})
