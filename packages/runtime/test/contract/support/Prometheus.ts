/** A real Prometheus that reads a service, where the machine has one: `PROMETHEUS` names it where it is not in the PATH. */
import { freePort } from "@counterfoil/testing/freePort"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"

const program = process.env["PROMETHEUS"] ?? "prometheus"

export const hasPrometheus = (): boolean => {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

const rules = fileURLToPath(new URL("../../../../../ops/prometheus/alerts.yml", import.meta.url))

const Found = Schema.Struct({
  status: Schema.String,
  data: Schema.optionalKey(Schema.Struct({ result: Schema.Array(Schema.Unknown) })),
  error: Schema.optionalKey(Schema.String)
})
const Rules = Schema.Struct({
  data: Schema.Struct({
    groups: Schema.Array(
      Schema.Struct({
        rules: Schema.Array(Schema.Struct({ name: Schema.String, health: Schema.String, query: Schema.String }))
      })
    )
  })
})

export class Prometheus {
  readonly #base: string
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(base: string, child: ChildProcess, folder: string) {
    this.#base = base
    this.#child = child
    this.#folder = folder
  }

  /** Reads the metrics at that port of loopback each second. */
  static async reading(port: number): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), "counterfoil-prometheus-"))
    const own = await freePort()
    const config = join(folder, "prometheus.yml")
    const job = `{ job_name: counterfoil, static_configs: [{ targets: ["127.0.0.1:${port}"] }] }`
    const every = "{ scrape_interval: 1s, evaluation_interval: 1s }"
    writeFileSync(config, `global: ${every}\nrule_files: [${rules}]\nscrape_configs: [${job}]\n`)
    const flags = [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, "data")}`]
    const child = spawn(program, [...flags, `--web.listen-address=127.0.0.1:${own}`], { stdio: "ignore" })
    return new Prometheus(`http://127.0.0.1:${own}/api/v1`, child, folder)
  }

  /** How many series the query finds now; -1: Prometheus isn't there yet. */
  async count(query: string): Promise<number> {
    const answer = await fetch(`${this.#base}/query?query=${encodeURIComponent(query)}`).catch(() => undefined)
    if (answer === undefined || answer.status === 503) return -1
    const found = Schema.decodeUnknownSync(Found)(await answer.json())
    if (found.data === undefined) throw new Error(`${query}: ${found.error}`)
    return found.data.result.length
  }

  async rules() {
    const answer = Schema.decodeUnknownSync(Rules)(await (await fetch(`${this.#base}/rules`)).json())
    return answer.data.groups.flatMap((group) => group.rules)
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve))
    this.#child.kill("SIGTERM")
    await ended
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
