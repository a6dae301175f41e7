/** Words for what the server says by a code, wherever it is shown. */
import type { Values } from "../activity.ts"

type Words = Readonly<Record<string, string | undefined>>

/** Of failures. */
export const kinds: Words = {
  invalid_credentials: "The bank refused the user name or the password.",
  account_locked: "The bank has locked the access. Unlock it there first.",
  action_required: "The bank wants you to do something on its own page first.",
  otp_rejected: "The bank rejected the code twice.",
  otp_timeout: "No code came in time.",
  bank_unavailable: "The bank's website was not available, or it is not known what it made of the last login.",
  automation_blocked: "The bank asked whether this is a person.",
  session_elsewhere: "You were logged in at the bank yourself.",
  layout_changed: "The bank's page looks different: its script has to be mended.",
  script_error: "The bank's script failed.",
  timeout: "The bank took too long.",
  address_refused:
    "This server may not go to the bank's address: it is a private one, which whoever runs the server can allow (BANK_EGRESS_ALLOW).",
  navigation_refused: "The script wanted to go where it may not.",
  browser_crashed: "The browser crashed.",
  out_of_memory: "The browser ran out of memory."
}

/** Why nothing is read at present. */
export const impediments: Words = {
  deleted: "The account is deleted.",
  blocked: "It is blocked until you set it going again.",
  paused: "It is paused.",
  no_settings: "Its settings are not saved yet.",
  no_credentials: "User name and password for the bank are missing. Its statement files can be taken in all the same.",
  no_script: "The bank has no active script yet.",
  consent: "You have to agree first to what the bank's script asks for."
}

/** What the bank's script asks for beyond what was agreed to. */
export const gaps: Readonly<Record<string, ((about: string) => string) | undefined>> = {
  nothing: () => "Nothing has been agreed to yet.",
  creator: () => "Somebody else publishes the bank's scripts.",
  origin: (about) => `The script goes to ${about}.`,
  request: (about) => `The bank's page sends ${about} after the login.`,
  login_anything: () => "The bank's page sends whatever the script likes in the login.",
  login_request: (about) => `The bank's page sends ${about} in the login.`,
  password_shown: () => "The password is typed into a field that shows it."
}

type OrderFaults = Readonly<Record<string, ((field: string) => string) | undefined>>

/** Why an order of a shop's list could not be read. The names are those of its fields. */
export const orderFaults: OrderFaults = {
  twice: () => "Its external_id is in the list twice.",
  too_long: () => "It is longer than 64 KiB, or nests too deep.",
  not_object: () => "It is no JSON object.",
  external_id_missing: () => "Its external_id, the order's own number, is missing.",
  external_id: () => "Its external_id must be a text of 1 to 200 characters, or a whole number.",
  currency_missing: () => "Its currency is missing.",
  currency: () => "Its currency must be a code such as EUR.",
  amount_missing: () => "Its amount is missing.",
  amount_kind: () => "Its amount is neither a text nor a number.",
  amount_infinite: () => "Its amount is too large for a number.",
  amount_digits: () => "Its amount has too many digits for a JSON number: send it as a text.",
  amount_shape: () => "Its amount must be a decimal such as 12.50: with a point, without separators or spaces.",
  amount_decimals: () => "Its amount has more decimals than its currency.",
  amount_large: () => "Its amount is too large.",
  amount_not_positive: () => "Its amount must be more than 0.",
  text_kind: (field) => `Its ${field} must be a text.`,
  text_length: (field) => `Its ${field} is too long.`,
  name_missing: () => "Its name, that of the payer, is missing.",
  date_shape: () => "Its created_at must be a time such as 2026-11-25T09:30:00Z.",
  date_range: () => "Its created_at must lie between 1970 and 2200.",
  date_ahead: () => "Its created_at lies more than a month ahead: no payment could match it.",
  id_settled: () =>
    "It is settled already, with another amount or an earlier created_at, and stays so. If it is another order, give it an external_id of its own."
}

/** Why a message that came was not taken for the code. */
export const ignored: Words = {
  sender_not_allowed: "Its sender is not among those that you named.",
  sent_earlier: "It was sent before the login began that waits for a code now.",
  sent_in_future: "It says that it was sent in the future: set the phone's clock.",
  time_missing:
    "It doesn't say when it was sent, and an earlier code never came: it could be that one. Type this code.",
  no_code: "Nothing in it looks like the code that the bank asks for.",
  several_codes: "More than one thing in it looks like the code: give the bank's pattern under “Codes”.",
  other_login: "Another account's login was under way too: name the senders under “Codes”, or type this code."
}

/** A read that was set aside: it is broken, or shows another account. */
export const setAside = (values: Values): string => {
  const other = values.maybe("account_name")
  if (other === null) return "Something in it is broken, so none of it was taken in."
  return `Its movements are those of “${other}”: the bank's page seems to have shown that account instead of this one. None of it was taken in, or these payments would count twice. If they are this account's own, take it in.`
}
