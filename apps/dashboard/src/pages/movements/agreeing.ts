import type { MovementFilter } from "./filters.ts"

/** Only money in can pay an order: of two filters that exclude each other the later stays. */
export const agreeing = (next: MovementFilter): MovementFilter => ({
  ...next,
  ...(next.direction === "out" ? { pays: undefined } : {}),
  ...(next.pays === undefined ? {} : { direction: undefined })
})
