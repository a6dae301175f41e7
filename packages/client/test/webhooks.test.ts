import { Webhook as Signer } from "standardwebhooks"
import { describe, expect, it } from "vitest"
import { verifyWebhook, WebhookRefused } from "../src/webhooks.ts"

const secret = `whsec_${Buffer.from("a secret of thirty-two characters").toString("base64")}`
const other = `whsec_${Buffer.from("another secret of enough characters").toString("base64")}`
const body = '{"external_id":"A-1","status":"matched","amount":1250.1,"currency":"EUR","name":"Ana Gómez"}'
const sentAt = new Date("2026-03-01T12:00:00Z")
const now = sentAt.getTime()

const headersBy = (signers: ReadonlyArray<string>, event = "matched") => ({
  "webhook-id": "msg_1",
  "webhook-timestamp": String(now / 1000),
  "webhook-signature": signers.map((one) => new Signer(one).sign("msg_1", sentAt, body)).join(" "),
  "counterfoil-event": event,
  "counterfoil-sequence": "42",
  "counterfoil-account": "account-1"
})

describe("verifyWebhook", () => {
  it("reads what a genuine message says, from text and from bytes, with any form of headers", async () => {
    const headers = headersBy([secret])
    const expected = { event: "matched", id: "msg_1", sequence: 42, account: "account-1", body: JSON.parse(body) }

    expect(await verifyWebhook({ secret, headers, body, now })).toEqual(expected)
    expect(await verifyWebhook({ secret, headers, body: Buffer.from(body), now })).toEqual(expected)
    expect(await verifyWebhook({ secret, headers: new Headers(headers), body, now })).toEqual(expected)
    // Another library's, or of another realm: no instance of the platform's.
    const foreign = { get: (name: string) => new Headers(headers).get(name) }
    expect(await verifyWebhook({ secret, headers: foreign, body, now })).toEqual(expected)
  })

  it("takes either signature while a secret is being rotated", async () => {
    const headers = headersBy([other, secret])

    expect((await verifyWebhook({ secret, headers, body, now })).event).toBe("matched")
  })

  it("names an event that it doesn't know `other`", async () => {
    const headers = headersBy([secret], "of_next_year")

    expect((await verifyWebhook({ secret, headers, body, now })).event).toBe("other")
  })

  it.each([
    ["another secret", { headers: headersBy([other]) }, "doesn't fit"],
    ["another body", { body: body.replace("1250.1", "9250.1") }, "doesn't fit"],
    [
      "another time in the header",
      { headers: { ...headersBy([secret]), "webhook-timestamp": String(now / 1000 + 1) } },
      "doesn't fit"
    ],
    ["no signature", { headers: { ...headersBy([secret]), "webhook-signature": undefined } }, "isn't signed"],
    [
      "a signature of no scheme that is known",
      { headers: { ...headersBy([secret]), "webhook-signature": "v9,AAAA" } },
      "doesn't fit"
    ],
    [
      "a signature that is no Base64",
      { headers: { ...headersBy([secret]), "webhook-signature": "v1,%%%" } },
      "doesn't fit"
    ],
    ["a message of long ago", { now: now + 301_000 }, "too old"],
    ["a message of tomorrow", { now: now - 301_000 }, "clock is wrong"],
    ["a time that is none", { headers: { ...headersBy([secret]), "webhook-timestamp": "now" } }, "too old"]
  ])("refuses %s", async (_, given, why) => {
    const refusal = await verifyWebhook({ secret, headers: headersBy([secret]), body, now, ...given }).catch(
      (error: unknown) => error
    )

    expect(refusal).toBeInstanceOf(WebhookRefused)
    expect(String(refusal)).toContain(why)
  })

  it("says so when it is given no secret of Counterfoil's", async () => {
    const asked = verifyWebhook({ secret: "", headers: headersBy([secret]), body, now })

    await expect(asked).rejects.toThrow("whsec_")
  })

  it("says so when it is given none at all, as by a variable that isn't set", async () => {
    const options = { headers: headersBy([secret]), body, now }
    // @ts-expect-error Programs without types do this.
    const asked = verifyWebhook(options)

    await expect(asked).rejects.toThrow("the secret isn't one of Counterfoil's (whsec_…)")
  })

  it("says so when it is given a body that a framework has parsed", async () => {
    const options = { secret, headers: headersBy([secret]), body: JSON.parse(body), now }

    await expect(verifyWebhook(options)).rejects.toThrow("body must be the text or the bytes that arrived")
  })
})
