/** A notice by e-mail, against a mail server of its kind. */
import { MailSockets, NoticeSender, outboundHttpLayer } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SMTPServer } from "smtp-server"
import { text } from "node:stream/consumers"
import { testCertificate, testKey } from "../delivery/testCertificate.ts"

interface Received {
  readonly to: ReadonlyArray<string>
  readonly user: unknown
  readonly secure: boolean
  readonly body: string
}

const mailServer = Effect.fnUntraced(function* (secure: boolean) {
  const received: Array<Received> = []
  const server = new SMTPServer({
    secure,
    key: testKey,
    cert: testCertificate,
    onAuth: ({ password, username }, _, done) =>
      done(password === "mail-secret" ? null : new Error("wrong"), { user: username }),
    onData: (stream, session, done) =>
      void text(stream).then((body) => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, user: session.user, secure: session.secure, body })
        done()
      })
  })
  server.on("error", () => undefined)
  yield* Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve())))
  yield* Effect.addFinalizer(() => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve()))))
  const address = server.server.address()
  return { received, port: typeof address === "object" && address !== null ? address.port : 0 }
})

const options = { resolve: () => Promise.resolve(["127.0.0.1"]), extraCa: [testCertificate] }
const senderWith = (allow: ReadonlyArray<string>, extraCa = options.extraCa) =>
  NoticeSender.layer.pipe(
    Layer.provide(
      Layer.merge(outboundHttpLayer({ ...options, allow }), MailSockets.layer({ ...options, extraCa, allow }))
    )
  )
const sender = senderWith(["127.0.0.0/8"])

const config = (port: number, more: object = {}) => ({
  kind: "email" as const,
  host: "shop.test",
  port,
  security: "starttls" as const,
  username: "ana",
  password: "mail-secret",
  from: "counterfoil@shop.test",
  to: "ana@shop.test",
  ...more
})
const notice = { title: "Counterfoil: a code is needed", text: "A login at Banco Demo waits.", urgent: true }
const send = (given: ReturnType<typeof config>) => Effect.flatMap(NoticeSender, (one) => one.send(given, notice))

describe("a notice by e-mail", () => {
  it.live("goes over TLS only, from the first byte or once the server was greeted", () =>
    Effect.gen(function* () {
      for (const security of ["tls", "starttls"] as const) {
        const { port, received } = yield* mailServer(security === "tls")
        yield* send(config(port, { security }))

        assert.deepStrictEqual(
          received.map(({ secure, to, user }) => ({ secure, to, user })),
          [{ secure: true, to: ["ana@shop.test"], user: "ana" }]
        )
        assert.match(received[0]?.body ?? "", /Subject: Counterfoil: a code is needed[^]*A login at Banco Demo waits\./)
      }
    }).pipe(Effect.scoped, Effect.provide(sender))
  )

  it.live("says that it failed without the password, or what was sent", () =>
    Effect.gen(function* () {
      const { port, received } = yield* mailServer(false)
      const failed = yield* Effect.flip(send(config(port, { password: "wrong-secret" })))

      assert.strictEqual(received.length, 0)
      assert.match(failed.message, /^the mail server did not take the message \(EAUTH 535\)$/)
    }).pipe(Effect.scoped, Effect.provide(sender))
  )

  it.live("is not sent to a server of which nobody vouches", () =>
    Effect.gen(function* () {
      const { port, received } = yield* mailServer(true)
      const failed = yield* Effect.flip(
        Effect.provide(send(config(port, { security: "tls" })), senderWith(["127.0.0.0/8"], []))
      )

      assert.strictEqual(received.length, 0)
      assert.match(failed.message, /^the mail server did not take the message/)
    }).pipe(Effect.scoped)
  )

  it.live("never reaches an address that the egress rules refuse", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.flip(Effect.provide(send(config(25)), senderWith([])))

      assert.include(failed.message, "may not be called")
      assert.isFalse(failed.passing)
    })
  )
})
