/**
 * Counterfoil that takes its bank scripts from a registry of yours: a list at `SCRIPTS_URL`, asked for every minute, that names
 * each bundle and its SHA-256. What the list names is what runs; people promote nothing here.
 */
import { NodeRuntime } from "@effect/platform-node"
import { configFromEnv, Counterfoil, type ScriptRelease } from "@counterfoil/runtime"
import { Console, Effect, Layer, Option, Schedule, Schema, Stream } from "effect"
import { FetchHttpClient, HttpClient, HttpClientResponse, HttpServer } from "effect/http"
import { createHash } from "node:crypto"

const registry = process.env["SCRIPTS_URL"] ?? "http://127.0.0.1:9200/scripts.json"

const Listed = Schema.Struct({
  bank: Schema.Struct({ code: Schema.String, name: Schema.String, loginUrl: Schema.String }),
  url: Schema.String,
  sha256: Schema.String
})
type Listed = typeof Listed.Type

class WrongBundle extends Schema.TaggedError<WrongBundle>()("WrongBundle", { message: Schema.String }) {}

const get = (url: string) => Effect.flatMap(HttpClient.get(url), HttpClientResponse.filterStatusOk)

const taken = new Set<string>()

/** A bundle is taken only if it is the one that the list means. */
const fetched = Effect.fnUntraced(function* ({ bank, sha256, url }: Listed) {
  const bundle = yield* Effect.flatMap(get(new URL(url, registry).href), (response) => response.text)
  const found = createHash("sha256").update(bundle).digest("hex")
  if (found !== sha256) return yield* new WrongBundle({ message: `${url} has the SHA-256 ${found}` })
  taken.add(sha256)
  return { bank, bundle }
})

const listed = Effect.flatMap(get(registry), HttpClientResponse.schemaBodyJson(Schema.Array(Listed)))

/** A registry that is away changes nothing: the next minute comes. */
const releases: Stream.Stream<ScriptRelease> = Stream.fromEffectSchedule(
  Effect.orElseSucceed(listed, (): ReadonlyArray<Listed> => []),
  Schedule.spaced("1 minute")
).pipe(
  Stream.flatMap((list) => Stream.fromIterable(list)),
  // Each once: what it names again is in service already.
  Stream.filter(({ sha256 }) => !taken.has(sha256)),
  Stream.mapEffect((one) => Effect.option(Effect.tapError(fetched(one), (fault) => Effect.logWarning(fault)))),
  Stream.flatMap((release) => Stream.fromIterable(Option.toArray(release))),
  Stream.provide(FetchHttpClient.layer)
)

const service = Effect.map(configFromEnv, (config) => Counterfoil.layerWith(config, { scripts: releases }))

const program = HttpServer.addressFormattedWith((address) => Console.log(`Counterfoil listens on ${address}`))

NodeRuntime.runMain(Effect.provide(Effect.andThen(program, Effect.never), Layer.unwrap(service)))
