/** Backups as files: compressed, for their owner alone, whole under their name or not there at all. */
import { Effect, Stream } from "effect"
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { finished } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { InvalidConfig } from "../config/CounterfoilConfig.ts"
import { settleNames } from "../secrets/settled.ts"

const words = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const failed = (what: string) => (cause: unknown) => new InvalidConfig({ message: `${what} (${words(cause)})` })

/** The name that stands for the standard streams. */
const standard = "-"

export interface Sink {
  readonly emit: (text: string) => Effect.Effect<void, InvalidConfig>
  /** Bytes, as they were written. */
  readonly finish: Effect.Effect<number, InvalidConfig>
}

/** Waits where the receiver is slow; a failure of any part fails the next write. */
const compressed = (out: Writable, what: string): Sink => {
  const gzip = createGzip({ level: 6 })
  let bytes = 0
  gzip.on("data", (chunk: Buffer) => {
    bytes += chunk.length
  })
  const done = finished(gzip.pipe(out))
  // It is told by whoever writes next, or finishes.
  done.catch(() => gzip.destroy())
  return {
    emit: (text) =>
      Effect.tryPromise({
        try: async () => {
          if (gzip.destroyed) await done
          if (!gzip.write(text)) await Promise.race([once(gzip, "drain"), done])
        },
        catch: failed(what)
      }),
    finish: Effect.tryPromise({
      try: async () => {
        gzip.end()
        await done
        return bytes
      },
      catch: failed(what)
    })
  }
}

/** Refuses a name that is taken. A file that was not finished is removed. */
const fileSink = (file: string) =>
  Effect.gen(function* () {
    const what = `${file} can't be written`
    if (Fs.existsSync(file)) {
      return yield* new InvalidConfig({ message: `${file} is there already: give another name, or move it away` })
    }
    const draft = `${file}.part`
    const handle = yield* Effect.acquireRelease(
      Effect.try({ try: () => Fs.openSync(draft, "wx", 0o600), catch: failed(what) }),
      (opened) =>
        Effect.sync(() => {
          Fs.closeSync(opened)
          Fs.rmSync(draft, { force: true })
        })
    )
    const sink = compressed(Fs.createWriteStream(draft, { fd: handle, autoClose: false }), what)
    const finish = Effect.tap(sink.finish, () =>
      Effect.try({
        try: () => {
          Fs.fsyncSync(handle)
          Fs.renameSync(draft, file)
          settleNames(Path.dirname(file))
        },
        catch: failed(what)
      })
    )
    return { ...sink, finish }
  })

export const sinkOf = (file: string) =>
  file === standard
    ? Effect.succeed(compressed(process.stdout, "the standard output can't be written"))
    : fileSink(Path.resolve(file))

async function* linesIn(input: Readable): AsyncGenerator<string> {
  const gunzip = createGunzip()
  input.once("error", (cause: Error) => gunzip.destroy(cause))
  const lines = createInterface({ input: input.pipe(gunzip), crlfDelay: Infinity })
  // An interface ends without a word where its input fails.
  const fault = new Promise<never>((_, reject) => gunzip.once("error", reject))
  fault.catch(() => undefined)
  const iterator = lines[Symbol.asyncIterator]()
  for (;;) {
    const next = await Promise.race([iterator.next(), fault])
    if (next.done === true) break
    yield next.value
  }
  if (gunzip.errored !== null) throw gunzip.errored
}

const unreadable = (file: string) =>
  failed(`${file === standard ? "the standard input" : file} can't be read as a backup`)

/** Before anything is locked or made for it: a name that was mistyped is what most often is wrong. */
export const mustBeThere = (file: string): Effect.Effect<void, InvalidConfig> =>
  file === standard
    ? Effect.void
    : Effect.try({ try: () => Fs.accessSync(Path.resolve(file), Fs.constants.R_OK), catch: unreadable(file) })

/** Not so what a program writes: the standard input, a pipe, `<(gpg --decrypt …)`. */
export const isReadAgain = (file: string): boolean => file !== standard && Fs.statSync(Path.resolve(file)).isFile()

export const linesOf = (file: string): Stream.Stream<string, InvalidConfig> =>
  Stream.fromAsyncIterable(
    {
      [Symbol.asyncIterator]: () => linesIn(file === standard ? process.stdin : Fs.createReadStream(Path.resolve(file)))
    },
    unreadable(file)
  )
