/** Reads the configuration from the environment (the current `ConfigProvider`). */
import { defaultAccountPolicy, defaultRetention, parsePlainUrl } from "@counterfoil/core"
import { readDatabaseUrl } from "@counterfoil/store"
import { Duration, Effect, Option, Redacted } from "effect"
import * as Path from "node:path"
import {
  clusterFault,
  type CounterfoilConfig,
  defaultConfig,
  earlierFault,
  type EarlierSecrets,
  type InvalidConfig,
  secretsFault,
  type ServerSecrets
} from "./CounterfoilConfig.ts"
import { openness } from "./openToOthers.ts"
import { headersFault } from "./otlpHeaders.ts"
import {
  anyText,
  duration,
  emails,
  fault,
  type Faults,
  hours,
  networks,
  oneOf,
  origins,
  optional,
  secret,
  variable,
  wholeNumber,
  withoutFaults
} from "./variables.ts"

const wait = (name: string, fallback: Duration.Duration) => variable(name, fallback, duration(Duration.seconds(1)))
const count = (name: string, fallback: number) => variable(name, fallback, wholeNumber(1, 100_000))

const policy = Effect.all({
  scrapeInterval: wait("SCRAPE_INTERVAL", defaultAccountPolicy.scrapeInterval),
  monitorInterval: wait("MONITOR_INTERVAL", defaultAccountPolicy.monitorInterval),
  shadowInterval: wait("SHADOW_INTERVAL", defaultAccountPolicy.shadowInterval),
  ordersInterval: wait("ORDERS_INTERVAL", defaultAccountPolicy.ordersInterval),
  otpTimeout: wait("OTP_TIMEOUT", defaultAccountPolicy.otpTimeout),
  loginTimeout: wait("LOGIN_TIMEOUT", defaultAccountPolicy.loginTimeout),
  readTimeout: wait("READ_TIMEOUT", defaultAccountPolicy.readTimeout),
  logoutTimeout: wait("LOGOUT_TIMEOUT", defaultAccountPolicy.logoutTimeout),
  handOnTimeout: wait("HAND_ON_TIMEOUT", defaultAccountPolicy.handOnTimeout),
  loginRest: wait("LOGIN_REST", defaultAccountPolicy.loginRest),
  bankConcurrency: count("BANK_CONCURRENCY", defaultAccountPolicy.bankConcurrency),
  lostCyclesTolerated: count("LOST_CYCLES_TOLERATED", defaultAccountPolicy.lostCyclesTolerated),
  sessionConcurrency: count("SESSION_CONCURRENCY", defaultAccountPolicy.sessionConcurrency),
  initialWindow: wait("INITIAL_WINDOW", defaultAccountPolicy.initialWindow),
  overlap: wait("OVERLAP", defaultAccountPolicy.overlap),
  orderExpiry: wait("ORDER_EXPIRY", defaultAccountPolicy.orderExpiry),
  assistedHours: variable("ASSISTED_HOURS", defaultAccountPolicy.assistedHours, hours),
  preset: variable("MATCHING_PRESET", defaultAccountPolicy.preset, oneOf(["strict", "default", "lenient"]))
})

const tenYears = Duration.days(3_650)
const keeping = (name: string, fallback: Duration.Duration, least = Duration.days(1)) =>
  variable(name, fallback, duration(least, tenYears))

const keep = Effect.all({
  scrapes: keeping("KEEP_SCRAPES", defaultRetention.scrapes),
  sessions: keeping("KEEP_SESSIONS", defaultRetention.sessions),
  activity: keeping("KEEP_ACTIVITY", defaultRetention.activity),
  events: keeping("KEEP_EVENTS", defaultRetention.events),
  notifications: keeping("KEEP_NOTIFICATIONS", defaultRetention.notifications),
  deliveryAttempts: keeping("KEEP_DELIVERY_ATTEMPTS", defaultRetention.deliveryAttempts),
  // A version's health is counted from the last thirty days.
  scriptRuns: keeping("KEEP_SCRIPT_RUNS", defaultRetention.scriptRuns, Duration.days(30)),
  deletedAccounts: keeping("KEEP_DELETED_ACCOUNTS", defaultRetention.deletedAccounts, Duration.zero)
})

