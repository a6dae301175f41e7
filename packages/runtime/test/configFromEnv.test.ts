import { parseCidr } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Exit, Option, Redacted } from "effect"
import fc from "fast-check"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { configFromEnv, type CounterfoilConfig, defaultConfig, loggingFromEnv, settingsInVain } from "../src/index.ts"

type Environment = Readonly<Record<string, string>>

const provided = (env: Environment) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

const read = (env: Environment): CounterfoilConfig => Effect.runSync(provided(env)(configFromEnv))

/** The sentence with which an environment is refused; empty when it is taken. */
const refusal = (env: Environment): string => {
  const exit = Effect.runSyncExit(provided(env)(Effect.andThen(configFromEnv, loggingFromEnv)))
  return Option.match(Exit.findErrorOption(exit), { onNone: () => "", onSome: ({ message }) => message })
}

const duration = { good: ["1 second", "90 seconds", "1.5 hours", "2 weeks"], example: /10 minutes/ }
const keeping = { good: ["30 days", "52 weeks", "3650 days"], example: /10 minutes/ }
const count = { good: ["1", "4", "100000"], example: /whole number from 1 to 100000/ }
const networks = { good: ["10.0.0.0/8", "10.1.2.3", "fd00::/8, 127.0.0.0/8", "::1"], example: /10\.0\.0\.0\/8/ }

/** Every variable that isn't a secret or free text: values that it takes, and what its refusal gives as an example. */
const variables: Readonly<Record<string, { readonly good: ReadonlyArray<string>; readonly example: RegExp }>> = {
  PORT: { good: ["0", "80", "65535"], example: /whole number from 0 to 65535/ },
  SHUTDOWN_GRACE: { ...duration, good: ["0 seconds", "500 millis", ...duration.good] },
  TRUSTED_PROXIES: networks,
  REALTIME_ORIGINS: {
    good: ["https://app.example", "http://localhost:3000, https://app.example/"],
    example: /https:\/\/app\.example/
  },
  EGRESS_ALLOW: networks,
  BANK_EGRESS_ALLOW: networks,
  REGISTRATION: { good: ["open", "first-user", "closed"], example: /open, first-user or closed/ },
  BANKS: { good: ["everybody", "administrators"], example: /everybody or administrators/ },
  CONSENT: { good: ["owners", "administrators"], example: /owners or administrators/ },
  BANK_ADMINS: { good: ["ops@example.com", "a@b.example, c@d.example"], example: /ops@example\.com/ },
  DEMO: { good: ["on", "off"], example: /on or off/ },
  LOG_FORMAT: { good: ["pretty", "json"], example: /pretty or json/ },
  LOG_LEVEL: { good: ["debug", "info", "warn", "error"], example: /debug, info, warn or error/ },
  SCRAPE_INTERVAL: duration,
  MONITOR_INTERVAL: duration,
  ORDERS_INTERVAL: duration,
  OTP_TIMEOUT: duration,
  LOGIN_TIMEOUT: duration,
  READ_TIMEOUT: duration,
  LOGOUT_TIMEOUT: duration,
  HAND_ON_TIMEOUT: duration,
  STALE_AFTER: duration,
  KEEP_SCRAPES: keeping,
  KEEP_SESSIONS: keeping,
  KEEP_ACTIVITY: keeping,
  KEEP_EVENTS: keeping,
  KEEP_NOTIFICATIONS: keeping,
  KEEP_DELIVERY_ATTEMPTS: keeping,
  KEEP_SCRIPT_RUNS: keeping,
  METRICS_PORT: { good: ["1", "9464", "65535"], example: /whole number from 1 to 65535/ },
  INITIAL_WINDOW: duration,
  OVERLAP: duration,
  ORDER_EXPIRY: duration,
  ASSISTED_HOURS: { good: ["07:00-22:00", "22:00-07:00", "00:00-24:00", "08:30 - 18:45"], example: /07:00-22:00/ },
  MATCHING_PRESET: { good: ["strict", "default", "lenient"], example: /strict, default or lenient/ },
  BANK_CONCURRENCY: count,
  LOST_CYCLES_TOLERATED: count,
  SESSION_CONCURRENCY: count,
  SESSION_NICENESS: { good: ["0", "5", "19"], example: /whole number from 0 to 19/ },
  AUTH_REQUESTS_PER_MINUTE: count,
  AUTH_FAILURES_PER_QUARTER_HOUR: count,
  OTP_SUBMISSIONS_PER_MINUTE: count,
  OTP_SUBMISSIONS_PER_HOUR: count
}
const names = Object.keys(variables)

