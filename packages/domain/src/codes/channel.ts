/** By which way a code came, and what became of what was asked for. */
import { Schema } from "effect"

export const Channel = Schema.Literals(["dashboard", "api", "sms", "totp", "email", "telegram", "app"])
export type Channel = typeof Channel.Type

export const AssistanceOutcome = Schema.Literals(["accepted", "rejected", "timed_out", "cancelled", "session_ended"])
export type AssistanceOutcome = typeof AssistanceOutcome.Type

/** Why a message that may hold a code was not used, in words for whoever sets its forwarding up. */
export const swallowedMessages = {
  not_a_message: "it tells of something else than a received message",
  sender_not_allowed: "its sender is not among those that the account's codes may come from",
  no_login: "no login of the account is under way",
  sent_earlier: "it was sent before the login began that waits for a code now",
  sent_in_future: "it says that it was sent in the future: set the phone's clock",
  time_missing:
    "it doesn't say when it was sent, and an earlier login's code never came: it could be that one. Forward the time too, or type this code",
  duplicate: "it, or its code, was seen before",
  no_code: "nothing in it looks like the code that the login asks for",
  several_codes: "more than one thing in it looks like the code: give the account the bank's pattern",
  other_login:
    "another account's login is under way too, and nothing says whose code it is: pin the account's senders, or type this code"
} as const
export type Swallowed = keyof typeof swallowedMessages

export const swallowedReasons = [
  "not_a_message",
  "sender_not_allowed",
  "no_login",
  "sent_earlier",
  "sent_in_future",
  "time_missing",
  "duplicate",
  "no_code",
  "several_codes",
  "other_login"
] as const satisfies ReadonlyArray<Swallowed>