const limits = Effect.all({
  authRequestsPerMinute: count("AUTH_REQUESTS_PER_MINUTE", defaultConfig.limits.authRequestsPerMinute),
  authFailuresPerQuarterHour: count("AUTH_FAILURES_PER_QUARTER_HOUR", defaultConfig.limits.authFailuresPerQuarterHour),
  otpSubmissionsPerMinute: count("OTP_SUBMISSIONS_PER_MINUTE", defaultConfig.limits.otpSubmissionsPerMinute),
  otpSubmissionsPerHour: count("OTP_SUBMISSIONS_PER_HOUR", defaultConfig.limits.otpSubmissionsPerHour)
})

const mostKept = 1_000_000_000

const quotas = Effect.all({
  accounts: count("ACCOUNTS_PER_USER", defaultConfig.quotas.accounts),
  banks: count("BANKS_PER_USER", defaultConfig.quotas.banks),
  scriptVersions: count("SCRIPT_VERSIONS_PER_USER", defaultConfig.quotas.scriptVersions),
  apiKeys: count("API_KEYS_PER_USER", defaultConfig.quotas.apiKeys),
  movements: variable("MOVEMENTS_PER_USER", defaultConfig.quotas.movements, wholeNumber(1, mostKept)),
  orders: variable("ORDERS_PER_USER", defaultConfig.quotas.orders, wholeNumber(1, mostKept)),
  realtimeStreams: count("REALTIME_STREAMS_PER_USER", defaultConfig.quotas.realtimeStreams),
  uploadsPerHour: count("UPLOADS_PER_HOUR", defaultConfig.quotas.uploadsPerHour),
  changesPerMinute: count("CHANGES_PER_MINUTE", defaultConfig.quotas.changesPerMinute)
})

const cluster = Effect.gen(function* () {
  const mode = yield* variable("CLUSTER", "single", oneOf(["single", "socket"]))
  const host = yield* variable("CLUSTER_HOST", "127.0.0.1", anyText)
  const port = yield* variable("CLUSTER_PORT", 0, wholeNumber(0, 65_535))
  const advertisedHost = yield* variable("CLUSTER_ADVERTISED_HOST", host, anyText)
  const advertised = yield* variable("CLUSTER_ADVERTISED_PORT", 0, wholeNumber(0, 65_535))
  const lease = yield* variable("CLUSTER_LEASE", Duration.seconds(15), duration(Duration.seconds(4)))
  const advertisedPort = advertised === 0 ? Option.none<number>() : Option.some(advertised)
  return mode === "single" ? Option.none() : Option.some({ host, port, advertisedHost, advertisedPort, lease })
})

/** The names that OpenTelemetry gives them. The address may hold a token: what is wrong with it is said without it. */
const otlp = Effect.gen(function* () {
  const endpoint = yield* optional("OTEL_EXPORTER_OTLP_ENDPOINT")
  const headers = yield* secret("OTEL_EXPORTER_OTLP_HEADERS")
  const serviceName = yield* variable("OTEL_SERVICE_NAME", "counterfoil", anyText)
  if (Option.exists(endpoint, (url) => parsePlainUrl(url) === undefined)) {
    yield* fault("OTEL_EXPORTER_OTLP_ENDPOINT must be an absolute http or https URL without user and password")
  }
  const odd = headersFault(headers)
  if (odd !== undefined) yield* fault(odd)
  return Option.map(endpoint, (url) => ({ endpoint: url, headers, serviceName }))
})

