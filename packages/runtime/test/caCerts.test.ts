import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { X509Certificate } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { rootCertificates } from "node:tls"
import { readCaCerts } from "../src/config/caCerts.ts"

const [first = "", second = ""] = rootCertificates

const fingerprint = (pem: string) => new X509Certificate(pem).fingerprint256

const fileWith = Effect.fnUntraced(function* (content: string) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "counterfoil-ca-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true }))
  )
  const file = join(folder, "ca.pem")
  writeFileSync(file, content)
  return file
})

describe("EXTRA_CA_CERTS", () => {
  it.effect("is read as its certificates, whatever stands between them", () =>
    Effect.gen(function* () {
      const found = yield* readCaCerts(yield* fileWith(`# ours\n${first}\n# and theirs\n${second}\n`))

      assert.deepStrictEqual(found.map(fingerprint), [first, second].map(fingerprint))
    })
  )

  it.effect("is refused in one sentence when it is absent, holds none, or a broken one", () =>
    Effect.gen(function* () {
      const files = [
        "/nowhere/ca.pem",
        yield* fileWith("no certificate"),
        yield* fileWith("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
      ]

      for (const file of files) {
        const { message } = yield* Effect.flip(readCaCerts(file))
        assert.include(message, file)
        assert.include(message, "EXTRA_CA_CERTS must name a PEM file")
        assert.notInclude(message, "\n")
      }
    })
  )
})
