/**
 * V8 drops optimised code once nothing is left of a shape that it was made for, and a pass leaves nothing behind: the next one
 * would run without, and compile it anew. So one of each class outlives the passes. (Of what is written as a literal V8 keeps
 * one by itself.)
 */
import { Barred } from "../facts/Barred.ts"
import { Ends } from "../candidates/ends.ts"
import { EqualSet, EqualSets } from "../candidates/equalSets.ts"
import { ComparedNames } from "../score/comparedNames.ts"
import { Findings } from "../score/findings.ts"
import type { MovementFacts } from "../facts/facts.ts"
import type { Group } from "../candidates/groups.ts"
import { LackedWords } from "../names/lackedWords.ts"
import { emptyIndex } from "../candidates/orderIndex.ts"
import { OrderReferences } from "../candidates/orderReferences.ts"
import { GrowingPairs } from "../candidates/pairs.ts"
import { currentRuleset } from "../facts/ruleset.ts"
import { MovementLikeness, OrderLikeness, Standings } from "../candidates/twins.ts"
import { viewMovement } from "../score/views.ts"

let kept: ReadonlyArray<object> | undefined

export const keepShapes = (): void => {
  kept ??= oneOfEach()
}

const nobodys: MovementFacts = {
  id: "",
  amountMinor: 0n,
  currency: "EUR",
  senderName: "",
  text: "",
  bookedDate: "2000-01-01",
  firstKnownAt: 0,
  booked: true,
  excluded: false,
  reversed: false,
  held: false,
  removed: false
}

const oneOfEach = (): ReadonlyArray<object> => {
  const [barred, index, none] = [new Barred([]), emptyIndex(), new Int32Array(0)]
  const references = new OrderReferences([])
  const standings = new Standings([], index, references)
  const group: Group = {
    slots: [],
    index,
    movements: [],
    payments: [],
    standings,
    barred,
    ruleset: currentRuleset,
    crowds: new Map(),
    references,
    meant: new Set(),
    findings: new Findings(currentRuleset),
    names: new ComparedNames([], [], currentRuleset)
  }
  const ends = new Ends(group, new GrowingPairs(), { list: none, open: none, starts: none })
  const view = viewMovement(nobodys, currentRuleset)
  return [
    ends,
    new EqualSets(ends),
    new EqualSet([], [], { work: 0, nth: 0, latestSets: none }),
    new OrderLikeness(new Float64Array(0), new Set(), barred),
    new MovementLikeness(barred, standings),
    new LackedWords(view.name, index.words),
    view
  ]
}
