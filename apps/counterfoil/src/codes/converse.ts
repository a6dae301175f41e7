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
import { shownIn } from "./picture.ts"

export const between = Duration.seconds(2)

const sayAll = (lines: ReadonlyArray<string>) => Effect.forEach(lines, (line) => Console.log(line), { discard: true })

const terminal = () => ({
  columns: process.stdout.columns ?? 80,
  colours: process.stdout.isTTY && process.env["NO_COLOR"] === undefined
})

const showPicture = (server: CodeServer, accountId: string, asked: Asked) =>
  pictureOf(server, accountId, asked).pipe(
    Effect.map((png) =>
      Option.getOrElse(
        shownIn(terminal(), png),
        () =>
          `It can't be shown in a terminal (it moves, or there are no colours here): look at it on the dashboard, ${server.url}/app/`
      )
    ),
    Effect.flatMap((text) => Console.log(text)),
    Effect.catchTag("CodeRefused", ({ message }) => Console.log(message))
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
const typed = Effect.fnUntraced(function* (server: CodeServer, accountId: string, asked: Asked) {
  for (;;) {
    const said = yield* readAnswer(questionFor(asked), asked.type === "otp")
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
export const converse = Effect.fnUntraced(function* (server: CodeServer, accountId: string, asked: Asked) {
  yield* sayAll(askedLines(asked))
  if (asked.type === "picture") yield* showPicture(server, accountId, asked)
  const end = yield* Effect.raceFirst(typed(server, accountId, asked), over(server, accountId, asked))
  if (end === "over") {
    const ended = yield* endOf(server, accountId, asked.id)
    yield* Console.log(ended === null ? "No longer needed." : endedLine(ended))
  }
  return end
})
