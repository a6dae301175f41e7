/** Every body that docs/codes.md names, as its forwarder's documentation has it, and what is read from it. */
import { DateTime, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { readSms } from "../../src/codes/readSms.ts"

const json = "application/json"
const form = "application/x-www-form-urlencoded"
const words = "Your code is 123456"

interface Row {
  readonly type?: string
  readonly body: unknown
  readonly sender: string | null
  readonly sentAt?: string
  readonly handedOnAt?: string
}

const bodies: Readonly<Record<string, Row>> = {
  "what docs/codes.md recommends": {
    body: { from: "BANCODEMO", text: words, sent_at: "2026-11-20T10:30:05.250+01:00" },
    sender: "BANCODEMO",
    sentAt: "2026-11-20T09:30:05.250Z"
  },
  "Incoming SMS to URL forwarder (Android)": {
    type: "application/json; charset=utf-8",
    body: { from: "BANCODEMO", text: words, sentStamp: "1795167005250", receivedStamp: "1795167009000", sim: "SIM1" },
    sender: "BANCODEMO",
    sentAt: "2026-11-20T09:30:05.250Z"
  },
  "SMS Gateway for Android (SMSGate)": {
    body: {
      deviceId: "ffffffffceb0b1db0000018e937c815b",
      event: "sms:received",
      id: "Ey6ECgOkVVFjz3CL48B8C",
      payload: {
        messageId: "abc123",
        message: words,
        phoneNumber: "+34600111222",
        simNumber: 1,
        receivedAt: "2026-11-20T10:30:05.250+01:00"
      },
      webhookId: "LreFUt-Z3sSq0JufY9uWB"
    },
    sender: "+34600111222",
    sentAt: "2026-11-20T09:30:05.250Z"
  },
  "httpSMS (Android)": {
    type: "application/cloudevents+json",
    body: {
      data: {
        contact: "+34600111222",
        content: words,
        owner: "+34600999888",
        sim: "SIM1",
        timestamp: "2026-11-20T09:30:05.250Z"
      },
      datacontenttype: "application/json",
      id: "f4aed1d3-ab4f-42b9-b9dd-9fc7182f7197",
      source: "/v1/messages/receive",
      specversion: "1.0",
      time: "2026-11-20T09:30:05.524331882Z",
      type: "message.phone.received"
    },
    sender: "+34600111222",
    sentAt: "2026-11-20T09:30:05.250Z"
  },
  "SmsForwarder (Android), whose timestamp is of the forwarding and whose receive_time names no zone": {
    body: { from: "95555", content: words, timestamp: "1795167009000", receive_time: "2026-11-20 10:30:05" },
    sender: "95555",
    handedOnAt: "2026-11-20T09:30:09.000Z"
  },
  "SmsForwarder (Android), its form": {
    type: form,
    body: `from=95555&content=${encodeURIComponent(words)}&timestamp=1795167009000`,
    sender: "95555",
    handedOnAt: "2026-11-20T09:30:09.000Z"
  },
  "SMS Hooks (Android)": {
    body: { body: words, from: "BANCODEMO", timestamp: 1_795_167_005_250 },
    sender: "BANCODEMO",
    handedOnAt: "2026-11-20T09:30:05.250Z"
  },
  "Forward SMS (iOS)": {
    body: { timestamp: "2026-11-20T09:30:09Z", content: words, sender: "+34600111222", contact: "Banco Demo" },
    sender: "+34600111222",
    handedOnAt: "2026-11-20T09:30:09.999Z"
  },
  "a shortcut (iOS)": {
    body: { from: "Banco Demo", text: words, sent_at: "2026-11-20T10:30:05+01:00" },
    sender: "Banco Demo",
    sentAt: "2026-11-20T09:30:05.999Z"
  },
  Twilio: {
    type: form,
    body: `ToCountry=ES&MessageSid=SM1&From=%2B34600111222&To=%2B34600999888&Body=${encodeURIComponent(words)}&NumMedia=0`,
    sender: "+34600111222"
  },
  "Vonage, whose times are of the pushing": {
    body: {
      msisdn: "34600111222",
      to: "34600999888",
      messageId: "0A0000000123ABCD1",
      text: words,
      type: "text",
      keyword: "YOUR",
      "message-timestamp": "2026-11-20 09:30:09"
    },
    sender: "34600111222"
  },
  "46elks, whose times are in UTC": {
    type: form,
    body: `direction=incoming&id=sf8425&from=%2B34600111222&to=%2B34600999888&created=2026-11-20T09%3A30%3A05.250000&message=${encodeURIComponent(words)}`,
    sender: "+34600111222",
    sentAt: "2026-11-20T09:30:05.250Z"
  },
  Telnyx: {
    body: {
      data: {
        event_type: "message.received",
        id: "bf6307bd",
        occurred_at: "2026-11-20T09:30:05.250Z",
        record_type: "event",
        payload: {
          direction: "inbound",
          from: { phone_number: "+34600111222", carrier: "X", line_type: "Wireless" },
          to: [{ phone_number: "+34600999888", status: "delivered" }],
          text: words,
          type: "SMS"
        }
      }
    },
    sender: "+34600111222",
    sentAt: "2026-11-20T09:30:05.250Z"
  },
  YCloud: {
    body: {
      id: "evt_1",
      type: "sms.inbound.received",
      apiVersion: "v2",
      createTime: "2026-11-20T09:30:06.000Z",
      smsInbound: {
        id: "1",
        from: "+34600111222",
        to: "+34600999888",
        text: words,
        sendTime: "2026-11-20T09:30:05.250Z"
      }
    },
    sender: "+34600111222",
    sentAt: "2026-11-20T09:30:05.250Z"
  },
  "a time without seconds, taken for the end of its minute": {
    body: { text: words, sent_at: "2026-11-20T09:30Z" },
    sender: null,
    sentAt: "2026-11-20T09:30:59.999Z"
  }
}

const others: Readonly<Record<string, unknown>> = {
  "a delivery report of SMSGate": { event: "sms:delivered", payload: { messageId: "1", phoneNumber: "+34600111222" } },
  "a sent message of SMSGate": { event: "sms:sent", payload: { messageId: "1", message: words } },
  "a heartbeat of httpSMS": { type: "phone.heartbeat.offline", specversion: "1.0", data: { owner: "+34600" } },
  "a status of Telnyx": { data: { event_type: "message.finalized", payload: { text: words } } }
}

const iso = (time: DateTime.Utc | null) => (time === null ? null : DateTime.formatIso(time))

describe("a forwarded message is read from the body of", () => {
  for (const [name, { body, handedOnAt, sender, sentAt, type = json }] of Object.entries(bodies)) {
    it(`${name}`, () => {
      const read = readSms(type, typeof body === "string" ? body : JSON.stringify(body))

      if (read._tag !== "Message") throw new Error(`it was read as ${read._tag}`)
      expect({
        text: Redacted.value(read.message.text),
        sender: read.message.sender,
        sentAt: iso(read.message.sentAt),
        handedOnAt: iso(read.message.handedOnAt)
      }).toEqual({ text: words, sender, sentAt: sentAt ?? null, handedOnAt: handedOnAt ?? null })
    })
  }

  it("each forwarder that docs/codes.md names", () => {
    const page = readFileSync(new URL("../../../../docs/codes.md", import.meta.url), "utf8")
    const [, table = ""] = /### Forwarders\n(.*?)\n### /s.exec(page) ?? []
    const cells = [...table.matchAll(/^\| (?:\[([^\]]+)\]|(a shortcut))/gm)]
    const named = cells.map(([, linked, plain]) => (linked ?? plain ?? "").replace(/ for Android$/, ""))
    const read = Object.keys(bodies)

    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !read.some((key) => key.startsWith(name)))).toEqual([])
  })

  for (const [name, body] of Object.entries(others)) {
    it(`${name}: not at all`, () => expect(readSms(json, JSON.stringify(body))._tag).toBe("Other"))
  }

  it("nothing that has no text", () => {
    for (const body of ["", "null", "[]", '"text"', '{"from":"x"}', '{"text":""}', "not json"]) {
      expect(readSms(json, body)._tag).toBe("Unreadable")
    }
    expect(readSms(form, "")._tag).toBe("Unreadable")
  })
})
