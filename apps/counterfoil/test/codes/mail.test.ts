/**
 * Codes by e-mail with nothing scripted in between: the demo bank sends them, a mail server that isn't ours keeps them, and
 * the server reads them in the mailbox that its owner gave over HTTP and types them in Chromium.
 */
import { assert, layer } from "@effect/vitest"
import { TestDatabase } from "@counterfoil/testing"
import { dovecot, hasDovecot } from "@counterfoil/testing/dovecot"
import { hoodiecrow } from "@counterfoil/testing/hoodiecrow"
import { localCertificate, localKey } from "@counterfoil/testing/localCertificate"
import { Effect, Layer } from "effect"
import { openStream } from "../../src/demo/Stream.ts"
import { type Mailbox, mailPassword, MailStage } from "./mailStage.ts"

const patience = 300_000
const tls = { key: localKey, cert: localCertificate }
const customers = new Map<string, Mailbox>()

const isRead = Effect.fnUntraced(function* (customer: string, mailbox: Mailbox) {
  const { asked, base, codesFor, open, person, switchAt } = yield* MailStage
  customers.set(customer, mailbox)
  const stream = yield* openStream(base, person.token)

  const { id, tried } = yield* open(customer, mailbox)
  assert.deepStrictEqual(tried, { works: true, problem: null })
  yield* stream.wait("scrape.succeeded", id)
  const arrived = yield* person.movements(id)
  assert.deepStrictEqual(
    arrived.map(({ amount, sender_name }) => [amount, sender_name]),
    [["12.34", "ORTEGA CARMEN"]]
  )
  assert.deepStrictEqual(yield* asked(id), [{ answered_by: "email", outcome: "accepted", attempts: 0 }])
  assert.strictEqual(codesFor(mailbox).length, 1)

  // The bank refuses the next one and sends another: the letters before that one lie beside it, and are of no use.
  yield* switchAt(customer, { rejectNextCodes: 1 })
  const before = stream.messages.length
  yield* person.scrape(id)
  yield* stream.wait("scrape.succeeded", id, before)
  assert.deepInclude((yield* asked(id))[0], { answered_by: "email", outcome: "accepted", attempts: 1 })
  assert.strictEqual(codesFor(mailbox).length, 3)
})

const Stage = Layer.provideMerge(MailStage.layer, TestDatabase.layer)

layer(Stage, { excludeTestServices: true })("a code that the bank sends by e-mail", (it) => {
  it.effect(
    "is read in a mailbox of a server from npm, and the movements arrive",
    () =>
      Effect.gen(function* () {
        const user = "elena@mail.test"
        yield* isRead("elena", { user, ...(yield* hoodiecrow({ tls, user, password: mailPassword })) })
      }).pipe(Effect.scoped),
    patience
  )

  it.effect.skipIf(!hasDovecot)(
    "is read in a mailbox of Dovecot (skipped where the machine has none)",
    () =>
      Effect.gen(function* () {
        const user = "diego@mail.test"
        yield* isRead("diego", { user, ...(yield* dovecot({ tls, user })) })
      }).pipe(Effect.scoped),
    patience
  )

  it.effect(
    "is in no row, log, trace, webhook or message to anybody",
    () =>
      Effect.gen(function* () {
        const { codesFor, ended, rowsWith, sink } = yield* MailStage
        const codes = [...customers.values()].flatMap(codesFor)
        assert.isAtLeast(codes.length, 3)

        const { stderr, stdout } = yield* ended
        const told = sink.told.map(({ body, path }) => `${path} ${body}`)
        // All of them were at work.
        const atWork = [...customers.keys()].flatMap((name) => [`/notifications/${name} `, `/hooks/${name} `])
        for (const part of ["/v1/traces ", '"topic":"owner"', ...atWork]) {
          assert.isTrue(
            told.some((one) => one.includes(part)),
            `nothing was told to ${part}`
          )
        }
        assert.deepStrictEqual(yield* rowsWith(codes), [])
        const everything = [stdout, stderr, ...told].join("\n")
        for (const secret of [...codes, mailPassword]) assert.notInclude(everything, secret)
      }),
    patience
  )
})
