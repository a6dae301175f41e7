import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { readFileSync } from "node:fs"
import { configFromEnv, loggingFromEnv } from "../src/index.ts"

const compose = readFileSync(new URL("../../../docker-compose.yml", import.meta.url), "utf8")

/** The image's own: its port is published as another, its data is a volume. */
const fixed = ["HOST", "PORT", "COUNTERFOIL_HOME"]

const settings = (): ReadonlyArray<string> => {
  const asked = new Set<string>()
  const recording = ConfigProvider.make((path) => {
    asked.add(path.join("."))
    return Effect.succeed(undefined)
  })
  Effect.runSync(
    Effect.provideService(Effect.andThen(configFromEnv, loggingFromEnv), ConfigProvider.ConfigProvider, recording)
  )
  return [...asked].filter((name) => !fixed.includes(name))
}

describe("docker-compose.yml", () => {
  it("hands every setting on to the server", () => {
    const given = [...compose.matchAll(/^ +([A-Z][A-Z_0-9]+): /gm)].map(([, name]) => name)
    assert.deepStrictEqual(
      settings().filter((name) => !given.includes(name)),
      []
    )
  })

  it("hardens each container of ours: no capability, no new privileges, the shipped profile, a read-only root", () => {
    const hardened = compose.slice(compose.indexOf("x-hardened"), compose.indexOf("x-settings"))
    for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "seccomp:./ops/seccomp.json"]) {
      assert.include(hardened, line)
    }
    const services = compose.slice(compose.indexOf("\nservices:"), compose.indexOf("\nvolumes:"))
    const unhardened = services
      .split(/\n(?= {2}[a-z])/)
      .slice(1)
      .filter((service) => !/<<: \*(hardened|neighbour)/.test(service))
    assert.deepStrictEqual(
      unhardened.flatMap((service) => /^ {2}([a-z0-9-]+):/m.exec(service)?.[1] ?? []),
      ["postgres", "demo-postgres"]
    )
  })
})

describe("ops/seccomp.json", () => {
  it("allows what user namespaces need beyond Docker's own profile, and nothing else", () => {
    const text = readFileSync(new URL("../../../ops/seccomp.json", import.meta.url), "utf8")
    const profile: {
      readonly syscalls: ReadonlyArray<{ readonly names: ReadonlyArray<string>; readonly comment?: string }>
    } = JSON.parse(text)
    const ours = profile.syscalls.filter(({ comment }) => comment?.startsWith("counterfoil: ") === true)
    assert.deepStrictEqual(
      ours.flatMap(({ names }) => names),
      ["chroot", "clone", "unshare"]
    )
  })
})
