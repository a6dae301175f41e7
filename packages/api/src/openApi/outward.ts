/** What goes out by itself, which no endpoint of ours declares: the webhooks, and the realtime stream. */
import { codeHeader } from "../refusalCodes.ts"
import { type Node, nodeAt, nodesAt } from "./json.ts"

const schema = (name: string): Node => ({ $ref: `#/components/schemas/${name}` })

const header = (name: string, description: string, example: string | number, more: Node = {}): Node => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
  ...more
})

const webhookHeaders: ReadonlyArray<Node> = [
  header(
    "webhook-id",
    "The same over retries and replays of one outcome: handle each once",
    "msg_01K5JZV2M3N4P5Q6R7S8T9V0W1"
  ),
  header("webhook-timestamp", "When this attempt was made, in Unix seconds", "1795000000"),
  header(
    "webhook-signature",
    "Standard Webhooks: `v1,` and the Base64 HMAC-SHA-256 of `id.timestamp.body`; several, separated by spaces, while " +
      "a secret is rotated",
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
  ),
  header(
    "counterfoil-account",
    "The account it is about, whose secret signs. It is not signed itself: choose the secret by it, then verify",
    "01990000-0000-7000-8000-00000000000a",
    { schema: { type: "string", format: "uuid" } }
  ),
  header("counterfoil-event", "What happened", "matched"),
  header("counterfoil-attempt", "From 1", 1, { schema: { type: "integer", minimum: 1 } })
]

/** Sent with every webhook but the test, whose messages have no order among each other. */
const sequence = header(
  "counterfoil-sequence",
  "Rises over what is told of an account, and so of an order; the same over retries and replays. A result of an order is " +
    "older than what was taken already if its number is lower: leave it",
  42,
  { schema: { type: "integer", minimum: 1 } }
)

const receipts: Node = {
  "2XX": { description: "Received: it is not sent again" },
  "410": { description: "Gone: nothing is sent to this address until its settings are saved or a message is replayed" },
  "4XX": { description: "Any other answer: sent again, for about three days" }
}

const webhook = (
  name: string,
  summary: string,
  description: string,
  body: string,
  examples: Node,
  headers: ReadonlyArray<Node> = [...webhookHeaders, sequence]
): Node => ({
  post: {
    operationId: `webhooks.${name}`,
    tags: ["Webhooks"],
    summary,
    description,
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { "application/json": { schema: schema(body), examples } } },
    responses: receipts
  }
})

const order = { external_id: "A-1001", amount: 1250, currency: "EUR", name: "Ana Gomez" }
const about = {
  account_id: "01990000-0000-7000-8000-00000000000a",
  bank: "demo-bank",
  account_name: "Main account",
  occurred_at: "2026-11-20T09:30:00.000Z"
}

const webhooks: Node = {
  orderResult: webhook(
    "orderResult",
    "An order was matched, is ambiguous, or expired",
    "Operation mode `reconcile`, to the account's `webhook_url`; `expired` only with `notify_on_expired`. " +
      "Keys of `webhook_extra_fields` are merged into the body.",
    "OrderResultWebhook",
    {
      matched: { value: { ...order, status: "matched" } },
      ambiguous: { value: { ...order, status: "ambiguous" } },
      expired: { value: { ...order, status: "expired" } }
    }
  ),
  movement: webhook(
    "movement",
    "A bank transaction with a sender name",
    "Operation mode `passthrough`, to the account's `webhook_url`, once per transaction. " +
      "Keys of `webhook_extra_fields` are merged into the body.",
    "MovementWebhook",
    {
      movement: {
        value: {
          id: "01990000-0000-7000-8000-00000000000b",
          amount: 1250,
          currency: "EUR",
          name: "Ana Gomez",
          received_at: "2026-11-20T00:00:00.000Z"
        }
      }
    }
  ),
  notification: webhook(
    "notification",
    "A login waits for a code, something failed, the bank took a movement back, or another version of its script reads",
    "To `notification_endpoint_url`, for the kinds listed in `notification_events`. Tried again for up to an hour; " +
      "`assistance_required` only while its request is pending. Keys of `webhook_extra_fields` are merged into the body.",
    "NotificationWebhook",
    {
      login_failed: {
        value: {
          type: "login_failed",
          ...about,
          data: { kind: "invalid_credentials", message: "The bank refused the password", blocked: true }
        }
      },
      movements_removed: {
        value: {
          type: "movements_removed",
          ...about,
          data: {
            count: 1,
            movements: [
              {
                id: "01990000-0000-7000-8000-00000000000b",
                external_id: "T-77",
                amount: "1250.00",
                currency: "EUR",
                received_at: "2026-11-20T00:00:00.000Z",
                status: "booked",
                notified_at: "2026-11-20T09:31:00.000Z",
                order: "A-1001",
                orders: ["A-1001"]
              }
            ]
          }
        }
      },
      script_changed: {
        value: {
          type: "script_changed",
          ...about,
          data: { message: "Version 1.4.0 of the bank's script reads the account from now on" }
        }
      }
    }
  ),
  test: webhook(
    "test",
    "Somebody tries the webhook",
    "Event `test`, to the account's `webhook_url`, when POST /accounts/{accountId}/webhook-test asks for it. Not retried. " +
      "Keys of `webhook_extra_fields` are merged into the body.",
    "TestWebhook",
    { test: { value: { type: "test", ...about } } },
    webhookHeaders
  )
}

const refused = (description: string): Node => ({
  description,
  headers: { [codeHeader]: { $ref: "#/components/headers/ErrorCode" } },
  content: { "application/json": { schema: schema("Refusal") } }
})

const stream: Node = {
  get: {
    operationId: "realtime.stream",
    tags: ["Realtime"],
    summary: "The realtime stream, a WebSocket",
    description:
      "Answers 101 and then sends a RealtimeMessage per event of the user's accounts, as text. What the client sends is " +
      "ignored. A reader that falls behind by 256 KiB is cut off; close code 4401 says that the password was changed. " +
      "After any end: a new ticket, a new connection, and what was missed over the other endpoints.",
    security: [],
    parameters: [
      header("Sec-WebSocket-Protocol", "`realtime.v1` and a ticket of POST /realtime/ticket", "realtime.v1, <ticket>")
    ],
    responses: {
      "101": {
        description: "The stream is open. Not the body of this answer, but the form of each message:",
        content: { "application/json": { schema: schema("RealtimeMessage") } }
      },
      "400": refused("`realtime.v1` was not offered"),
      "401": refused("The ticket is missing, unknown, used or expired"),
      "403": refused("A page of an origin that may not open a stream"),
      "426": refused("Not a WebSocket, or not of version 13"),
      // A stream has no 2XX: this is what there is besides.
      default: refused("The server can't")
    }
  }
}

const tag = {
  name: "Webhooks",
  description: "What the service sends to you: signed, retried for about three days, at least once."
}

/** Its endpoint declares no body, since the contract sends none. */
const ticketBody: Node = {
  required: false,
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: { types: { type: "string", enum: ["all"], description: "Whatever there is to tell (extension)" } }
      }
    }
  }
}

const withTicketBody = (paths: Node): Node => {
  const path = nodeAt(paths, "/realtime/ticket")
  return { ...paths, "/realtime/ticket": { ...path, post: { ...nodeAt(path, "post"), requestBody: ticketBody } } }
}

export const withOutward = (document: Node): Node => ({
  ...document,
  paths: { ...withTicketBody(nodeAt(document, "paths")), "/realtime": stream },
  webhooks,
  tags: [...nodesAt(document, "tags"), tag]
})
