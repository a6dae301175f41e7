/**
 * Everything an operator can set, with its default. Programs that embed the runtime give a plain object; the command reads
 * the same from the environment (`configFromEnv`). docs/configuration.md is the table for people.
 */
import {
  type AccountPolicyShape,
  defaultAccountPolicy,
  defaultQuotas,
  defaultRetention,
  parseOrigin,
  type QuotaLimitsShape,
  type RetentionShape
} from "@counterfoil/core"
import { Duration, Option, Redacted, Result, Schema, Struct } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { headersFault } from "./otlpHeaders.ts"

/** Secrets that were in force before, given while they are changed. Each has at least 32 characters. */
export interface EarlierSecrets {
  /** While the signing key is changed: tokens that it signed are good to their end. */
  readonly jwtSigningKeyEarlier?: Redacted.Redacted<string> | undefined
  /** While the pepper is changed: API keys that were made with it are good as long as it is given. */
  readonly apiKeyPepperEarlier?: Redacted.Redacted<string> | undefined
}

/** Secrets that the server needs. Each is at least 32 characters of text. */
export interface ServerSecrets extends EarlierSecrets {
  readonly jwtSigningKey: Redacted.Redacted<string>
  /** Several, separated by commas: the first encrypts, all decrypt. */
  readonly keyEncryptionKey: Redacted.Redacted<string>
  readonly apiKeyPepper: Redacted.Redacted<string>
}

/** This process is one node of several on the same database. Its port is for the other nodes alone. */
export interface ClusterSocket {
  /** Where it listens for the other nodes. */
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** What the other nodes connect to. */
  readonly advertisedHost: string
  /** None: the port it listens on. */
  readonly advertisedPort: Option.Option<number>
  /** After how long without a sign of life a node's accounts go to the others. (A killed one's go within moments.) */
  readonly lease: Duration.Duration
}

/** A collector of OpenTelemetry, which takes OTLP over HTTP. */
export interface OtlpTarget {
  /** Without `/v1/traces`. */
  readonly endpoint: string
  /** `name=value`, several separated by commas; often a token. */
  readonly headers: Option.Option<Redacted.Redacted<string>>
  readonly serviceName: string
}

export interface CounterfoilConfig {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** Where the embedded Postgres and the secrets made at the first start live. */
  readonly home: string
  /** None: an embedded Postgres under `home`. */
  readonly databaseUrl: Option.Option<Redacted.Redacted<string>>
  /** None, on the embedded Postgres only: made once and kept under `home`. */
  readonly secrets: Option.Option<ServerSecrets>
  /** Beside secrets that are kept under `home`; `secrets` has its own. */
  readonly earlierSecrets: EarlierSecrets
  /** None: this process works alone on its database. */
  readonly cluster: Option.Option<ClusterSocket>
  readonly shutdownGrace: Duration.Duration
  /** CIDRs of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: ReadonlyArray<string>
  /** Origins whose pages may open a realtime stream, beside the server's own: `https://app.example`. */
  readonly realtimeOrigins: ReadonlyArray<string>
  /** CIDRs beyond public addresses that webhooks and polls may reach. */
  readonly egressAllow: ReadonlyArray<string>
  /** A PEM file of certificate authorities that webhooks and polls trust beside the usual ones. */
  readonly extraCaCerts: Option.Option<string>
  /** CIDRs beyond public addresses that the bank browser may reach. */
  readonly bankEgressAllow: ReadonlyArray<string>
  readonly registration: "open" | "first-user" | "closed"
  /** Who may create banks and promote scripts. */
  readonly banks: "everybody" | "administrators"
  /** Whether each owner agrees to what scripts do on the own accounts, or an administrator for all. */
  readonly consent: "owners" | "administrators"
  /** E-mails of those who are administrators from the start on. */
  readonly bankAdmins: ReadonlyArray<string>
  /** Whether the command offers its demo bank and shop to who is new; a program that embeds the service brings its own. */
  readonly demo: boolean
  readonly chromiumPath: Option.Option<string>
  /** `nice` value of the browser and the scripts, from 0 to 19: the higher, the more the server and its database go first. */
  readonly sessionNiceness: number
  /** The folder with the built dashboard; none: there is no page. */
  readonly dashboard: Option.Option<string>
  /** The folder with the guide as the server serves it; none: there is no guide. */
  readonly guide: Option.Option<string>
  /** URL that operators' notices are posted to. Redacted, for it may hold a token. */
  readonly operatorWebhookUrl: Option.Option<Redacted.Redacted<string>>
  /** After how long without a complete scrape operators are told of an account. */
  readonly staleAfter: Duration.Duration
  /** Where the metrics are read without a token; this machine alone, unless said otherwise. */
  readonly metricsHost: string
  readonly metricsPort: Option.Option<number>
  /** Who has it reads the metrics on the main listener. */
  readonly metricsToken: Option.Option<Redacted.Redacted<string>>
  /** None: no spans and metrics are exported. */
  readonly otlp: Option.Option<OtlpTarget>
  readonly policy: Omit<AccountPolicyShape, "shutdownGrace">
  readonly limits: {
    readonly authRequestsPerMinute: number
    readonly authFailuresPerQuarterHour: number
    readonly otpSubmissionsPerMinute: number
    readonly otpSubmissionsPerHour: number
  }
  /** How much each user may have. */
  readonly quotas: QuotaLimitsShape
  /** How long is kept what grows with time alone. */
  readonly keep: RetentionShape
}

