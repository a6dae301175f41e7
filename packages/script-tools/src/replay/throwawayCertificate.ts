/**
 * A key and a self-signed certificate for one replay, made when they are needed and never written down: the replay proxy
 * ends TLS itself, and the browser of a replay takes any certificate.
 */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto"

export interface ThrowawayCertificate {
  /** PEM. */
  readonly key: string
  /** PEM. */
  readonly cert: string
}

/** DER: a tag, the length, the content. */
const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>) => der(0x30, ...parts)
const oid = (...bytes: ReadonlyArray<number>) => der(0x06, Buffer.from(bytes))
const utcTime = (text: string) => der(0x17, Buffer.from(text))

/** ecdsa-with-SHA256 */
const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const commonName = oid(0x55, 0x04, 0x03)

const pem = (label: string, bytes: Buffer): string => {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`
}

export const makeThrowawayCertificate = (): ThrowawayCertificate => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from("counterfoil replay")))))
  const serial = der(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)]))
  const validity = sequence(utcTime("200101000000Z"), utcTime("491231235959Z"))
  const version = der(0xa0, der(0x02, Buffer.from([0x02])))
  const key = publicKey.export({ type: "spki", format: "der" })
  const body = sequence(version, serial, algorithm, name, validity, name, key)
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey))
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem("CERTIFICATE", sequence(body, algorithm, signature))
  }
}
