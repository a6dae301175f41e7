/**
 * What forwards a phone's messages, and how each is told where to: docs/codes.md has the same table, and
 * packages/server/test/codes/smsBodies.test.ts reads a body of each.
 */
export interface Forwarder {
  readonly name: string
  readonly system: "Android" | "iOS" | "number"
  /** Whoever can send no header has the key in its address. */
  readonly key: "header" | "headers-json" | "address"
  /** What it calls the event to forward. */
  readonly event?: string
  /** Fields of a body that is put together by hand. */
  readonly body?: string
  /** Whether it says when a message was sent: where not, a lost code makes the service cautious for a day. */
  readonly time: "sent" | "forwarded" | "none"
}

const byHand = JSON.stringify({ from: "Sender", text: "Message", sent_at: "Current date, ISO 8601" }, null, 2)

export const forwarders: ReadonlyArray<Forwarder> = [
  { name: "Incoming SMS to URL forwarder", system: "Android", key: "headers-json", time: "sent" },
  { name: "SMS Gateway for Android (SMSGate)", system: "Android", key: "address", event: "sms:received", time: "sent" },
  { name: "httpSMS", system: "Android", key: "address", event: "message.phone.received", time: "sent" },
  { name: "SmsForwarder", system: "Android", key: "header", time: "forwarded" },
  { name: "SMS Hooks", system: "Android", key: "address", time: "forwarded" },
  { name: "Shortcuts", system: "iOS", key: "header", body: byHand, time: "sent" },
  { name: "Forward SMS", system: "iOS", key: "header", time: "forwarded" },
  { name: "Twilio", system: "number", key: "address", time: "none" },
  { name: "Vonage", system: "number", key: "address", time: "none" },
  { name: "46elks", system: "number", key: "address", time: "sent" },
  { name: "Telnyx", system: "number", key: "address", time: "sent" },
  { name: "YCloud", system: "number", key: "address", event: "sms.inbound.received", time: "sent" }
]

interface Line {
  readonly what: "address" | "header" | "headers" | "event" | "body" | "try"
  readonly line: string
}

/** The lines that are copied into the forwarder, and one to try the address from a terminal. */
export const linesFor = (
  { body, event, key: place }: Forwarder,
  address: string,
  key: string,
  now: string
): ReadonlyArray<Line> => {
  const withKey = address.replace("://", `://sms:${key}@`)
  const message = JSON.stringify({ from: "TEST", text: "Your code is 123456", sent_at: now })
  return [
    { what: "address", line: place === "address" ? withKey : address },
    ...(place === "header" ? [{ what: "header", line: `x-api-key: ${key}` } as const] : []),
    ...(place === "headers-json" ? [{ what: "headers", line: JSON.stringify({ "x-api-key": key }) } as const] : []),
    ...(event === undefined ? [] : [{ what: "event", line: event } as const]),
    ...(body === undefined ? [] : [{ what: "body", line: body } as const]),
    {
      what: "try",
      line: `curl -X POST '${address}' -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '${message}'`
    }
  ]
}
