/** All accounts at one look, for lists that people watch; ours. */
import { CodeVia, impedimentCodes, waitReasons } from "@counterfoil/domain"
import { Schema } from "effect"
import { Id, Timestamp, TimestampOrNull } from "../fields.ts"
import { Assistance } from "./Otp.ts"

const OpenAssistance = Schema.Struct({
  id: Id,
  type: Schema.Literals(["approval", "question", "picture"]),
  prompt: Schema.String,
  number: Schema.NullOr(Schema.String).annotate({ description: "Of an approval: what to choose in the bank's app" }),
  question: Schema.NullOr(Schema.String).annotate({ description: "In the script's words: don't show it as yours" }),
  choices: Schema.NullOr(Schema.Array(Schema.String)).annotate({ description: "null: any words" }),
  length: Schema.NullOr(Schema.Int).annotate({ description: "Characters of the answer; null: not known" }),
  attempts: Schema.Int,
  expires_at: Timestamp
}).annotate({
  identifier: "OpenAssistance",
  description: "What a login waits for besides a code, as the stream's assistance.opened tells it"
})

const OrdersFailing = Schema.Struct({
  since: Timestamp,
  failures: Schema.Int.annotate({ description: "Polls in a row" }),
  message: Schema.String.annotate({ description: "Of the last of them, in one sentence" }),
  http_status: Schema.NullOr(Schema.Int).annotate({ description: "Of an answer other than 200" }),
  reason: Schema.NullOr(Schema.String).annotate({
    description: "Why there was no answer: egress_refused, dns_failed, connect_failed, tls_failed, timeout or broken"
  })
}).annotate({
  identifier: "OrdersFailing",
  description: "Why pending_orders_endpoint can't be read, as the activity's orders.poll_failed tells it"
})

export const AccountOverview = Schema.Struct({
  id: Id,
  bank: Schema.String.annotate({ description: "The bank's code" }),
  bank_name: Schema.String,
  name: Schema.String,
  status: Schema.Literals(["active", "paused"]),
  state: Schema.String.annotate({
    description: "idle, opening, awaiting-otp, reading, monitoring, closing, blocked or paused"
  }),
  session_running: Schema.Boolean,
  pending_assistance: Schema.NullOr(Assistance),
  open_assistance: Schema.NullOr(OpenAssistance),
  scrape_blocked_at: TimestampOrNull,
  scrape_blocked_reason: Schema.NullOr(Schema.String),
  block_kind: Schema.NullOr(Schema.String).annotate({
    description: "The failure's kind, the reason's first word: invalid_credentials, account_locked or action_required"
  }),
  impediment: Schema.NullOr(Schema.String).annotate({ description: "Why nothing is read by itself, in one sentence" }),
  impediment_code: Schema.NullOr(Schema.Literals(impedimentCodes)).annotate({ description: "The same, as a word" }),
  last_scrape_at: TimestampOrNull.annotate({ description: "Of the last complete one" }),
  next_run_at: TimestampOrNull.annotate({ description: "When the schedule's next read can begin" }),
  waits_for: Schema.Literals(waitReasons).annotate({ description: "What the next read waits for" }),
  failure_kind: Schema.NullOr(Schema.String).annotate({ description: "Of the present spell of failures" }),
  failures: Schema.Int.annotate({ description: "In a row, up to now" }),
  has_settings: Schema.Boolean,
  session_type: Schema.Literals(["one-shot", "persistent"]),
  login_mode: Schema.Literals(["simple", "assisted"]),
  script_version: Schema.NullOr(Schema.String).annotate({ description: "The active version of its bank" }),
  script_session_types: Schema.NullOr(Schema.Array(Schema.Literals(["one-shot", "persistent"]))).annotate({
    description:
      "The sessions that this version can have: where persistent isn't among them, one-shot is what a session_type of persistent means"
  }),
  latest_evidence_id: Schema.NullOr(Id).annotate({ description: "Of the bank's page at the last failure" }),
  code_via: Schema.NullOr(CodeVia).annotate({
    description: "Of pending_assistance: how the bank sends the code; null: its script doesn't say"
  }),
  orders_failing: Schema.NullOr(OrdersFailing).annotate({
    description: "The list of pending orders, while it can't be read; null: it can, or isn't asked for"
  })
}).annotate({ identifier: "AccountOverview" })
