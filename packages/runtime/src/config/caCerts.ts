/** Certificate authorities of the operator's own, from a PEM file. */
import { Effect } from "effect"
import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { InvalidConfig } from "./CounterfoilConfig.ts"

const blocks = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

const wanted = "EXTRA_CA_CERTS must name a PEM file of certificates (-----BEGIN CERTIFICATE----- …)"

/** The certificates of the file, each a PEM text that can be read. */
export const readCaCerts = (file: string): Effect.Effect<ReadonlyArray<string>, InvalidConfig> =>
  Effect.suspend(() => {
    try {
      const found = readFileSync(file, "utf8").match(blocks) ?? []
      const certificates = found.map((pem) => new X509Certificate(pem).toString())
      if (certificates.length > 0) return Effect.succeed<ReadonlyArray<string>>(certificates)
      return Effect.fail(new InvalidConfig({ message: `${file} holds no certificate: ${wanted}` }))
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      return Effect.fail(new InvalidConfig({ message: `${file} can't be used (${why}): ${wanted}` }))
    }
  })
