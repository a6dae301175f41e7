/**
 * `npm run test:containers`: builds the image and runs docker-compose.yml's demo with each Postgres, hardened as it is shipped:
 * the main job, end to end, in containers. Where there is no Docker engine it says so, and counts as skipped.
 *
 *   npm run test:containers -- [16 17 18]
 */
import { execFileSync, spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { DockerComposeEnvironment, getContainerRuntimeClient, Wait } from "testcontainers"

const root = fileURLToPath(new URL("../../", import.meta.url))
const versions = process.argv.length > 2 ? process.argv.slice(2) : ["16", "17", "18"]
const image = "counterfoil:test"
const largest = 700_000_000

const counts = { passed: 0, failed: 0, skipped: 0 }
const say = (verdict: keyof typeof counts, sentence: string): void => {
  counts[verdict] += 1
  console.log(`${verdict.padEnd(7)} ${sentence}`)
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Why nothing can be run here. */
const lacking = async (): Promise<string | undefined> => {
  try {
    await getContainerRuntimeClient()
  } catch {
    return "there is no Docker engine (DOCKER_HOST names one)"
  }
  const compose = spawnSync("docker", ["compose", "version"], { encoding: "utf8" })
  return compose.status === 0 ? undefined : "docker compose is not installed"
}

/** The build reaches npm and Debian as this machine does, also where the engine has no way out for its containers. */
const build = (): void => {
  execFileSync("docker", ["build", "--network", "host", "-t", image, root], { stdio: ["ignore", "ignore", "inherit"] })
  const size = Number(
    execFileSync("docker", ["image", "inspect", image, "--format", "{{.Size}}"], { encoding: "utf8" })
  )
  const sentence = `the image has ${Math.round(size / 1e6)} MB of at most ${largest / 1e6}`
  say(size < largest ? "passed" : "failed", sentence)
}

const hasImage = (name: string): boolean =>
  spawnSync("docker", ["image", "inspect", name], { stdio: "ignore" }).status === 0 ||
  spawnSync("docker", ["pull", "-q", name], { stdio: "ignore" }).status === 0

const stepsTold = /demo: done, (\d+) steps, 0 failed/

const runDemo = async (version: string): Promise<void> => {
  const began = performance.now()
  const environment = await new DockerComposeEnvironment(root, "docker-compose.yml")
    .withProjectName(`counterfoil-test-${version}-${process.pid}`)
    .withEnvironment({ COUNTERFOIL_TAG: "test", POSTGRES_VERSION: version })
    .withProfiles("demo")
    .withStartupTimeout(600_000)
    .withWaitStrategy("demo-1", Wait.forLogMessage(stepsTold))
    .up(["demo"])
  try {
    const server = environment.getContainer("demo-server-1")
    const doctor = await server.exec(["node", "apps/counterfoil/src/main.ts", "doctor"])
    const capabilities = await server.exec(["grep", "-c", "CapBnd:\t0000000000000000", "/proc/1/status"])
    const written = await server.exec(["touch", "/app/written"])
    const facts = {
      "doctor finds no fault": doctor.exitCode === 0,
      "no capability is left": capabilities.output.trim() === "1",
      "the root is read-only": written.exitCode !== 0
    }
    for (const [fact, isTrue] of Object.entries(facts)) {
      say(isTrue ? "passed" : "failed", `Postgres ${version}: ${fact}${isTrue ? "" : `\n${doctor.output}`}`)
    }
    const seconds = Math.round((performance.now() - began) / 1000)
    const memory = execFileSync("docker", ["stats", "--no-stream", "--format", "{{.MemUsage}}", server.getId()], {
      encoding: "utf8"
    })
    say("passed", `Postgres ${version}: the main job is done, in ${seconds} s; the server has ${memory.trim()}`)
  } finally {
    await environment.down({ removeVolumes: true })
  }
}

// Nothing reaps what a killed run leaves: the reaper is an image from a registry, which not every machine reaches.
process.env["TESTCONTAINERS_RYUK_DISABLED"] ??= "true"

const why = await lacking()
if (why !== undefined) {
  say("skipped", `the containers: ${why}`)
} else {
  try {
    build()
    for (const version of versions) {
      if (!hasImage(`postgres:${version}`)) {
        say("skipped", `Postgres ${version}: there is no image postgres:${version} (tools/localImages makes one)`)
        continue
      }
      await runDemo(version).catch((cause: unknown) => say("failed", `Postgres ${version}: ${messageOf(cause)}`))
    }
  } catch (cause) {
    say("failed", `the image could not be built: ${messageOf(cause)}`)
  }
}
console.log(`containers: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed === 0 ? 0 : 1)
