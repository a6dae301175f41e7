/**
 * A stable code for every refusal, beside its sentence: what programs and pages in other languages go by. The sentences are
 * the contract's; the codes are ours, in headers, so that no body changes.
 */

export const codeHeader = "counterfoil-error-code"
export const fieldsHeader = "counterfoil-error-fields"

export interface RefusalCode {
  readonly code: string
  readonly status: number
  /** `…` stands for what differs. Absent: any other of this status. */
  readonly sentence?: string
}

const fixed: ReadonlyArray<RefusalCode> = [
  { code: "body_not_json", status: 400, sentence: "Request body is not valid JSON" },
  { code: "body_not_json", status: 400, sentence: "Request body is not UTF-8, as JSON must be" },
  {
    code: "body_too_complex",
    status: 400,
    sentence: "Request body has too many values or names, or nests too deep"
  },
  { code: "body_unreadable", status: 400, sentence: "Request body could not be read" },
  { code: "email_and_password_required", status: 400, sentence: "email and password required" },
  { code: "bank_and_name_required", status: 400, sentence: "bankId and name are required" },
  { code: "code_and_name_required", status: 400, sentence: "code and name are required" },
  { code: "confirmation_mismatch", status: 400, sentence: "confirmation_name does not match the account name" },
  { code: "current_password_wrong", status: 400, sentence: "current_password is wrong" },
  { code: "password_length", status: 400, sentence: "password must be between … characters" },
  { code: "unknown_account_in_list", status: 400, sentence: "account_ids names an account that does not exist" },
  {
    code: "orders_endpoint_required",
    status: 400,
    sentence: "pending_orders_endpoint is required when the operation mode is reconcile"
  },
  { code: "code_does_not_fit", status: 400, sentence: "code must be … digits" },
  { code: "code_does_not_fit", status: 400, sentence: "code must be … letters or digits" },
  { code: "code_used", status: 400, sentence: "code must be a newer one: …" },
  { code: "code_used", status: 400, sentence: "answer must be another one: …" },
  { code: "no_webhook_url", status: 400, sentence: "The account's settings name no webhook_url yet" },
  { code: "no_webhook_secret", status: 400, sentence: "The account has no webhook secret before its first settings" },
  { code: "statement_unusable", status: 400, sentence: "The statement can't be used: …" },
  { code: "statement_unusable", status: 400, sentence: "Line …: …" },
  { code: "statement_unusable", status: 400, sentence: "The file …" },
  { code: "statement_unusable", status: 400, sentence: "No line has headers for a date and an amount …" },
  { code: "statement_unusable", status: 400, sentence: "The bank says that there are …" },
  { code: "statement_unusable", status: 400, sentence: "The signs of the amounts in …" },
  { code: "statement_unusable", status: 400, sentence: "The balances in …" },
  { code: "too_much_history", status: 400, sentence: "This would take …" },
  { code: "token_required", status: 401, sentence: "Bearer token required" },
  { code: "token_invalid", status: 401, sentence: "Invalid or expired token" },
  { code: "credentials_wrong", status: 401, sentence: "Invalid credentials" },
  { code: "registration_closed", status: 403, sentence: "Registration is closed" },
  { code: "administrators_only", status: 403, sentence: "Only administrators may …" },
  { code: "administrators_only", status: 403, sentence: "…: only administrators may …" },
  { code: "creator_only", status: 403, sentence: "Only the bank's creator and administrators may …" },
  { code: "account_not_found", status: 404, sentence: "Account not found" },
  { code: "bank_not_found", status: 404, sentence: "Bank not found" },
  { code: "api_key_not_found", status: 404, sentence: "API key not found" },
  { code: "movement_not_found", status: 404, sentence: "Movement not found for this account" },
  { code: "email_taken", status: 409, sentence: "Email already exists" },
  { code: "bank_code_taken", status: 409, sentence: "Bank code already exists" },
  { code: "script_version_taken", status: 409, sentence: "Version … already exists for this bank" },
  { code: "bank_retired", status: 409, sentence: "The bank is retired: it takes no new accounts" },
  { code: "bank_in_use", status: 409, sentence: "Accounts are, or were, at this bank: retire it instead" },
  { code: "no_pending_assistance", status: 409, sentence: "No pending assistance for this account" },
  { code: "consent_changed", status: 409, sentence: "What is asked for has changed: read it again, then agree" },
  {
    code: "delivery_cancelled",
    status: 409,
    sentence:
      "A delivery that was cancelled, or tells of a match that was undone, is not sent again: what it tells of is over"
  },
  { code: "scrape_not_quarantined", status: 409, sentence: "The scrape is not quarantined: it is taken in already" },
  { code: "statement_of_another", status: 409, sentence: "The file …" },
  { code: "not_reconciling", status: 409, sentence: "The operation mode is not reconcile, so nothing is matched" },
  {
    code: "order_matched_otherwise",
    status: 409,
    sentence: "The order is matched with another movement: unmatch it first"
  },
  { code: "order_not_open", status: 409, sentence: "The order is … and can't be matched" },
  { code: "order_not_matched", status: 409, sentence: "The order is …: only a matched one can be unmatched" },
  {
    code: "order_cannot_wait",
    status: 409,
    sentence: "The order is cancelled: it can't wait for a payment before your system lists it again"
  },
  { code: "movement_not_credit", status: 409, sentence: "The movement is not a credit" },
  { code: "movement_other_currency", status: 409, sentence: "The movement is in …, the order in …" },
  { code: "movement_not_booked", status: 409, sentence: "The movement is not booked yet" },
  { code: "movement_excluded", status: 409, sentence: "The movement is excluded: include it first" },
  { code: "movement_removed", status: 409, sentence: "The bank no longer shows the movement" },
  { code: "movement_reversed", status: 409, sentence: "The movement was reversed" },
  { code: "movement_pays_another", status: 409, sentence: "The movement pays order …: unmatch that one first" },
  { code: "database_unavailable", status: 503, sentence: "The database is not available right now, try again" },
  {
    code: "login_unreachable",
    status: 503,
    sentence: "The account's login can't be reached right now: see whether it still waits, then try again"
  }
]

