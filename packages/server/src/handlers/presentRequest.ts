/** An order as the API shows it: by itself, with its attempts and payments, and with what matching saw. */
import type {
  AttemptRecord,
  BeyondOneExplained,
  CandidateMovement,
  Explanation,
  MatchRecord,
  RequestDetail,
  RequestRecord
} from "@counterfoil/core"
import { formatDecimal } from "@counterfoil/domain"

export const presentRequest = (request: RequestRecord) => ({
  id: request.id,
  account_id: request.accountId,
  external_id: request.externalId,
  status: request.status,
  amount: formatDecimal(request.amountMinor, request.currency),
  currency: request.currency,
  sender_name: request.senderName,
  created_at: request.createdAt,
  bank: request.bank,
  account_name: request.accountName
})

export const presentDetail = (request: RequestDetail) => ({
  ...presentRequest(request),
  attempts: request.attempts.map(presentAttempt),
  match: request.match === null ? null : presentMatch(request.match),
  matches: request.matches.map((match) => ({
    ...presentMatch(match),
    also_pays: match.alsoPays.map(({ externalId, id }) => ({ request_id: id, external_id: externalId }))
  }))
})

export const presentExplanation = ({
  attemptNumber,
  beyondOne,
  createdAt,
  explanation,
  movements,
  order,
  ...attempt
}: Explanation) => {
  const byId = new Map(movements.map((movement) => [movement.id, movement]))
  return {
    attempt_number: attemptNumber,
    ...attempt,
    created_at: createdAt,
    ...explanation,
    order: { external_id: order.externalId, name: order.name, reference: order.reference, tax_id: order.taxId },
    candidates: explanation.candidates.map((candidate) => {
      const movement = byId.get(candidate.movement_id)
      return { ...candidate, movement: movement === undefined ? null : presentCandidate(movement) }
    }),
    beyond_one: beyondOne.map(presentBeyondOne)
  }
}

const presentBeyondOne = ({ currency, differenceMinor, kind, movements, orders }: BeyondOneExplained) => ({
  kind,
  movements: movements.map(({ amountMinor, bookedDate, id, senderName }) => ({
    movement_id: id,
    amount: formatDecimal(amountMinor, currency),
    sender_name: senderName,
    booked_date: bookedDate
  })),
  requests: orders.map(({ amountMinor, externalId, id }) => ({
    request_id: id,
    external_id: externalId,
    amount: formatDecimal(amountMinor, currency)
  })),
  currency,
  difference: formatDecimal(differenceMinor, currency)
})

const presentCandidate = (movement: CandidateMovement) => ({
  ...presentPayment(movement),
  external_id: movement.externalId,
  description: movement.description,
  counterparty: movement.counterparty,
  counterparty_account: movement.counterpartyAccount,
  booked_date: movement.bookedDate,
  can_pay: movement.canPay
})

const presentPayment = (
  movement: Pick<CandidateMovement, "amountMinor" | "currency" | "senderName" | "receivedAt">
) => ({
  amount: formatDecimal(movement.amountMinor, movement.currency),
  currency: movement.currency,
  sender_name: movement.senderName,
  received_at: movement.receivedAt
})

const presentAttempt = (attempt: AttemptRecord) => ({
  id: attempt.id,
  request_id: attempt.requestId,
  attempt_number: attempt.attemptNumber,
  result: attempt.result,
  reason: attempt.reason,
  created_at: attempt.createdAt
})

const presentMatch = (match: MatchRecord) => ({
  id: match.id,
  request_id: match.requestId,
  bank_transaction_id: match.bankTransactionId,
  is_primary: match.isPrimary,
  ...presentPayment(match)
})
