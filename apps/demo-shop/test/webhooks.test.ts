import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { matched, openShop, type OpenShop, otherSecret, secret } from "./client.ts"

let shop: OpenShop
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(() => shop.control("POST", "/reset"))
afterAll(() => shop.close())

describe("a webhook", () => {
  it("that says matched marks the order as paid and takes it off the list", async () => {
    await shop.control("PUT", "/hooks/results", { secret })
    await shop.control("POST", "/orders", { external_id: "A-1", amount: "120.50", name: "María García" })

    const response = await shop.deliver("/hooks/results", matched)

    expect(response.status).toBe(200)
    expect((await shop.poll()).json).toEqual([])
    expect((await shop.control("GET", "/orders/main/A-1")).json).toMatchObject({ status: "paid", result: "matched" })
  })

  it("leaves the order pending where it says ambiguous, or where the hook does not mark", async () => {
    await shop.control("PUT", "/hooks/results", { marksPaid: false })
    await shop.control("POST", "/orders", { external_id: "A-1", amount: "120.50", name: "María García" })

    await shop.deliver("/hooks/results", matched)
    await shop.deliver("/hooks/other", { ...matched, status: "ambiguous" })

    expect((await shop.control("GET", "/orders/main/A-1")).json).toMatchObject({
      status: "pending",
      result: "ambiguous"
    })
  })

  it("is journalled with its headers, its raw body, and a signature found valid", async () => {
    await shop.control("PUT", "/hooks/results", { secret, auth: { scheme: "bearer", token: "hook-token" } })

    await shop.deliver("/hooks/results", matched, { authorization: "Bearer hook-token" })

    const { json } = await shop.control("GET", "/journal?kind=hook&name=results")
    expect(json).toMatchObject([
      {
        headers: {
          "webhook-id": "msg_1",
          "counterfoil-event": "matched",
          "counterfoil-attempt": "1",
          "content-type": "application/json"
        },
        signatures: 1,
        signatureValid: true,
        authorizationScheme: "Bearer",
        authorizationValid: true,
        repeated: false,
        rawBody: JSON.stringify(matched),
        body: matched,
        status: 200
      }
    ])
  })

  it("is refused where the signature or the authorization is wrong, and changes nothing", async () => {
    await shop.control("PUT", "/hooks/results", { secret, auth: { scheme: "api_key", token: "hook-token" } })
    await shop.control("POST", "/orders", { external_id: "A-1", amount: "120.50", name: "María García" })

    const forged = await shop.deliver("/hooks/results", matched, {
      key: otherSecret,
      authorization: "Api-Key hook-token"
    })
    const stranger = await shop.deliver("/hooks/results", matched, { authorization: "Bearer hook-token" })

    expect([forged.status, stranger.status]).toEqual([401, 401])
    expect((await shop.control("GET", "/journal?kind=hook")).json).toMatchObject([
      { signatureValid: false, authorizationValid: true, status: 401 },
      { signatureValid: true, authorizationValid: false, status: 401 }
    ])
    expect((await shop.poll()).json).toHaveLength(1)
  })

  it("is only noted where the hook is not strict", async () => {
    await shop.control("PUT", "/hooks/results", { secret, strict: false })

    expect((await shop.deliver("/hooks/results", matched, { key: otherSecret })).status).toBe(200)
    expect((await shop.control("GET", "/journal")).json).toMatchObject([{ signatureValid: false, status: 200 }])
  })

  it("is known again by its id, once it was accepted", async () => {
    await shop.control("PUT", "/hooks/results", { answer: { status: 500, times: 1 } })

    for (let i = 0; i < 3; i += 1) await shop.deliver("/hooks/results", matched, { id: "msg_7" })

    expect((await shop.control("GET", "/journal")).json).toMatchObject([
      { status: 500, repeated: false },
      { status: 200, repeated: false },
      { status: 200, repeated: true }
    ])
  })

  it.each([
    [{ status: 410 }, 410, {}],
    [{ status: 429, retryAfterSeconds: 3 }, 429, { "retry-after": "3" }],
    [{ status: 307, location: "http://127.0.0.1:9/" }, 307, { location: "http://127.0.0.1:9/" }]
  ])("is answered with %j when it is set so", async (answer, status, headers) => {
    await shop.control("PUT", "/hooks/results", { answer })

    const response = await shop.deliver("/hooks/results", matched)

    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject(headers)
  })

  it("is left hanging when it is set so, until the caller gives up", async () => {
    await shop.control("PUT", "/notifications/ops", { answer: { hang: true } })

    const call = fetch(`${shop.url}/notifications/ops`, { method: "POST", body: "{}", signal: AbortSignal.timeout(50) })

    await expect(call).rejects.toThrow(/timeout|aborted/)
    expect((await shop.control("GET", "/journal?kind=notification")).json).toMatchObject([
      { name: "ops", status: null }
    ])
  })
})
