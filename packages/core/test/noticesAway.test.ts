/** While the database is away its own line says so for everybody: who looks for notices and replies adds none. */
import {
  AccountCommands,
  DatabaseUnavailable,
  EventLog,
  NoticeChannels,
  NoticeRepository,
  NoticeSender,
  ReceivedCodes,
  TelegramReplies,
  tellPeopleLayer
} from "@counterfoil/core"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, Stream } from "effect"
import { TestClock } from "effect/testing"

const linesOf = Effect.fnUntraced(function* (defect: unknown) {
  const lines: Array<string> = []
  const record = Logger.make(({ logLevel, message }) => {
    const [said] = [message].flat()
    lines.push(`${logLevel} ${String(said)}`)
  })
  const around = Layer.mergeAll(
    Layer.mock(NoticeRepository, { claimEnded: Effect.die(defect), asked: Effect.die(defect) }),
    Layer.mock(NoticeChannels, {}),
    Layer.mock(NoticeSender, {}),
    Layer.mock(AccountCommands, {}),
    Layer.mock(ReceivedCodes, {}),
    Layer.mock(EventLog, { feed: Stream.never })
  )
  const people = tellPeopleLayer.pipe(Layer.provide(TelegramReplies.layer), Layer.provide(around))
  yield* Layer.build(Layer.provide(people, Logger.layer([record])))
  yield* TestClock.adjust("1 second")
  return lines
}, Effect.scoped)

it.effect("an outage is no line of theirs; what is none is one each", () =>
  Effect.gen(function* () {
    const away = new DatabaseUnavailable({ message: "the database is not available", outcome: "undone", cause: "away" })
    assert.deepStrictEqual(yield* linesOf(away), [])
    assert.deepStrictEqual(yield* linesOf("a bug"), [
      "Error notices could not be looked for",
      "Error replies could not be looked for"
    ])
  })
)