/** Of a field: named before these words, in sentences that may be several with semicolons between them. */
const ofFields: ReadonlyArray<RefusalCode> = [
  { code: "field_required", status: 400, sentence: "… is required" },
  { code: "field_invalid", status: 400, sentence: "… must …" }
]

const byStatus: ReadonlyArray<RefusalCode> = [
  { code: "request_invalid", status: 400 },
  { code: "unauthorized", status: 401 },
  { code: "not_allowed", status: 403 },
  { code: "not_found", status: 404 },
  { code: "method_not_allowed", status: 405 },
  { code: "conflict", status: 409 },
  { code: "body_too_large", status: 413 },
  { code: "content_type", status: 415 },
  { code: "upgrade_required", status: 426 },
  { code: "rate_limited", status: 429 },
  { code: "internal", status: 500 },
  { code: "busy", status: 503 }
]

/** All of them, as docs/api.md shows them. */
export const refusalCodes: ReadonlyArray<RefusalCode> = [...fixed, ...ofFields, ...byStatus]

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const patterns = fixed.map(({ code, sentence = "", status }) => ({
  code,
  status,
  pattern: new RegExp(`^${sentence.split("…").map(escaped).join("[^]*")}$`)
}))

/** The fields that a sentence is about: what stands before its verb, each once. */
export const refusedFields = (sentence: string): ReadonlyArray<string> => [
  ...new Set(
    sentence.split("; ").flatMap((part) => {
      const name = /^([A-Za-z][\w.]*) (?:is|are|must|has|does|names)\b/.exec(part)?.[1]
      return name === undefined || /^[A-Z]/.test(name) ? [] : [name]
    })
  )
]

const ofSentence = (sentence: string): string | undefined => {
  if (refusedFields(sentence).length === 0) return undefined
  return sentence.split("; ").every((part) => part.endsWith(" is required")) ? "field_required" : "field_invalid"
}

export const refusalCodeOf = (status: number, sentence: string): string =>
  patterns.find((one) => one.status === status && one.pattern.test(sentence))?.code ??
  (status === 400 ? ofSentence(sentence) : undefined) ??
  byStatus.find((one) => one.status === status)?.code ??
  "refused"

/** The table of docs/api.md. */
export const printRefusalCodes = (): string =>
  [
    "| code | status | where the sentence is |",
    "|---|---|---|",
    ...[...Map.groupBy(refusalCodes, ({ code, status }) => `${status} ${code}`)].map(([, alike]) => {
      const [one] = alike
      const sentences = alike.flatMap(({ sentence }) => (sentence === undefined ? [] : [`\`${sentence}\``]))
      return `| \`${one?.code}\` | ${one?.status} | ${sentences.length === 0 ? "any other" : sentences.join(", ")} |`
    })
  ].join("\n")
