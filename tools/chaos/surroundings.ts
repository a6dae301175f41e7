/** What a fault run needs around it: a folder, the settings of the servers, a bank and a shop. */
import { Effect } from "effect"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startChild } from "../../apps/counterfoil/src/demo/Child.ts"
import { keyEncryptionKey } from "./openedBodies.ts"

export const temporaryHome = Effect.acquireRelease(
  Effect.sync(() => {
    const home = mkdtempSync(join(tmpdir(), "counterfoil-chaos-"))
    chmodSync(home, 0o711)
    return home
  }),
  (home) => Effect.sync(() => rmSync(home, { recursive: true, force: true }))
)

export const environmentOf = (home: string, databaseUrl: string) => ({
  HOST: "127.0.0.1",
  COUNTERFOIL_HOME: home,
  DATABASE_URL: databaseUrl,
  JWT_SIGNING_KEY: "a signing key of a fault run that is long enough",
  KEY_ENCRYPTION_KEY: keyEncryptionKey,
  API_KEY_PEPPER: "a pepper of a fault run that is long enough",
  EGRESS_ALLOW: "127.0.0.0/8",
  BANK_EGRESS_ALLOW: "127.0.0.0/8",
  SCRAPE_INTERVAL: "5 seconds",
  MONITOR_INTERVAL: "3 seconds",
  ORDERS_INTERVAL: "1 second",
  ASSISTED_HOURS: "00:00-24:00",
  LOGIN_REST: "1 second",
  // Each fault ends whatever is under way: nobody is to be held back for that.
  LOST_CYCLES_TOLERATED: "100000",
  AUTH_REQUESTS_PER_MINUTE: "100000",
  CHANGES_PER_MINUTE: "100000",
  OTP_SUBMISSIONS_PER_MINUTE: "100000",
  OTP_SUBMISSIONS_PER_HOUR: "100000",
  LOG_FORMAT: "json"
})

export const neighbour = (home: string, name: "bank" | "shop") =>
  startChild({
    name: `demo ${name}`,
    program: `apps/demo-${name}/src/main.ts`,
    args: ["--port", "0", "--journal", join(home, `${name}.jsonl`)],
    logFile: join(home, `${name}.log`)
  })
