/** A login with a one-time code, movements read and matched, the shop told. */
import { Effect, Schema } from "effect"
import { answerCode, bodiesOf, type Cast, wellSigned } from "../cast.ts"
import { expect, until } from "../Client.ts"
import { expectedResults, payments } from "../world.ts"

export const reconciliation = Effect.fnUntraced(function* (cast: Cast) {
  const { accountId, bank, machine, narrator, person, shop, stream } = cast
  yield* narrator.step(
    "a scrape is asked for; the browser opens the bank, which wants a 6-digit code: assistance.requested",
    Effect.gen(function* () {
      yield* person.scrape(accountId)
      const message = yield* stream.wait("assistance.requested", accountId)
      yield* expect(
        Schema.is(
          Schema.Struct({
            length: Schema.Literal(6),
            type: Schema.Literal("numeric"),
            purpose: Schema.optionalKey(Schema.String)
          })
        )(message.data["descriptor"]),
        `the descriptor should ask for 6 digits: ${JSON.stringify(message.data)}`
      )
      const status = yield* machine.status(accountId)
      yield* expect(status.pending_assistance !== null, "the status should show the pending request")
    })
  )
  yield* narrator.step(
    "a machine with an API key reads the code from the bank's SMS page and submits it to /v1; the login goes on",
    answerCode(cast, 0)
  )
  yield* narrator.step(
    "the session opens, the movements are read, the session closes",
    Effect.gen(function* () {
      yield* stream.wait("session.started", accountId)
      yield* stream.wait("scrape.succeeded", accountId)
      yield* stream.wait("session.stopped", accountId)
      const journal = yield* bank.journal("ana")
      yield* expect(
        journal.filter(({ event }) => event === "session-opened").length === 1 &&
          journal.some(({ event, reason }) => event === "session-closed" && reason === "logout"),
        "the bank should have seen one session, ended by a logout"
      )
    })
  )
  yield* narrator.step(
    "the API lists today's movements just as the bank prints them",
    Effect.gen(function* () {
      const movements = yield* person.movements(accountId)
      const printed = new Set((yield* bank.printed("ana")).map(({ amount }) => amount))
      const paid = movements.filter(({ sender_name }) => sender_name !== "")
      yield* expect(
        movements.every(({ amount }) => printed.has(amount)) &&
          payments.every(({ amount }) => paid.some((movement) => movement.amount === amount)) &&
          paid.length >= payments.length,
        `all of ${JSON.stringify(payments)} should be among ${JSON.stringify(movements)}`
      )
    })
  )
  yield* narrator.step(
    "the shop has received exactly 3 matched and 1 ambiguous, bodies to the byte, signatures valid",
    until(
      "the result webhooks",
      shop.received("hook", "ana"),
      (entries) => entries.length >= expectedResults.length
    ).pipe(
      Effect.tap((entries) =>
        expect(
          wellSigned(entries) && JSON.stringify(bodiesOf(entries)) === JSON.stringify([...expectedResults].sort()),
          `expected ${JSON.stringify(expectedResults)} with valid signatures; the shop journaled ${JSON.stringify(entries)}`
        )
      )
    )
  )
  yield* narrator.step(
    "A-1005, which nobody paid, is still pending; the conciliation list agrees",
    Effect.gen(function* () {
      const requests = yield* person.conciliation
      const seen = requests.map(({ external_id, status }) => `${external_id} ${status}`).sort()
      const wanted = ["A-1001 matched", "A-1002 matched", "A-1003 matched", "A-1004 ambiguous", "A-1005 pending"]
      yield* expect(
        JSON.stringify(seen) === JSON.stringify(wanted),
        `expected ${wanted.join(", ")}; seen ${seen.join(", ")}`
      )
    })
  )
})
