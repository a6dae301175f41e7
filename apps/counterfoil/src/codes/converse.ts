/** One request of a login, at the terminal: shown, answered here, or over because somebody answered elsewhere. */
import { meaningOf } from "@counterfoil/api"
import { Console, Duration, Effect, Option } from "effect"
import { askedLines, endedLine, questionFor } from "./askWords.ts"
import {
  type Asked,
  CodeCommandFailed,
  type CodeServer,
  endOf,
  giveAnswer,
  pendingAt,
  pictureOf,
  withdraw
} from "./CodeServer.ts"
import { readAnswer } from "./input.ts"
import { drawnOver, type Shown, shownIn } from "./picture.ts"
import { savedPicture } from "./savedPicture.ts"

export const between = Duration.seconds(2)

const sayAll = (lines: ReadonlyArray<string>) => Effect.forEach(lines, (line) => Console.log(line), { discard: true })

/** Without a size nobody looks at it as a terminal. */
const terminal = () => ({
  columns: process.stdout.columns ?? 80,
  rows: process.stdout.rows ?? 24,
  colours: process.stdout.isTTY && process.env["NO_COLOR"] === undefined
})

/** Draws it frame by frame above the line on which somebody is asked, for ever. */
const play = ({ frames }: Shown): Effect.Effect<never> =>
  Effect.forever(
    Effect.forEach(
      frames,
      ({ lines, millis }) =>
        Effect.andThen(
          Effect.sync(() => void process.stdout.write(drawnOver(lines))),
          Effect.sleep(Duration.millis(millis))
        ),
      { discard: true }
    )
  )

const keepAsFile = (png: Buffer) =>
  Effect.flatMap(savedPicture(png), (path) =>
    Console.log(`It can't be shown here. Until this is answered it is in a file that only you can read: ${path}`)
  )

/** What goes on while somebody is asked: a picture that moves. */
const showPicture = (server: CodeServer, accountId: string, asked: Asked, pace: Option.Option<number>) =>
  pictureOf(server, accountId, asked, pace).pipe(
    Effect.flatMap((png) =>
      Option.match(shownIn(terminal(), png), {
        onNone: () => Effect.as(keepAsFile(png), Effect.never),
        onSome: (shown) =>
          Effect.as(sayAll(shown.frames[0]?.lines ?? []), shown.frames.length > 1 ? play(shown) : Effect.never)
      })
    ),
    Effect.catchTag("CodeRefused", ({ message }) => Effect.as(Console.log(message), Effect.never))
  )

const isSame = (asked: Asked, now: Asked | null): boolean => now?.id === asked.id && now.attempts === asked.attempts

/** Ends when it is no longer waited for: answered elsewhere, cancelled, or asked anew. */
const over = (server: CodeServer, accountId: string, asked: Asked) =>
  Effect.sleep(between).pipe(
    Effect.andThen(pendingAt(server, accountId)),
    Effect.repeat({ until: (now) => !isSame(asked, now) }),
    Effect.as("over" as const)
  )

const give = Effect.fnUntraced(function* (server: CodeServer, accountId: string, asked: Asked, said: string) {
  const meant = meaningOf(asked, said)
  switch (meant._tag) {
    case "answer":
      yield* giveAnswer(server, accountId, asked, meant.answer)
      yield* Console.log("Handed to the login.")
      return "handed" as const
    case "not me":
      yield* withdraw(server, accountId, asked)
      yield* Console.log("The login was ended.")
      return "handed" as const
    case "yes":
      yield* Console.log("The login goes on by itself once you have approved it in the bank's app.")
      return "again" as const
    case "unclear":
      yield* Console.log(`An approval is given in the bank's app; "not me" ends the login.`)
      return "again" as const
  }
})

/** What is typed; the server's refusals are said, and it is asked for again. */
const typed = Effect.fnUntraced(function* (
  server: CodeServer,
  accountId: string,
  asked: Asked,
  meanwhile: Effect.Effect<never>
) {
  for (;;) {
    const said = yield* Effect.raceFirst(readAnswer(questionFor(asked), asked.type === "otp"), meanwhile)
    // Nobody can answer here: an approval is given elsewhere all the same.
    if (said === null && asked.type === "approval") return yield* Effect.never
    if (said === null) {
      return yield* new CodeCommandFailed({ message: "no answer was given: the standard input has ended" })
    }
    if (said.trim() === "" && asked.type !== "approval") return "handed" as const
    const end = yield* give(server, accountId, asked, said).pipe(
      Effect.catchTag("CodeRefused", ({ message }) => Effect.as(Console.log(message), "refused" as const))
    )
    if (end === "handed") return end
    if (end === "refused") return isSame(asked, yield* pendingAt(server, accountId)) ? "refused" : "over"
  }
})

/** `refused`: the server took the answer for none, and the same request still waits. */
export const converse = Effect.fnUntraced(function* (
  server: CodeServer,
  accountId: string,
  asked: Asked,
  pace: Option.Option<number>
) {
  yield* sayAll(askedLines(asked))
  const meanwhile = asked.type === "picture" ? yield* showPicture(server, accountId, asked, pace) : Effect.never
  const end = yield* Effect.raceFirst(typed(server, accountId, asked, meanwhile), over(server, accountId, asked))
  if (end === "over") {
    const ended = yield* endOf(server, accountId, asked.id)
    yield* Console.log(ended === null ? "No longer needed." : endedLine(ended))
  }
  return end
}, Effect.scoped)