const secrets = {
  JWT_SIGNING_KEY: "j".repeat(32),
  KEY_ENCRYPTION_KEY: "k".repeat(32),
  API_KEY_PEPPER: "p".repeat(32)
}

describe("the environment", () => {
  it("offers the demo only where nobody else can come, unless the operator says so", () => {
    const secrets = {
      JWT_SIGNING_KEY: "j".repeat(32),
      KEY_ENCRYPTION_KEY: "k".repeat(32),
      API_KEY_PEPPER: "p".repeat(32)
    }
    assert.isTrue(read({}).demo)
    assert.isFalse(read({ HOST: "0.0.0.0" }).demo)
    assert.isFalse(read({ DATABASE_URL: "postgres://db.example/counterfoil", ...secrets }).demo)
    assert.isTrue(read({ HOST: "0.0.0.0", DEMO: "on" }).demo)
    assert.isFalse(read({ DEMO: "off" }).demo)
  })

  it("gives the defaults where nothing is set, or where something is set to nothing", () => {
    const wanted = { ...defaultConfig, home: resolve(defaultConfig.home) }
    for (const env of [
      {},
      Object.fromEntries([...names, "HOST", "DATABASE_URL", "CHROMIUM_PATH"].map((name) => [name, " "]))
    ]) {
      assert.deepStrictEqual(read(env), wanted)
    }
  })

  it("lets strangers in, and everybody look after banks, on this machine alone", () => {
    const open = (env: Record<string, string>) => {
      const { banks, consent, registration } = read(env)
      return [registration, banks, consent]
    }
    for (const HOST of ["127.0.0.1", "::1", "localhost"])
      assert.deepStrictEqual(open({ HOST }), ["open", "everybody", "owners"])
    for (const HOST of ["0.0.0.0", "::", "10.1.2.3", "bank.example"]) {
      assert.deepStrictEqual(open({ HOST }), ["first-user", "administrators", "administrators"])
      assert.deepStrictEqual(open({ HOST, REGISTRATION: "open" }), ["open", "everybody", "owners"])
    }
    assert.deepStrictEqual(open({ BANK_ADMINS: "ops@example.com" }), ["open", "administrators", "owners"])
  })

  it.each(names)("takes %s in each of its forms", (name) => {
    for (const value of variables[name]?.good ?? []) assert.strictEqual(refusal({ [name]: value }), "", value)
  })

  it("is read to the values that it says", () => {
    const config = read({
      PORT: "0",
      HOST: "::1",
      COUNTERFOIL_HOME: "/var/lib/counterfoil",
      SCRAPE_INTERVAL: "1.5 minutes",
      EGRESS_ALLOW: "10.0.0.0/8, fd00::/8",
      ASSISTED_HOURS: "22:00-07:00",
      SESSION_CONCURRENCY: "3",
      CHROMIUM_PATH: "/usr/bin/chromium",
      KEEP_SCRAPES: "2 weeks",
      KEEP_ACTIVITY: "730 days"
    })
    assert.deepStrictEqual(config.keep, {
      ...defaultConfig.keep,
      scrapes: Duration.days(14),
      activity: Duration.days(730)
    })
    assert.strictEqual(config.port, 0)
    assert.strictEqual(config.host, "::1")
    assert.strictEqual(config.home, "/var/lib/counterfoil")
    assert.deepStrictEqual(config.policy.scrapeInterval, Duration.seconds(90))
    assert.deepStrictEqual(config.egressAllow, ["10.0.0.0/8", "fd00::/8"])
    assert.deepStrictEqual(config.policy.assistedHours, { from: "22:00", to: "07:00" })
    assert.strictEqual(config.policy.sessionConcurrency, 3)
    assert.deepStrictEqual(config.chromiumPath, Option.some("/usr/bin/chromium"))
  })

  it("makes a node of the server, with a database and the secrets that it shares with the others", () => {
    const node = { CLUSTER: "socket", DATABASE_URL: "postgres://db.example/books" }
    assert.isTrue(Option.isSome(read({ ...node, ...secrets }).cluster))
    assert.match(refusal(node), /^JWT_SIGNING_KEY, KEY_ENCRYPTION_KEY and API_KEY_PEPPER are missing/)
    assert.match(refusal({ CLUSTER: "socket" }), /^CLUSTER=socket needs DATABASE_URL/)
  })

  it.each([
    ["PORT", "8080x"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "0x50"],
    ["BANK_CONCURRENCY", "0"],
    ["BANK_CONCURRENCY", "1.5"],
    ["SCRAPE_INTERVAL", "soon"],
    ["SCRAPE_INTERVAL", "10"],
    ["SCRAPE_INTERVAL", "10m"],
    ["SCRAPE_INTERVAL", "-5 minutes"],
    ["SCRAPE_INTERVAL", "100 millis"],
    ["SCRAPE_INTERVAL", "2 years"],
    ["KEEP_SESSIONS", "12 hours"],
    ["KEEP_SCRIPT_RUNS", "29 days"],
    ["KEEP_EVENTS", "3651 days"],
    ["SCRAPE_INTERVAL", "Infinity"],
    ["OVERLAP", "366 days"],
    ["EGRESS_ALLOW", "localhost"],
    ["EGRESS_ALLOW", "10.0.0.1/8"],
    ["EGRESS_ALLOW", "127/8"],
    ["EGRESS_ALLOW", "0x7f000001"],
    ["BANK_EGRESS_ALLOW", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "10.0.0.0/8;192.168.0.0/16"],
    ["REALTIME_ORIGINS", "app.example"],
    ["REALTIME_ORIGINS", "https://app.example/page"],
    ["REALTIME_ORIGINS", "*"],
    ["REGISTRATION", "Open"],
    ["MATCHING_PRESET", "loose"],
    ["LOG_FORMAT", "xml"],
    ["LOG_LEVEL", "verbose"],
    ["ASSISTED_HOURS", "7-22"],
    ["ASSISTED_HOURS", "07:00-25:00"],
    ["ASSISTED_HOURS", "24:00-07:00"],
    ["BANK_ADMINS", "ops@example.com, ops"]
  ] as const)("refuses %s=%s, naming it and what would be right", (name, value) => {
    const said = refusal({ [name]: value })
    assert.isTrue(said.startsWith(`${name} is "`), said)
    assert.match(said, variables[name]?.example ?? /^$/)
    assert.notInclude(said, "\n")
  })

  it("refuses whatever is not one of a variable's forms with a sentence that names the variable", () => {
    const garbage = fc.string({ unit: "grapheme", minLength: 1 }).map((text) => `~${text}`)
    fc.assert(
      fc.property(fc.constantFrom(...names), garbage, (name, value) => {
        const said = refusal({ [name]: value })
        assert.isTrue(said.startsWith(`${name} is "`), said)
        assert.isBelow(said.length, 260)
      })
    )
  })

  it("names the part of a list that is wrong, not the whole list", () => {
    const said = refusal({ EGRESS_ALLOW: "10.0.0.0/8, shop.local, 127.0.0.0/8" })
    assert.isTrue(said.startsWith('EGRESS_ALLOW is "shop.local": '), said)
  })

  it("takes no network that the address rules would read otherwise", () => {
    const texts = fc.oneof(
      fc.tuple(fc.ipV4(), fc.nat(40)).map(([ip, bits]) => `${ip}/${bits}`),
      fc.tuple(fc.ipV6(), fc.nat(140)).map(([ip, bits]) => `${ip}/${bits}`),
      fc.ipV4(),
      fc.ipV6()
    )
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(refusal({ EGRESS_ALLOW: text }) === "")
        assert.isTrue(Option.isSome(parseCidr(text)), text)
      })
    )
  })
})

