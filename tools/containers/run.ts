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

const answers = (...args: ReadonlyArray<string>): boolean => spawnSync("docker", args, { stdio: "ignore" }).status === 0

/** Why nothing can be run here. */
const lacking = (): string | undefined => {
  if (!answers("version")) return "there is no Docker engine (DOCKER_HOST names one)"
  return answers("compose", "version") ? undefined : "docker compose is not installed"
}

/** An engine that is there and can't be used is a fault, not a reason to skip. */
const useEngine = async (): Promise<void> => {
  // Testcontainers looks for the host behind the default bridge, which an engine of `dockerd --bridge=none` doesn't have.
  if (!answers("network", "inspect", "bridge")) process.env["TESTCONTAINERS_HOST_OVERRIDE"] ??= "127.0.0.1"
  await getContainerRuntimeClient()
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

const hasImage = (name: string): boolean => answers("image", "inspect", name) || answers("pull", "-q", name)

const stepsTold = /demo: done, (\d+) steps, 0 failed/

/** What a start that failed has left: its ports would be in the way of the next one. */
const removeAll = (project: string): void => {
  spawnSync("docker", ["compose", "-p", project, "--profile", "demo", "down", "--volumes"], {
    cwd: root,
    stdio: "ignore"
  })
}

/** The last lines of each container, for whoever has to find out why. */
const lastWords = (project: string): string => {
  const logs = ["compose", "-p", project, "--profile", "demo", "logs", "--no-color", "--tail", "8"]
  return spawnSync("docker", logs, { cwd: root, encoding: "utf8" }).stdout
}

const runDemo = async (version: string): Promise<void> => {
  const began = performance.now()
  const project = `counterfoil-test-${version}-${process.pid}`
  const environment = await new DockerComposeEnvironment(root, "docker-compose.yml")
    .withProjectName(project)
    .withEnvironment({ COUNTERFOIL_TAG: "test", POSTGRES_VERSION: version })
    .withProfiles("demo")
    .withStartupTimeout(600_000)
    .withWaitStrategy("demo-1", Wait.forLogMessage(stepsTold))
    .up(["demo"])
    .catch((cause: unknown) => {
      const told = lastWords(project)
      removeAll(project)
      throw new Error(`${messageOf(cause)}\n${told}`)
    })
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

const why = lacking()
if (why !== undefined) {
  say("skipped", `the containers: ${why}`)
} else {
  try {
    await useEngine()
    build()
    for (const version of versions) {
      if (!hasImage(`postgres:${version}`)) {
        say("skipped", `Postgres ${version}: there is no image postgres:${version} (tools/localImages makes one)`)
        continue
      }
      await runDemo(version).catch((cause: unknown) => say("failed", `Postgres ${version}: ${messageOf(cause)}`))
    }
  } catch (cause) {
    say("failed", `the image could not be built, or the engine not used: ${messageOf(cause)}`)
  }
}
console.log(`containers: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed === 0 ? 0 : 1)
