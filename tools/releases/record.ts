/**
 * `node tools/releases/record.ts 0.2.0`: lets that version tell the demo's story on a database of its own, and keeps what it
 * has written, as its own `backup` writes it, for the test that upgrades it. Once per release.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { checkOut, releaseNamed } from "./checkOut.ts"

const release = releaseNamed(process.argv[2] ?? "")
const target = fileURLToPath(
  new URL(`../../packages/runtime/test/fixtures/${release.version}.backup.gz`, import.meta.url)
)
const folder = mkdtempSync(join(tmpdir(), "counterfoil-release-"))
// Chromium and Postgres may run as another user.
chmodSync(folder, 0o755)
const sources = join(folder, "sources")
const running: Array<ChildProcess> = []

/** They hold nothing but the demo's story, so everybody may know them. */
const secrets: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL("./secretsOfRecords.json", import.meta.url), "utf8")
)

const environment = {
  ...process.env,
  HOST: "127.0.0.1",
  PORT: "0",
  COUNTERFOIL_HOME: join(folder, "home"),
  EGRESS_ALLOW: "127.0.0.0/8",
  BANK_EGRESS_ALLOW: "127.0.0.0/8",
  MONITOR_INTERVAL: "1 second",
  ORDERS_INTERVAL: "2 seconds",
  ASSISTED_HOURS: "00:00-24:00",
  OTP_SUBMISSIONS_PER_MINUTE: "20",
  ...secrets
}

const start = (program: string, ...args: ReadonlyArray<string>): ChildProcess => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", join(sources, program), ...args], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"]
  })
  running.push(child)
  return child
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ""
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)))
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8")
      const address = /listening on (http:\S+)/.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
  })

const toItsEnd = async (child: ChildProcess): Promise<void> => {
  child.stdout?.pipe(process.stdout)
  const [code] = await once(child, "exit")
  if (code !== 0) throw new Error(`it ended with ${String(code)}`)
}

try {
  checkOut(release, sources)
  const command = "apps/counterfoil/src/main.ts"
  const [server, bank, shop] = await Promise.all([
    addressOf(start(command, "serve")),
    addressOf(start("apps/demo-bank/src/main.ts", "--port", "0")),
    addressOf(start("apps/demo-shop/src/main.ts", "--port", "0"))
  ])
  await toItsEnd(start(command, "demo", "--exit", "--server", server, "--bank", bank, "--shop", shop))
  const written = join(folder, "written.backup.gz")
  await toItsEnd(start(command, "backup", written))
  copyFileSync(written, target)
  console.log(`recorded ${release.version} in ${target}`)
} finally {
  for (const child of running.filter(({ exitCode }) => exitCode === null)) {
    child.kill("SIGTERM")
    await once(child, "exit")
  }
  rmSync(folder, { recursive: true, force: true })
}