/** Both are secrets: what is wrong with them is said without them. */
const forOperators = Effect.gen(function* () {
  const operatorWebhookUrl = yield* secret("OPERATOR_WEBHOOK_URL")
  const metricsToken = yield* secret("METRICS_TOKEN")
  if (Option.exists(operatorWebhookUrl, (url) => parsePlainUrl(Redacted.value(url)) === undefined)) {
    yield* fault("OPERATOR_WEBHOOK_URL must be an absolute http or https URL without user and password")
  }
  if (Option.exists(metricsToken, (token) => Redacted.value(token).length < shortestToken)) {
    yield* fault(`METRICS_TOKEN is too short: it must be ${shortestToken} characters or more of random text`)
  }
  return {
    operatorWebhookUrl,
    metricsToken,
    staleAfter: yield* wait("STALE_AFTER", defaultConfig.staleAfter),
    metricsHost: yield* variable("METRICS_HOST", defaultConfig.metricsHost, anyText),
    metricsPort: Option.fromUndefinedOr(
      yield* variable<number | undefined>("METRICS_PORT", undefined, wholeNumber(1, 65_535))
    )
  }
})
const shortestToken = 16

const givenSecrets = Effect.all({
  JWT_SIGNING_KEY: secret("JWT_SIGNING_KEY"),
  KEY_ENCRYPTION_KEY: secret("KEY_ENCRYPTION_KEY"),
  API_KEY_PEPPER: secret("API_KEY_PEPPER")
})
/** While one of them is changed. */
const givenEarlier = Effect.map(
  Effect.all([secret("JWT_SIGNING_KEY_EARLIER"), secret("API_KEY_PEPPER_EARLIER")]),
  ([signingKey, pepper]): EarlierSecrets => ({
    jwtSigningKeyEarlier: Option.getOrUndefined(signingKey),
    apiKeyPepperEarlier: Option.getOrUndefined(pepper)
  })
)
type GivenSecrets = Effect.Success<typeof givenSecrets>