describe("secrets", () => {
  it("are needed all three with a database of one's own; each that is missing is named", () => {
    const DATABASE_URL = "postgres://user:hunter2@db.example/books"
    const said = refusal({ DATABASE_URL, KEY_ENCRYPTION_KEY: secrets.KEY_ENCRYPTION_KEY })
    assert.isTrue(said.startsWith("JWT_SIGNING_KEY and API_KEY_PEPPER are missing: with DATABASE_URL"), said)
    assert.isTrue(
      refusal({ DATABASE_URL }).startsWith("JWT_SIGNING_KEY, KEY_ENCRYPTION_KEY and API_KEY_PEPPER are missing: "),
      refusal({ DATABASE_URL })
    )
    assert.isTrue(Option.isSome(read({ DATABASE_URL, ...secrets }).secrets))
    const both = refusal({ DATABASE_URL: "postgres://u:hunter2@ss#w/o?rd@host/db" })
    assert.match(
      both,
      /^DATABASE_URL (is not|has an).*; JWT_SIGNING_KEY, KEY_ENCRYPTION_KEY and API_KEY_PEPPER are missing/
    )
    assert.notInclude(both, "hunter2")
  })

  it("are all given or all made: one alone is a mistake", () => {
    const said = refusal({ JWT_SIGNING_KEY: secrets.JWT_SIGNING_KEY })
    assert.isTrue(said.startsWith("KEY_ENCRYPTION_KEY and API_KEY_PEPPER are missing: set all three"), said)
  })

  it.each(Object.keys(secrets))("are refused when %s is shorter than 32 characters, without being shown", (name) => {
    const said = refusal({ ...secrets, [name]: "correct-horse" })
    assert.isTrue(said.startsWith(`${name} is too short: `), said)
    assert.notInclude(said, "correct-horse")
  })

  it("are refused when one of several key-encryption keys is too short", () => {
    assert.match(
      refusal({ ...secrets, KEY_ENCRYPTION_KEY: `${"k".repeat(32)},short` }),
      /^KEY_ENCRYPTION_KEY is too short: each of its keys /
    )
  })

  it("never show in what is read", () => {
    const config = read({ ...secrets, DATABASE_URL: "postgres://user:hunter2@db.example/books" })
    assert.notInclude(JSON.stringify(config), "hunter2")
    assert.strictEqual(
      Option.getOrThrow(Option.map(config.secrets, ({ jwtSigningKey }) => Redacted.value(jwtSigningKey))),
      secrets.JWT_SIGNING_KEY
    )
  })
})

