/** What a person did with an order, as an entry of the account's activity. Pure. */
import type { ActivityData, NewActivity } from "@counterfoil/domain"
import type { LeftAs } from "./SettlementRows.ts"

/** `words`: between the person and the order, in the sentence. */
export type Noted =
  | { readonly kind: "request.resolved"; readonly words: string; readonly orders: number }
  | { readonly kind: "request.left"; readonly words: string; readonly as: LeftAs }
  | { readonly kind: "request.unmatched" | "request.reopened" | "payer.forgotten"; readonly words: string }

export const notedAs = (what: Noted, message: string, data: ActivityData["request.unmatched"]): NewActivity => {
  switch (what.kind) {
    case "request.resolved":
      return { kind: what.kind, message, data: { ...data, orders: what.orders } }
    case "request.left":
      return { kind: what.kind, message, data: { ...data, as: what.as } }
    default:
      return { kind: what.kind, message, data }
  }
}