const andList = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`

/** All three, or none on the embedded database; some of them alone are a mistake. */
const completeSecrets = Effect.fnUntraced(function* (
  given: GivenSecrets,
  earlier: EarlierSecrets,
  hasDatabaseUrl: boolean
) {
  const missing = Object.entries(given).flatMap(([name, value]) => (Option.isNone(value) ? [name] : []))
  if (missing.length === 3 && !hasDatabaseUrl) return Option.none<ServerSecrets>()
  const complete = Option.all([given.JWT_SIGNING_KEY, given.KEY_ENCRYPTION_KEY, given.API_KEY_PEPPER])
  if (Option.isNone(complete)) {
    const verb = missing.length === 1 ? "is" : "are"
    yield* fault(
      `${andList(missing)} ${verb} missing: ` +
        (hasDatabaseUrl
          ? "with DATABASE_URL the server needs all three secrets, 32 characters or more of random text each"
          : "set all three secrets, or none and they are made under COUNTERFOIL_HOME")
    )
    return Option.none<ServerSecrets>()
  }
  const [jwtSigningKey, keyEncryptionKey, apiKeyPepper] = complete.value
  return Option.some<ServerSecrets>({ jwtSigningKey, keyEncryptionKey, apiKeyPepper, ...earlier })
})

const settings: Effect.Effect<CounterfoilConfig, never, Faults> = Effect.gen(function* () {
  const databaseUrl: Option.Option<Redacted.Redacted<string>> = yield* secret("DATABASE_URL")
  const host = yield* variable("HOST", defaultConfig.host, anyText)
  const bankAdmins = yield* variable("BANK_ADMINS", defaultConfig.bankAdmins, emails)
  const reached = { bankAdmins, databaseUrl, host }
  const registration = yield* variable(
    "REGISTRATION",
    openness(reached).registration,
    oneOf(["open", "first-user", "closed"])
  )
  const usual = openness(reached, registration)
  const config: CounterfoilConfig = {
    host,
    port: yield* variable("PORT", defaultConfig.port, wholeNumber(0, 65_535)),
    home: Path.resolve(yield* variable("COUNTERFOIL_HOME", defaultConfig.home, anyText)),
    databaseUrl,
    cluster: yield* cluster,
    shutdownGrace: yield* variable("SHUTDOWN_GRACE", defaultConfig.shutdownGrace, duration(Duration.zero)),
    trustedProxies: yield* variable("TRUSTED_PROXIES", defaultConfig.trustedProxies, networks),
    realtimeOrigins: yield* variable("REALTIME_ORIGINS", defaultConfig.realtimeOrigins, origins),
    egressAllow: yield* variable("EGRESS_ALLOW", defaultConfig.egressAllow, networks),
    extraCaCerts: yield* optional("EXTRA_CA_CERTS"),
    bankEgressAllow: yield* variable("BANK_EGRESS_ALLOW", defaultConfig.bankEgressAllow, networks),
    registration,
    banks: yield* variable("BANKS", usual.banks, oneOf(["everybody", "administrators"])),
    consent: yield* variable("CONSENT", usual.consent, oneOf(["owners", "administrators"])),
    bankAdmins,
    demo: (yield* variable("DEMO", usual.demo ? "on" : "off", oneOf(["on", "off"]))) === "on",
    chromiumPath: yield* optional("CHROMIUM_PATH"),
    sessionNiceness: yield* variable("SESSION_NICENESS", defaultConfig.sessionNiceness, wholeNumber(0, 19)),
    dashboard: defaultConfig.dashboard,
    guide: defaultConfig.guide,
    ...(yield* forOperators),
    otlp: yield* otlp,
    policy: yield* policy,
    limits: yield* limits,
    quotas: yield* quotas,
    keep: yield* keep,
    secrets: Option.none(),
    earlierSecrets: defaultConfig.earlierSecrets
  }
  // The secrets are read, and missed, by themselves.
  const unfit = clusterFault(config, { secrets: "elsewhere" })
  if (unfit !== undefined) yield* fault(unfit)
  return config
})

const secretsFor = Effect.fnUntraced(function* ({ databaseUrl }: CounterfoilConfig) {
  const earlierSecrets = yield* givenEarlier
  const secrets = yield* completeSecrets(yield* givenSecrets, earlierSecrets, Option.isSome(databaseUrl))
  const weak = Option.match(secrets, { onNone: () => earlierFault(earlierSecrets), onSome: secretsFault })
  if (weak !== undefined) yield* fault(weak)
  return { secrets, earlierSecrets }
})

/** All but the secrets. */
export const settingsFromEnv: Effect.Effect<CounterfoilConfig, InvalidConfig> = withoutFaults(settings)

/** None: they are made, or were, under COUNTERFOIL_HOME. */
export const secretsFromEnv = (config: CounterfoilConfig): Effect.Effect<CounterfoilConfig["secrets"], InvalidConfig> =>
  Effect.map(withoutFaults(secretsFor(config)), ({ secrets }) => secrets)

/** Whoever connects finds it out too, but only once nothing else is wrong. */
const databaseUrlFault = ({ databaseUrl }: CounterfoilConfig) =>
  Option.match(databaseUrl, {
    onNone: () => Effect.void,
    onSome: (url) => Effect.catch(Effect.asVoid(readDatabaseUrl(url)), fault)
  })

/** Fails with all that is wrong, one sentence each. */
export const configFromEnv: Effect.Effect<CounterfoilConfig, InvalidConfig> = withoutFaults(
  Effect.gen(function* () {
    const config = yield* settings
    yield* databaseUrlFault(config)
    return { ...config, ...(yield* secretsFor(config)) }
  })
)

/** How the command logs. */
export interface Logging {
  /** None leaves it to whether it runs on a terminal. */
  readonly format: "pretty" | "json" | undefined
  /** Entries below it are left out. */
  readonly level: "Debug" | "Info" | "Warn" | "Error"
}

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

export const loggingFromEnv: Effect.Effect<Logging, InvalidConfig> = withoutFaults(
  Effect.all({
    format: variable<Logging["format"]>("LOG_FORMAT", undefined, oneOf(["pretty", "json"])),
    level: variable<keyof typeof levels>("LOG_LEVEL", "info", oneOf(["debug", "info", "warn", "error"]))
  })
).pipe(Effect.map(({ format, level }) => ({ format, level: levels[level] })))