/** A variable is missing or has a wrong form; `message` names it and says what would be right. */
export class InvalidConfig extends Schema.TaggedError<InvalidConfig>()("InvalidConfig", { message: Schema.String }) {}

export const defaultConfig: CounterfoilConfig = {
  host: "127.0.0.1",
  port: 8080,
  home: ".counterfoil",
  databaseUrl: Option.none(),
  secrets: Option.none(),
  earlierSecrets: { jwtSigningKeyEarlier: undefined, apiKeyPepperEarlier: undefined },
  cluster: Option.none(),
  shutdownGrace: Duration.seconds(30),
  trustedProxies: [],
  realtimeOrigins: [],
  egressAllow: [],
  extraCaCerts: Option.none(),
  bankEgressAllow: [],
  registration: "open",
  banks: "everybody",
  consent: "owners",
  bankAdmins: [],
  demo: true,
  chromiumPath: Option.none(),
  sessionNiceness: 5,
  dashboard: Option.none(),
  guide: Option.none(),
  operatorWebhookUrl: Option.none(),
  staleAfter: Duration.hours(6),
  metricsHost: "127.0.0.1",
  metricsPort: Option.none(),
  metricsToken: Option.none(),
  otlp: Option.none(),
  policy: Struct.omit(defaultAccountPolicy, ["shutdownGrace"]),
  limits: {
    authRequestsPerMinute: 10,
    authFailuresPerQuarterHour: 5,
    otpSubmissionsPerMinute: 5,
    otpSubmissionsPerHour: 20
  },
  quotas: defaultQuotas,
  keep: defaultRetention
}

/** An address, or a network whose bits after the prefix are zero: `10.0.0.1/8` is a slip for one or the other. */
export const isNetwork = (text: string): boolean =>
  text.includes("/") ? Result.isSuccess(IpNetwork.fromString(text)) : Result.isSuccess(NetAddress.ipFromString(text))

export const networkExample = "an address or a network such as 10.0.0.0/8 or fd00::/8 (nothing set after the prefix)"

export const originExample = "an origin such as https://app.example (without a path)"

/** The parts of a comma-separated list. */
export const partsOf = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

const shortest = 32

const tooShort = (name: string, length: number, each = "it"): string | undefined =>
  length < shortest
    ? `${name} is too short: ${each} must be ${shortest} characters or more of random text (openssl rand -base64 48 makes some)`
    : undefined

const lengthOf = (secret: Redacted.Redacted<string> | undefined): number =>
  secret === undefined ? Infinity : Redacted.value(secret).length

