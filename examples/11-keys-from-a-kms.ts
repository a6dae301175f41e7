/**
 * Counterfoil with its three secrets from a key management service: what is on the disk is sealed by the KMS, and opened by
 * it once, at each start. `SEALED_SECRETS` names the file, `KMS_URL` the service (`POST /decrypt`, as most have it).
 */
import { NodeRuntime } from "@effect/platform-node"
import { Counterfoil, type ServerSecrets, settingsFromEnv } from "@counterfoil/runtime"
import { Console, Effect, Layer, Redacted, Schedule, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, HttpClientResponse, HttpServer } from "effect/http"
import { readFileSync } from "node:fs"

const kms = process.env["KMS_URL"] ?? "http://127.0.0.1:9100"
const file = process.env["SEALED_SECRETS"] ?? "secrets.sealed"

const Opened = Schema.Struct({ plaintext: Schema.RedactedFromValue(Schema.String) })
const Secrets = Schema.fromJsonString(
  Schema.Struct({ jwtSigningKey: Schema.String, keyEncryptionKey: Schema.String, apiKeyPepper: Schema.String })
)

class NoSecrets extends Schema.TaggedError<NoSecrets>()("NoSecrets", { message: Schema.String }) {}

/** What fails is told without the text that was opened. */
const secrets: Effect.Effect<ServerSecrets, NoSecrets> = Effect.gen(function* () {
  const ciphertext = yield* Effect.try(() => readFileSync(file, "base64"))
  const request = HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(`${kms}/decrypt`), { ciphertext })
  const { plaintext } = yield* HttpClient.execute(request).pipe(
    Effect.flatMap(HttpClientResponse.filterStatusOk),
    Effect.retry({ schedule: Schedule.exponential("200 millis"), times: 5 }),
    Effect.flatMap(HttpClientResponse.schemaBodyJson(Opened))
  )
  const opened = yield* Schema.decodeUnknownEffect(Secrets)(Redacted.value(plaintext))
  return {
    jwtSigningKey: Redacted.make(opened.jwtSigningKey),
    keyEncryptionKey: Redacted.make(opened.keyEncryptionKey),
    apiKeyPepper: Redacted.make(opened.apiKeyPepper)
  }
}).pipe(
  Effect.mapError(
    ({ _tag }) => new NoSecrets({ message: `the secrets in ${file} can't be opened by ${kms} (${_tag})` })
  ),
  Effect.provide(FetchHttpClient.layer)
)

const service = Effect.map(settingsFromEnv, (config) => Counterfoil.layerWith(config, { secrets }))

const program = HttpServer.addressFormattedWith((address) => Console.log(`Counterfoil listens on ${address}`))

NodeRuntime.runMain(Effect.provide(Effect.andThen(program, Effect.never), Layer.unwrap(service)))