describe("the exporter's headers", () => {
  it.each(["nonsense", "=token", "a name=token", "a=b,nonsense", "authorization=%zz", "a=b%0d%0aevil"])(
    "are refused where they are none, without being shown: %s",
    (headers) => {
      const said = refusal({ OTEL_EXPORTER_OTLP_HEADERS: headers })
      assert.strictEqual(
        said,
        "OTEL_EXPORTER_OTLP_HEADERS has a wrong form: it must be name=value, several separated by commas"
      )
    }
  )

  it("are taken as OpenTelemetry writes them", () => {
    for (const headers of ["authorization=Bearer%20a=b", " x-token = abc , y=", "a=b,"]) {
      assert.strictEqual(refusal({ OTEL_EXPORTER_OTLP_HEADERS: headers }), "", headers)
    }
  })
})

describe("docs/configuration.md", () => {
  const documented = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => {
      const [, variables = "", , takes = ""] = line.split("|")
      return [...variables.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => ({ name, takes: takes.trim() }))
    })

  it("has every variable that is read, and no other", () => {
    const asked = new Set<string>()
    const recording = ConfigProvider.make((path) => {
      asked.add(path.join("."))
      return Effect.succeed(undefined)
    })
    Effect.runSync(
      Effect.provideService(Effect.andThen(configFromEnv, loggingFromEnv), ConfigProvider.ConfigProvider, recording)
    )
    assert.deepStrictEqual([...asked].sort(), documented.map(({ name }) => name).sort())
  })

  /** What the refusal of a text that no kind of setting takes says, in the table's words. */
  const boundsOf = (name: string): string => {
    const said = refusal({ ...secrets, [name]: "~" })
    const [, wanted = said] = /it must be (.*)$/.exec(said) ?? []
    const [, least, most] = /^a whole number from (\d+) to (\d+)$/.exec(wanted) ?? []
    if (least !== undefined) return `${least} to ${most ?? ""}`
    const [, span] = /^a duration from (.*), written/.exec(wanted) ?? []
    if (span !== undefined) return span
    const [, characters] = /(\d+ characters or more)/.exec(wanted) ?? []
    if (characters !== undefined) return characters
    if (/^\S+( or \S+|(, \S+)+ or \S+)$/.test(wanted)) {
      return wanted.replaceAll(/[a-z-]+/g, (word) => (word === "or" ? word : `\`${word}\``))
    }
    if (said.includes(`${name} names ~`)) return "file"
    if (wanted.includes("http or https URL")) return "http(s) URL"
    if (wanted.includes("not a Postgres URL")) return "Postgres URL"
    if (wanted.includes("e-mail address")) return "e-mails"
    if (wanted.includes("network")) return "networks"
    if (wanted.includes("origin")) return "origins"
    if (wanted.includes("span of hours")) return "hours"
    return said === "" ? "text" : wanted
  }

  it.each(documented.map(({ name, takes }) => [name, takes] as const))("says what %s takes: %s", (name, takes) => {
    assert.strictEqual(takes, boundsOf(name))
  })
})

