/** A mailbox of a real server, where there is one on this machine; what needs faults is tried against a scripted one (imap.test.ts). */
import { ImapReader, MailSockets, type MailboxConfig, type MailboxKey } from "@counterfoil/core"
import { dovecot, hasDovecot } from "@counterfoil/testing/dovecot"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted, Schedule } from "effect"
import { testCertificate, testKey } from "../delivery/testCertificate.ts"

const reader = ImapReader.layer.pipe(
  Layer.provide(
    MailSockets.layer({
      resolve: () => Promise.resolve(["127.0.0.1"]),
      extraCa: [testCertificate],
      allow: ["127.0.0.0/8"]
    })
  )
)

const config = (port: number, security: MailboxConfig["security"]): MailboxConfig => ({
  host: "shop.test",
  port,
  security,
  username: "ana",
  folder: "INBOX"
})
const open = (port: number, key: MailboxKey, security: MailboxConfig["security"] = "tls") =>
  Effect.flatMap(ImapReader, (one) => one.open(config(port, security), Redacted.make(key)))
/** It takes a moment to start. */
const opened = (port: number, key: MailboxKey) =>
  Effect.retry(open(port, key), {
    schedule: Schedule.spaced("100 millis"),
    times: 100,
    while: ({ refused }) => !refused
  })

const options = { tls: { key: testKey, cert: testCertificate }, user: "ana" }
const anHourAgo = () => DateTime.makeUnsafe(Date.now() - 3_600_000)

describe.runIf(hasDovecot)("a mailbox of Dovecot", () => {
  it.live("is read with a password, and what comes in meanwhile is seen; it stays unread", () =>
    Effect.gen(function* () {
      const server = yield* dovecot(options)
      server.deliver("codes@bank.test", "Su código", "Código: 123456")
      server.deliver("friend@mail.test", "Lunch", "at 131313?")
      const mailbox = yield* opened(server.port, { pass: "mail-secret" })
      const first = yield* mailbox.look(["codes@bank.test"], anHourAgo())
      server.deliver("codes@bank.test", "Again", "654321")
      const second = yield* mailbox.look(["codes@bank.test"], anHourAgo())
      const words = yield* Effect.forEach([...first, ...second], ({ words }) => words)

      assert.deepStrictEqual(
        words.map((one) => Redacted.value(one).trim()),
        ["Su código\nCódigo: 123456", "Again\n654321"]
      )
      // Somebody else who opens it, by STARTTLS here, finds both as new as they were.
      const later = yield* open(server.plainPort, { pass: "mail-secret" }, "starttls")
      assert.lengthOf(yield* later.look(["codes@bank.test"], anHourAgo()), 2)
    }).pipe(Effect.scoped, Effect.provide(reader))
  )

  it.live("is opened with a token, and says in clear words that it takes one no more", () =>
    Effect.gen(function* () {
      let takes = "access-secret"
      const server = yield* dovecot({ ...options, takesToken: (token) => token === takes })
      server.deliver("codes@bank.test", "Code", "777777")
      const mailbox = yield* opened(server.port, { accessToken: "access-secret" })
      assert.lengthOf(yield* mailbox.look(["codes@bank.test"], anHourAgo()), 1)

      takes = "another-secret"
      const old = yield* Effect.flip(Effect.scoped(open(server.port, { accessToken: "access-secret" })))
      const password = yield* Effect.flip(Effect.scoped(open(server.port, { pass: "wrong-secret" })))
      const renewed = yield* open(server.port, { accessToken: "another-secret" })

      assert.isTrue(old.refused)
      assert.match(old.message, /^the mail server refused the token/)
      assert.deepInclude(password, { refused: true, message: "the mail server refused the user name or the password" })
      assert.lengthOf(yield* renewed.look(["codes@bank.test"], anHourAgo()), 1)
    }).pipe(Effect.scoped, Effect.provide(reader))
  )
})
