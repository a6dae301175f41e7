/** One body per endpoint that says more than its schema. A test holds each to the schema. */
import { isNode, mapMembers, type Node, nodeAt } from "./json.ts"

const id = (digit: string) => `01990000-0000-7000-8000-00000000000${digit}`
const [user, bank, account, key, request, movement, script, assistance] = ["1", "2", "a", "3", "c", "b", "4", "5"].map(
  id
)
const noon = "2026-11-20T12:00:00.000Z"

const accountExample = { id: account, bank: "demo-bank", name: "Main account", status: "active" }
const question = {
  id: assistance,
  type: "otp",
  descriptor: { length: 6, type: "numeric", purpose: "login" },
  prompt: 'Log in to Demo Bank (the script says: "login")',
  attempts: 0
}
const keyExample = {
  id: key,
  name: "Code forwarder",
  prefix: "k3Xq9ZtB",
  scopes: ["otp:write", "status:read"],
  account_ids: [account],
  created_at: noon,
  last_used_at: null,
  revoked_at: null
}
const order = {
  id: request,
  account_id: account,
  external_id: "A-1001",
  status: "matched",
  amount: "1250.00",
  currency: "EUR",
  sender_name: "Ana Gomez",
  created_at: noon,
  bank: "demo-bank",
  account_name: "Main account"
}
const payment = {
  amount: "1250.00",
  currency: "EUR",
  sender_name: "Ana Gomez",
  received_at: "2026-11-20T00:00:00.000Z"
}
const scriptSummary = {
  id: script,
  flow_type: "extract_transactions",
  version: "1.0.0",
  status: "active",
  origin: "manual",
  created_at: noon
}
const bankExample = {
  id: bank,
  code: "demo-bank",
  name: "Demo Bank",
  loginUrl: "https://bank.example/login",
  status: "active"
}
const settings = {
  pending_orders_endpoint: "https://shop.example/pending-orders",
  auth_type: "bearer",
  auth_token: "<shop token>",
  webhook_url: "https://shop.example/webhooks/bank",
  notification_endpoint_url: "https://shop.example/webhooks/operations",
  notification_events: ["assistance_required", "login_failed"],
  session_type: "one-shot",
  login_mode: "assisted",
  bank_username: "ana",
  bank_password: "<password>"
}

interface Example {
  readonly request?: unknown
  readonly answer?: unknown
}

const match = { id: id("8"), request_id: request, bank_transaction_id: movement, is_primary: true, ...payment }

const examples: Readonly<Record<string, Example>> = {
  "auth.register": {
    request: { email: "ana@example.com", password: "a long enough password", name: "Ana" },
    answer: { id: user, email: "ana@example.com" }
  },
  "auth.logIn": {
    request: { email: "ana@example.com", password: "a long enough password" },
    answer: { token: "<JWT>", user: { id: user, email: "ana@example.com", name: "Ana" } }
  },
  "me.get": { answer: { id: user, email: "ana@example.com", name: "Ana", operation_mode: "reconcile" } },
  "me.setOperationMode": { request: { mode: "reconcile" }, answer: { operation_mode: "reconcile" } },
  "apiKeys.list": { answer: { keys: [keyExample], available_scopes: ["otp:write", "status:read"] } },
  "apiKeys.create": {
    request: { name: "Code forwarder", scopes: ["otp:write", "status:read"], account_ids: [account] },
    answer: { ...keyExample, key: "svc_k3Xq9ZtB_<secret of 64 characters>" }
  },
  "accounts.list": { answer: [{ ...accountExample, scrapeBlockedAt: null, scrapeBlockedReason: null }] },
  "accounts.create": { request: { bankId: bank, name: "Main account" }, answer: accountExample },
  "accounts.get": { answer: accountExample },
  "accounts.remove": { request: { confirmation_name: "Main account" } },
  "accounts.saveSettings": { request: settings },
  "accounts.scrape": { answer: { jobId: id("6") } },
  "otp.pending": { answer: question },
  "otp.submit": { request: { code: "123456" } },
  "movements.list": {
    answer: [
      {
        id: movement,
        external_id: "REF-20261120-17",
        ...payment,
        notified_at: null,
        excluded_at: null,
        bank_movement_id: "REF-20261120-17",
        booked_date: "2026-11-20",
        value_date: null,
        status: "booked",
        description: "TRF DE ANA GOMEZ",
        counterparty: "Ana Gomez",
        counterparty_account: "ES9121000418450200051332",
        balance: "4210.55",
        removed_at: null,
        reversed_at: null
      }
    ]
  },
  "conciliation.list": { answer: [order] },
  "conciliation.get": {
    answer: {
      ...order,
      attempts: [
        { id: id("7"), request_id: request, attempt_number: 1, result: "matched", reason: null, created_at: noon }
      ],
      match,
      matches: [{ ...match, also_pays: [] }]
    }
  },
  "banks.list": { answer: [bankExample] },
  "banks.create": {
    request: { code: "demo-bank", name: "Demo Bank", loginUrl: "https://bank.example/login" },
    answer: { id: bank }
  },
  "banks.get": {
    answer: {
      ...bankExample,
      origins: ["https://bank.example"],
      creator: { name: "Ana", administrator: true },
      fingerprint: "p6mVh1Yc0mQe2l8J",
      active: { version: "1.0.0", since: "2026-11-20T09:30:00.000Z", requests: ["POST /logout (logout)"] },
      scripts: [scriptSummary]
    }
  },
  "banks.change": {
    request: { name: "Demo Bank, old site", status: "retired" },
    answer: { ...bankExample, name: "Demo Bank, old site", status: "retired" }
  },
  "scripts.list": { answer: [{ ...scriptSummary, bank: "demo-bank", bank_id: bank }] },
  "realtime.ticket": { answer: { ticket: "<ticket>", ttl_seconds: 30 } },
  "v1.submitOtp": { request: { code: "123456" } },
  "v1.sms": {
    request: { from: "BANCODEMO", text: "Your code is 123456", sent_at: noon },
    answer: { submitted: true }
  },
  "v1.status": { answer: { account_id: account, session_running: false, pending_assistance: question } }
}

const inContent = (holder: unknown, example: unknown): unknown =>
  isNode(holder) && example !== undefined
    ? {
        ...holder,
        content: mapMembers(nodeAt(holder, "content"), (media) =>
          isNode(media) ? { ...media, examples: { example: { value: example } } } : media
        )
      }
    : holder

const shown = (operation: unknown): unknown => {
  const example = isNode(operation) ? examples[String(operation["operationId"])] : undefined
  if (!isNode(operation) || example === undefined) return operation
  return mapMembers(operation, (member, name) => {
    if (name === "requestBody") return inContent(member, example.request)
    if (name !== "responses" || !isNode(member)) return member
    return mapMembers(member, (response, status) =>
      status.startsWith("2") ? inContent(response, example.answer) : response
    )
  })
}

export const withExamples = (document: Node): Node => ({
  ...document,
  paths: mapMembers(nodeAt(document, "paths"), (item) => (isNode(item) ? mapMembers(item, shown) : item))
})
