import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from "node:crypto"
import { describe, expect, it } from "vitest"
import { areBrowserKeys, encryptPush, makePushIdentity, vapidAuthorization } from "../src/push/webPush.ts"

const bytes = (text: string) => Buffer.from(text, "base64url")

/** RFC 8291, section 5. */
const example = {
  text: "When I grow up, I want to be a watermelon",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg"
  },
  privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
  body:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_" +
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
}

describe("a push message", () => {
  it("is encrypted as the example of RFC 8291 is, to the byte", () => {
    const body = encryptPush(example.text, example.keys, example)
    expect(Buffer.from(body).toString("base64url")).toBe(example.body)
  })

  it("is read by its browser, and is another each time", () => {
    const browser = createECDH("prime256v1")
    const p256dh = browser.generateKeys("base64url")
    const keys = { p256dh, auth: example.keys.auth }
    const read = (body: Buffer) => {
      const [salt, ours] = [body.subarray(0, 16), body.subarray(21, 86)]
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), bytes(p256dh), ours])
      const mixed = Buffer.from(hkdfSync("sha256", browser.computeSecret(ours), bytes(keys.auth), info, 32))
      const derive = (what: string, length: number) =>
        Buffer.from(hkdfSync("sha256", mixed, salt, `Content-Encoding: ${what}\0`, length))
      const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12))
      decipher.setAuthTag(body.subarray(-16))
      return Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()])
    }
    const [one, other] = [encryptPush("ring", keys), encryptPush("ring", keys)].map((body) => Buffer.from(body))
    expect(one && read(one).toString()).toBe("ring\u0002")
    expect(one).not.toEqual(other)
  })

  it("goes to keys of a browser only: no point off the curve, no other length", () => {
    expect(areBrowserKeys(example.keys)).toBe(true)
    const off = bytes(example.keys.p256dh)
    off[64] = (off[64] ?? 0) ^ 1
    expect(areBrowserKeys({ ...example.keys, p256dh: off.toString("base64url") })).toBe(false)
    expect(areBrowserKeys({ ...example.keys, auth: "short" })).toBe(false)
    expect(areBrowserKeys({ ...example.keys, p256dh: "" })).toBe(false)
  })

  it("says who sends it in a token for its push service alone, for half a day", () => {
    const identity = makePushIdentity()
    const nowMs = Date.UTC(2026, 10, 22)
    const to = { endpoint: "https://push.example/send/abc", contact: "https://counterfoil.example", nowMs }
    const [, token = "", key = ""] = /^vapid t=(\S+), k=(\S+)$/.exec(vapidAuthorization(identity, to)) ?? []
    const [header = "", claims = "", signature = ""] = token.split(".")
    expect(JSON.parse(bytes(claims).toString())).toEqual({
      aud: "https://push.example",
      exp: nowMs / 1000 + 43_200,
      sub: "https://counterfoil.example"
    })
    const [x, y] = [bytes(key).subarray(1, 33), bytes(key).subarray(33)].map((part) => part.toString("base64url"))
    const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" })
    const signed = Buffer.from(`${header}.${claims}`)
    expect(verify("sha256", signed, { key: publicKey, dsaEncoding: "ieee-p1363" }, bytes(signature))).toBe(true)
    expect(key).toBe(identity.publicKey)
  })
})
