export * from "./actor/agenda.ts"
export * from "./actor/lostCycles.ts"
export * from "./actor/sessionOutcome.ts"
export { compareText, groupBy } from "./collections.ts"
export * from "./consent.ts"
export * from "./Ids.ts"
export * from "./LocalDate.ts"
export * from "./Money.ts"
export * from "./Movement.ts"
export * from "./coverage.ts"
export * from "./deliverySchedule.ts"
export * from "./events.ts"
export * from "./failure.ts"
export * from "./linearPattern.ts"
export * from "./machines/Machine.ts"
export * from "./machines/outboxMachine.ts"
export * from "./machines/requestMachine.ts"
export * from "./matching/Decision.ts"
export * from "./matching/decide.ts"
export * from "./matching/facts.ts"
export { amountKey, minorUnitsOf } from "./matching/gates.ts"
export * from "./matching/reasons.ts"
export * from "./matching/ruleset.ts"
export * from "./matching/NameLevel.ts"
export { nameLevelOf } from "./matching/score.ts"
export { normaliseName, type NormalName } from "./matching/normalise.ts"
export * from "./movements/compareReadings.ts"
export * from "./movements/identity.ts"
export * from "./movements/reconcile.ts"
export { senderNameOf } from "./movements/senderName.ts"
export {
  Quarantine,
  readingStatement,
  readStatement,
  type RowRules,
  rulesProblem,
  type StatementContext
} from "./movements/statement.ts"
export { readingPollAnswer } from "./orderAnswer.ts"
export {
  mostListedItems,
  type OrderFault,
  type PollAnswer,
  type PolledOrder,
  PollFault
} from "./orders.ts"
export * from "./pollWait.ts"
export * from "./otp.ts"
export * from "./policy.ts"
export { finish, type Steps } from "./steps.ts"
export * from "./webhookBody.ts"
export * from "./withdrawal.ts"
