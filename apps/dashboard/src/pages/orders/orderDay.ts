import type { Order } from "../../api/types.ts"

/** When it was made, as the shop says it; else when the shop listed it first. */
export const orderDay = ({ created_at: listed, ordered_at: made }: Pick<Order, "created_at" | "ordered_at">): string =>
  made ?? listed