/** Which of those of before is too short, in one sentence without the secret. */
export const earlierFault = ({ apiKeyPepperEarlier, jwtSigningKeyEarlier }: EarlierSecrets): string | undefined =>
  tooShort("JWT_SIGNING_KEY_EARLIER", lengthOf(jwtSigningKeyEarlier)) ??
  tooShort("API_KEY_PEPPER_EARLIER", lengthOf(apiKeyPepperEarlier))

/** Which secret is too short, in one sentence without the secret. */
export const secretsFault = (secrets: ServerSecrets): string | undefined => {
  const keys = partsOf(Redacted.value(secrets.keyEncryptionKey))
  const least = Math.min(...keys.map((key) => key.length), keys.length === 0 ? 0 : Infinity)
  return (
    tooShort("JWT_SIGNING_KEY", lengthOf(secrets.jwtSigningKey)) ??
    tooShort("KEY_ENCRYPTION_KEY", least, keys.length > 1 ? "each of its keys" : "it") ??
    tooShort("API_KEY_PEPPER", lengthOf(secrets.apiKeyPepper)) ??
    earlierFault(secrets)
  )
}

/** What a program brings instead of configuring it. */
interface GivenParts {
  readonly sql?: unknown
  readonly secrets?: unknown
}

const everywhere = ["0.0.0.0", "::", ""]

/** Several nodes need a database that all reach, the same secrets, and an address that the others can connect to. */
export const clusterFault = (
  { cluster, databaseUrl, secrets }: Pick<CounterfoilConfig, "cluster" | "databaseUrl" | "secrets">,
  given: GivenParts = {}
) => {
  if (Option.isNone(cluster)) return undefined
  if (Option.isNone(databaseUrl) && given.sql === undefined) {
    return "CLUSTER=socket needs DATABASE_URL: the embedded Postgres belongs to one process alone"
  }
  if (Option.isNone(secrets) && given.secrets === undefined)
    return "CLUSTER=socket needs the three secrets, the same for all nodes"
  return everywhere.includes(cluster.value.advertisedHost)
    ? "CLUSTER_HOST is every address of this machine: set CLUSTER_ADVERTISED_HOST to the one that the other nodes reach"
    : undefined
}

const mostOfPorts = 65_535

const portFault = ({ cluster, metricsPort, port }: CounterfoilConfig): string | undefined => {
  const ports = {
    PORT: port,
    METRICS_PORT: Option.getOrElse(metricsPort, () => 0),
    CLUSTER_PORT: Option.match(cluster, { onNone: () => 0, onSome: (socket) => socket.port }),
    CLUSTER_ADVERTISED_PORT: Option.getOrElse(
      Option.flatMap(cluster, ({ advertisedPort }) => advertisedPort),
      () => 0
    )
  }
  const odd = Object.entries(ports).find(([, one]) => !Number.isInteger(one) || one < 0 || one > mostOfPorts)
  return odd === undefined ? undefined : `${odd[0]} is ${odd[1]}: it must be a whole number from 0 to ${mostOfPorts}`
}

/** What is wrong with a configuration that a program made, in one sentence. What is read from the environment was checked before. */
export const configFault = (config: CounterfoilConfig, given: GivenParts = {}) => {
  const { bankEgressAllow, egressAllow, secrets, trustedProxies } = config
  const lists = { EGRESS_ALLOW: egressAllow, BANK_EGRESS_ALLOW: bankEgressAllow, TRUSTED_PROXIES: trustedProxies }
  for (const [name, networks] of Object.entries(lists)) {
    const odd = networks.find((network) => !isNetwork(network))
    if (odd !== undefined) return `${name} has ${JSON.stringify(odd)}: each must be ${networkExample}`
  }
  const oddOrigin = config.realtimeOrigins.find((origin) => parseOrigin(origin) !== origin)
  if (oddOrigin !== undefined) return `REALTIME_ORIGINS has ${JSON.stringify(oddOrigin)}: each must be ${originExample}`
  return (
    portFault(config) ??
    headersFault(Option.flatMap(config.otlp, ({ headers }) => headers)) ??
    clusterFault(config, given) ??
    Option.match(secrets, { onNone: () => earlierFault(config.earlierSecrets), onSome: secretsFault })
  )
}