describe("several settings that are wrong", () => {
  it("are told at once, the secrets too", () => {
    const said = refusal({ PORT: "x", SCRAPE_INTERVAL: "soon", METRICS_TOKEN: "short", JWT_SIGNING_KEY: "j" })
    assert.match(
      said,
      /^PORT is "x": .*; METRICS_TOKEN is too short: .*; SCRAPE_INTERVAL is "soon": .*; KEY_ENCRYPTION_KEY and API_KEY_PEPPER are missing: /
    )
    assert.notInclude(said, "short;")
  })
})

describe("a misspelled setting", () => {
  const told = (env: Environment) => Effect.runSync(settingsInVain(env))

  it.each([
    ["SCRAPE_INTERVALL", "SCRAPE_INTERVAL"],
    ["SCRAPE_INTREVAL", "SCRAPE_INTERVAL"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["jwt_signing_key", "JWT_SIGNING_KEY"],
    ["LOG-FORMAT", "LOG_FORMAT"],
    ["port", "PORT"]
  ])("is told with what was meant: %s", (name, meant) => {
    assert.deepStrictEqual(told({ [name]: "secret" }), [`${name} is not a setting: did you mean ${meant}?`])
  })

  it("is not seen in what other programs are set by, nor in what is set to nothing", () => {
    const others = ["PATH", "HOME", "HOSTNAME", "SHELL", "PWD", "USER", "LANG", "TERM", "NODE_ENV", "TEST_DATABASE_URL"]
    const more = ["COUNTERFOIL_URL", "COUNTERFOIL_TOKEN", "HTTP_PROXY", "no_proxy", "CI", "SORT", "OTEL_SERVICE_NAME"]
    const env = Object.fromEntries([...others, ...more, ...names].map((name) => [name, "1"] as const))
    assert.deepStrictEqual(told({ ...env, SCRAPE_INTERVALL: " " }), [])
  })

  it("and one of a cluster that isn't on are told; who switches it off knows", () => {
    const idle = "CLUSTER_HOST changes nothing: nodes find each other with CLUSTER=socket only"
    assert.deepStrictEqual(told({ CLUSTER_HOST: "10.0.0.1" }), [idle])
    for (const CLUSTER of ["single", "socket"]) assert.deepStrictEqual(told({ CLUSTER, CLUSTER_HOST: "10.0.0.1" }), [])
  })
})
