/** The service's own browser, but that it trusts the key of the tests' banks, and no other. */
import { Effect } from "effect"
import { createHash, createPublicKey } from "node:crypto"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findChromium } from "../../src/chromium/findChromium.ts"
import { selfSignedCertificate } from "@counterfoil/testing/badCertificates"

export interface TrustingChromium {
  readonly path: string
  readonly remove: () => void
}

export const trustingChromium = async (): Promise<TrustingChromium> => {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-test-"))
  chmodSync(folder, 0o755)
  const trusting = join(folder, "trusting-chromium")
  const key = createPublicKey(selfSignedCertificate).export({ type: "spki", format: "der" })
  const trusted = createHash("sha256").update(key).digest("base64")
  const { path } = await Effect.runPromise(
    findChromium({ executablePath: process.env["CHROMIUM_PATH"], directory: folder })
  )
  const text = `#!/bin/sh\nexec '${path}' --ignore-certificate-errors-spki-list=${trusted} "$@"\n`
  writeFileSync(trusting, text, { mode: 0o755 })
  return { path: trusting, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
