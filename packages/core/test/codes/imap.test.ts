/** A mailbox read over IMAP, against a server that speaks it over real sockets. */
import { ImapReader, MailSockets, type MailboxConfig } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { testCertificate } from "../delivery/testCertificate.ts"
import { imapServer } from "../support/imapServer.ts"

const options = { resolve: () => Promise.resolve(["127.0.0.1"]), extraCa: [testCertificate] }
const readerWith = (allow: ReadonlyArray<string>, extraCa = options.extraCa) =>
  ImapReader.layer.pipe(Layer.provide(MailSockets.layer({ ...options, extraCa, allow })))
const reader = readerWith(["127.0.0.0/8"])

const config = (port: number, security: MailboxConfig["security"] = "tls"): MailboxConfig => ({
  host: "shop.test",
  port,
  security,
  username: "ana@shop.test",
  folder: "INBOX"
})
const open = (given: MailboxConfig, pass = "mail-secret") =>
  Effect.flatMap(ImapReader, (one) => one.open(given, Redacted.make({ pass })))

const senders = ["codes@bank.test"]
const anHourAgo = () => DateTime.makeUnsafe(Date.now() - 3_600_000)

describe("a mailbox", () => {
  it.live(
    "is read over TLS only, from the first byte or once the server was greeted, and nothing in it is changed",
    () =>
      Effect.gen(function* () {
        for (const security of ["tls", "starttls"] as const) {
          yield* Effect.gen(function* () {
            const server = yield* imapServer(security)
            server.deliver({ from: "codes@bank.test", subject: "Your code", text: "Código: 123456" })
            server.deliver({ from: "friend@mail.test", subject: "Lunch", text: "at 131313?" })
            const mailbox = yield* open(config(server.port, security))
            const first = yield* mailbox.look(senders, anHourAgo())
            const words = yield* Effect.forEach(first, ({ words }) => words)
            server.deliver({ from: "codes@bank.test", subject: "Again", text: "<b>654</b>321 &amp; more", html: true })
            const second = yield* mailbox.look(senders, anHourAgo())
            const [html] = yield* Effect.forEach(second, ({ words }) => words)

            assert.deepStrictEqual(words.map(Redacted.value), ["Your code\nCódigo: 123456"])
            assert.strictEqual(html === undefined ? "" : Redacted.value(html), "Again\n654321 & more")
            assert.deepStrictEqual(yield* mailbox.look(senders, anHourAgo()), [])
            // It was opened to be read, and no message was marked as read.
            assert.isFalse(server.said.some((line) => /\bSELECT\b|STORE|BODY\[/.test(line)))
          }).pipe(Effect.scoped)
        }
      }).pipe(Effect.provide(reader))
  )

  it.live("is read whole where as many as are looked at are as long as is read of one", () =>
    Effect.gen(function* () {
      const server = yield* imapServer("tls")
      const text = "a line of a long message\n".repeat(2_500)
      for (let one = 0; one < 20; one += 1) server.deliver({ from: "codes@bank.test", subject: "s".repeat(500), text })
      const mailbox = yield* open(config(server.port))

      const found = yield* mailbox.look(senders, anHourAgo())
      const words = yield* Effect.forEach(found, ({ words }) => words)

      assert.deepStrictEqual(
        words.map((one) => Redacted.value(one).length),
        Array.from({ length: 20 }, () => 501 + text.length)
      )
    }).pipe(Effect.scoped, Effect.provide(reader))
  )

  it.live("says when a message was sent: by its own word or when it came in, whichever is earlier", () =>
    Effect.gen(function* () {
      const server = yield* imapServer("tls")
      const [early, late] = [new Date("2026-11-20T09:00:00Z"), new Date("2026-11-20T11:00:00Z")]
      server.deliver({ from: "codes@bank.test", subject: "held up on its way", text: "1", date: early }, late)
      server.deliver({ from: "codes@bank.test", subject: "from the future", text: "2", date: late }, early)
      const mailbox = yield* open(config(server.port))

      const found = yield* mailbox.look(senders, DateTime.makeUnsafe(early))

      assert.deepStrictEqual(
        found.map(({ sentAt }) => DateTime.formatIso(sentAt)),
        ["2026-11-20T09:00:00.000Z", "2026-11-20T09:00:00.000Z"]
      )
    }).pipe(Effect.scoped, Effect.provide(reader))
  )

  it.live("is closed when nobody looks any more", () =>
    Effect.gen(function* () {
      const server = yield* imapServer("tls")
      yield* Effect.scoped(open(config(server.port)))
      yield* Effect.sleep("20 millis").pipe(Effect.repeat({ until: () => server.openConnections() === 0 }))

      assert.strictEqual(server.counts.connected, 1)
    }).pipe(Effect.scoped, Effect.provide(reader), Effect.timeout("1 minute"))
  )

  it.live("that refuses the password says so without it", () =>
    Effect.gen(function* () {
      const server = yield* imapServer("tls")
      const failed = yield* Effect.flip(Effect.scoped(open(config(server.port), "wrong-secret")))

      assert.deepInclude(failed, { refused: true, message: "the mail server refused the user name or the password" })
    }).pipe(Effect.scoped, Effect.provide(reader))
  )

  it.live("of which nobody vouches is told no password", () =>
    Effect.gen(function* () {
      for (const security of ["tls", "starttls"] as const) {
        const server = yield* imapServer(security)
        const failed = yield* Effect.flip(
          Effect.scoped(open(config(server.port, security))).pipe(Effect.provide(readerWith(["127.0.0.0/8"], [])))
        )

        assert.isFalse(failed.refused)
        assert.isFalse(server.said.some((line) => line.startsWith("AUTHENTICATE") || line.startsWith("LOGIN")))
      }
    }).pipe(Effect.scoped)
  )

  it.live("is never reached at an address that the egress rules refuse", () =>
    Effect.gen(function* () {
      const server = yield* imapServer("tls")
      const failed = yield* Effect.flip(Effect.scoped(open(config(server.port))).pipe(Effect.provide(readerWith([]))))

      assert.include(failed.message, "may not be called")
      assert.strictEqual(server.counts.connected, 0)
    }).pipe(Effect.scoped)
  )
})
