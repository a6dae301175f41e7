/**
 * Web Push: the message encrypted for one browser (RFC 8291, aes128gcm of RFC 8188), and the token by which the push service
 * knows who sends it (VAPID, RFC 8292). Nobody on the way can read it.
 */
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign
} from "node:crypto"

/** As the browser gives them: base64url. */
export interface BrowserKeys {
  /** An uncompressed point on P-256. */
  readonly p256dh: string
  /** 16 bytes. */
  readonly auth: string
}

/** The key pair of this installation. */
export interface PushIdentity {
  /** An uncompressed point on P-256, base64url: what pages subscribe with. */
  readonly publicKey: string
  /** A JWK, as JSON. */
  readonly privateKey: string
}

const curve = "prime256v1"
const bytesOf = (text: string): Buffer => Buffer.from(text, "base64url")

const isPoint = (bytes: Buffer): boolean => bytes.length === 65 && bytes[0] === 4

/** Whether a message can be encrypted with them: of the right lengths, and a point that is on the curve. */
export const areBrowserKeys = ({ auth, p256dh }: BrowserKeys): boolean => {
  const point = bytesOf(p256dh)
  if (!isPoint(point) || bytesOf(auth).length !== 16) return false
  const probe = createECDH(curve)
  probe.generateKeys()
  try {
    probe.computeSecret(point)
    return true
  } catch {
    return false
  }
}

export const makePushIdentity = (): PushIdentity => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: curve })
  const jwk = privateKey.export({ format: "jwk" })
  const point = Buffer.concat([Buffer.of(4), bytesOf(jwk.x ?? ""), bytesOf(jwk.y ?? "")])
  return { publicKey: point.toString("base64url"), privateKey: JSON.stringify(jwk) }
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length))

/** What is chosen anew for each message; given by tests alone. */
export interface Chances {
  readonly salt: Uint8Array
  readonly privateKey: Uint8Array
}

const freshChances = (): Chances => {
  const pair = createECDH(curve)
  pair.generateKeys()
  return { salt: randomBytes(16), privateKey: pair.getPrivateKey() }
}

/** One record: ours are far below its 4096 bytes. */
const recordSize = 4096

/** The body of the request: header and one encrypted record. */
export const encryptPush = (text: string, to: BrowserKeys, chances = freshChances()): Uint8Array => {
  const pair = createECDH(curve)
  pair.setPrivateKey(chances.privateKey)
  const ours = pair.getPublicKey()
  const theirs = bytesOf(to.p256dh)
  const mixed = derive(
    pair.computeSecret(theirs),
    bytesOf(to.auth),
    Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]),
    32
  )
  const key = derive(mixed, chances.salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16)
  const nonce = derive(mixed, chances.salt, Buffer.from("Content-Encoding: nonce\0"), 12)
  const cipher = createCipheriv("aes-128-gcm", key, nonce)
  // 2: the last record, without padding.
  const sealed = [cipher.update(Buffer.concat([Buffer.from(text), Buffer.of(2)])), cipher.final(), cipher.getAuthTag()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([chances.salt, size, Buffer.of(ours.length), ours, ...sealed])
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const tokenSeconds = 12 * 3600

/** `Authorization` for the push service of this endpoint. `contact`: whom it can turn to, a URL or `mailto:`. */
export const vapidAuthorization = (
  identity: PushIdentity,
  { contact, endpoint, nowMs }: { readonly endpoint: string; readonly contact: string; readonly nowMs: number }
): string => {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(nowMs / 1000) + tokenSeconds,
    sub: contact
  }
  const signed = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded(claims)}`
  const key = createPrivateKey({ key: JSON.parse(identity.privateKey), format: "jwk" })
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" })
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${identity.publicKey}`
}
