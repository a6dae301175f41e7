/** A push service on this machine, with the keys of one browser: it reads what only that browser could read. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"

export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** As the browser reads it; of a topic as it came. */
  readonly text: string
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length))

export const startPushService = async () => {
  const browser = createECDH("prime256v1")
  const point = browser.generateKeys()
  const auth = randomBytes(16)
  const received: Array<Received> = []

  /** RFC 8291. */
  const decrypt = (body: Buffer): string => {
    const [salt, ours] = [body.subarray(0, 16), body.subarray(21, 86)]
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), point, ours])
    const mixed = derive(browser.computeSecret(ours), auth, info, 32)
    const key = derive(mixed, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16)
    const nonce = derive(mixed, salt, Buffer.from("Content-Encoding: nonce\0"), 12)
    const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(body.subarray(-16))
    const plain = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()])
    return plain.subarray(0, -1).toString("utf8")
  }

  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body = Buffer.concat(chunks)
      const { headers, url: path = "" } = request
      const text = headers["content-encoding"] === "aes128gcm" ? decrypt(body) : body.toString("utf8")
      received.push({ path, headers, text })
      response.writeHead(201).end()
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`

  return {
    url,
    received,
    /** In the page: the browser of these keys, subscribed here. */
    subscribed: `(() => {
      const found = { toJSON: () => (${JSON.stringify({
        endpoint: `${url}/browser`,
        keys: { p256dh: point.toString("base64url"), auth: auth.toString("base64url") }
      })}) }
      Object.defineProperty(Notification, "permission", { get: () => "granted" })
      PushManager.prototype.subscribe = async () => found
      PushManager.prototype.getSubscription = async () => found
    })()`,
    close: () => new Promise<void>((closed) => server.close(() => closed()))
  }
}
