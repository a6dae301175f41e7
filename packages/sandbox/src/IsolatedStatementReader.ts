/**
 * The `StatementReader` port on the sandbox: each file is read in a fresh isolate, in a process of its own without network,
 * files or secrets, with bounds on memory, time and length. Whatever a file does there, an upload fails, and nothing else.
 */
import {
  ScriptRunner,
  StatementFormat,
  StatementReader,
  StatementReaderUnavailable,
  StatementUnreadable
} from "@counterfoil/core"
import { Context, Duration, Effect, Layer, Schema, Semaphore } from "effect"
import * as IsolatedScriptRunner from "./IsolatedScriptRunner.ts"
import { contentOf } from "./statements/contentOf.ts"
import { readers } from "./statements/readers.ts"

const deadline = Duration.seconds(20)
/** Readings at a time; others wait. */
const atOnce = 2

const Answer = Schema.Union([
  Schema.Struct({
    read: Schema.Struct({
      format: StatementFormat,
      statement: Schema.Json,
      lines: Schema.Array(Schema.Int),
      account: Schema.optionalKey(Schema.String)
    })
  }),
  Schema.Struct({ problem: Schema.String })
])
const decodeAnswer = Schema.decodeUnknownEffect(Answer)

const tooMuch = "The file takes too much to be read; a shorter period may do"

/** The process did not start: for want of a processor, of memory. */
const unavailable = (cause: unknown) =>
  Effect.andThen(
    Effect.logWarning("no statement file can be read just now", cause),
    Effect.die(new StatementReaderUnavailable({ cause }))
  )

const unreadable = (message: string) => new StatementUnreadable({ message })

/** Uploads are rare: the sandbox is there for as long as a file is read. */
export const layer: Layer.Layer<StatementReader> = Layer.effect(
  StatementReader,
  Effect.gen(function* () {
    const text = yield* Effect.cached(readers)
    const turns = yield* Semaphore.make(atOnce)

    const run = Effect.fnUntraced(function* (args: Schema.Json) {
      const sandbox = yield* Layer.build(IsolatedScriptRunner.layer({}))
      const isolate = yield* Context.get(sandbox, ScriptRunner).start({
        bundle: yield* text,
        host: () => Effect.succeed({ err: { code: "PhaseOver", message: "a file asks for nothing" } })
      })
      return yield* isolate.invoke("extract", args, deadline)
    }, Effect.scoped)

    const read = Effect.fn("StatementReader.read")(function* ({
      content,
      currency,
      dates,
      decimal,
      format,
      today,
      usualDates
    }: Parameters<StatementReader["Service"]["read"]>[0]) {
      const answer = yield* run({
        ...contentOf(content),
        today,
        ...(dates === undefined ? {} : { dates }),
        ...(usualDates === undefined ? {} : { usualDates }),
        ...(format === undefined ? {} : { format }),
        ...(currency === undefined ? {} : { currency }),
        ...(decimal === undefined ? {} : { decimal })
      }).pipe(
        Effect.tapErrorTag("ScriptFault", (fault) => Effect.logWarning("a statement file could not be read", fault)),
        Effect.catchTags({
          ScriptFault: () => unreadable(tooMuch),
          ScriptDoesNotLoad: unavailable,
          SandboxUnavailable: unavailable
        }),
        Effect.flatMap((json) => Effect.orDie(decodeAnswer(json)))
      )
      return "read" in answer ? answer.read : yield* unreadable(answer.problem)
    })

    return StatementReader.of({ read: (file) => turns.withPermits(1)(read(file)) })
  })
)
