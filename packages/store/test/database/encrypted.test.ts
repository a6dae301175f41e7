/** Connections to a database over TLS, whose certificate is of an authority that nobody else knows. */
import { Database } from "@counterfoil/store"
import { localCertificate, localKey } from "@counterfoil/testing/localCertificate"
import { listening } from "@counterfoil/testing/listening"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TLSSocket } from "node:tls"
import { refusal } from "./refusal.ts"

/** It takes TLS, and to whoever has come that far it says whether they showed a certificate. Gives its port. */
const encrypting = Effect.suspend(() =>
  listening(
    createServer((socket) => {
      socket.on("error", () => {})
      socket.once("data", () => {
        socket.write("S")
        const secured = new TLSSocket(socket, {
          isServer: true,
          key: localKey,
          cert: localCertificate,
          requestCert: true,
          rejectUnauthorized: false
        })
        secured.on("error", () => {})
        secured.once("data", () =>
          secured.end(
            refusal(Object.keys(secured.getPeerCertificate()).length > 0 ? "you are shown" : "it is encrypted", "28000")
          )
        )
      })
    })
  )
)

/** The certificate and the key, as files. */
const files = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "counterfoil-tls-"))
    const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")]
    writeFileSync(certificate, localCertificate)
    writeFileSync(key, localKey)
    return { certificate, folder, key }
  }),
  ({ folder }) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const answerTo = (port: number, settings: Record<string, string>) => {
  const url = Redacted.make(`postgres://me:hunter2@localhost:${port}/books?${new URLSearchParams(settings)}`)
  return Effect.map(Effect.flip(Effect.scoped(Layer.build(Database.layer({ url })))), ({ message }) => message)
}

describe("Database.layer over TLS", () => {
  it.live("trusts the authority of sslrootcert", () =>
    Effect.gen(function* () {
      const [port, { certificate }] = [yield* encrypting, yield* files]

      const message = yield* answerTo(port, { sslmode: "verify-full", sslrootcert: certificate })

      assert.include(message, "(it is encrypted)")
    })
  )

  it.live("says how an authority is named where the certificate can't be verified", () =>
    Effect.gen(function* () {
      const message = yield* answerTo(yield* encrypting, { sslmode: "require" })

      assert.match(message, /certificate\): name the file of the authority .+ \(sslrootcert=FILE\)$/)
    })
  )

  it.live("shows the certificate of sslcert and sslkey", () =>
    Effect.gen(function* () {
      const [port, { certificate, key }] = [yield* encrypting, yield* files]

      const message = yield* answerTo(port, { sslrootcert: certificate, sslcert: certificate, sslkey: key })

      assert.include(message, "(you are shown)")
    })
  )

  it.live("says that a file can't be read", () =>
    Effect.gen(function* () {
      const message = yield* answerTo(1, { sslmode: "verify-full", sslrootcert: "/not/there.pem" })

      assert.match(message, /^sslrootcert of DATABASE_URL can't be read \(ENOENT.+\/not\/there\.pem/)
    })
  )

  it.live("says that a file is no certificate", () =>
    Effect.gen(function* () {
      const { key } = yield* files

      const message = yield* answerTo(1, { sslmode: "verify-full", sslcert: key })

      assert.match(message, /^the files of sslrootcert, sslcert, sslkey in DATABASE_URL can't be used \(.+PEM/)
    })
  )
})
