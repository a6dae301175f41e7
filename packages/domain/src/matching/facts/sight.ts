/** Breaks ties between scores by what people can see of a movement; by its id only where two of them look the same. */
import { compareText } from "../../collections.ts"
import type { MovementFacts } from "./facts.ts"

export const bySight = (a: MovementFacts, b: MovementFacts): number =>
  compareText(a.bookedDate, b.bookedDate) ||
  a.firstKnownAt - b.firstKnownAt ||
  compareText(a.senderName, b.senderName) ||
  compareText(a.text, b.text) ||
  compareText(a.id, b.id)

export const byId = (a: { readonly id: string }, b: { readonly id: string }): number => compareText(a.id, b.id)
