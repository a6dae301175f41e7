/** Mail servers that never stop talking, or say much with few bytes: their owner is told so, and nobody else is held up. */
import { ImapReader, MailSockets, NoticeSender, outboundHttpLayer } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Exit, Layer, Redacted } from "effect"
import { createServer as createPlain, type Socket } from "node:net"
import { createServer as createSecure } from "node:tls"
import { testCertificate, testKey } from "../delivery/testCertificate.ts"

const options = {
  resolve: () => Promise.resolve(["127.0.0.1"]),
  extraCa: [testCertificate],
  allow: ["127.0.0.0/8"]
}
const sockets = MailSockets.layer(options)
const mail = Layer.merge(
  ImapReader.layer.pipe(Layer.provide(sockets)),
  NoticeSender.layer.pipe(Layer.provide(Layer.merge(outboundHttpLayer(options), sockets)))
)

const serving = Effect.fnUntraced(function* (security: "tls" | "starttls", serve: (socket: Socket) => void) {
  const open = new Set<Socket>()
  const welcome = (socket: Socket) => {
    open.add(socket.on("error", () => undefined))
    serve(socket)
  }
  const server = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const one =
        security === "tls" ? createSecure({ key: testKey, cert: testCertificate }, welcome) : createPlain(welcome)
      one.on("tlsClientError", () => undefined)
      await new Promise<void>((listening) => one.listen(0, "127.0.0.1", listening))
      return one
    }),
    (one) =>
      Effect.sync(() => {
        for (const socket of open) socket.destroy()
        one.close()
      })
  )
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
})

/** Says it over and over, as fast as it is heard. */
const flood = (unit: string) => {
  const piece = Buffer.from(unit.repeat(Math.ceil(65_536 / unit.length)))
  return (socket: Socket) => {
    const on = (): void => {
      if (socket.destroyed) return
      if (socket.write(piece)) setImmediate(on)
      else socket.once("drain", on)
    }
    on()
  }
}

/** The longest that this process computed while a timer of somebody else had to wait, in milliseconds. */
const longestWait = <A, E, R>(during: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    let [last, used, longest] = [performance.now(), process.cpuUsage(), 0]
    const note = () => {
      const { system, user } = process.cpuUsage(used)
      // A machine that stands still holds up everybody.
      longest = Math.max(longest, Math.min(performance.now() - last, (user + system) / 1_000))
      last = performance.now()
      used = process.cpuUsage()
    }
    const beat = setInterval(note, 20)
    const result = yield* Effect.ensuring(
      during,
      Effect.sync(() => clearInterval(beat))
    )
    note()
    return { result, longest }
  })

const notice = { title: "A code is needed", text: "A login waits.", urgent: true }
const sendTo = (port: number, security: "tls" | "starttls") =>
  Effect.flatMap(NoticeSender, (one) =>
    one.send(
      { kind: "email", host: "shop.test", port, security, from: "counterfoil@shop.test", to: "ana@shop.test" },
      notice
    )
  )

const openAt = (port: number, security: "tls" | "starttls") =>
  Effect.flatMap(ImapReader, (one) =>
    one.open(
      { host: "shop.test", port, security, username: "ana@shop.test", folder: "INBOX" },
      Redacted.make({ pass: "mail-secret" })
    )
  )

/** Answers each command by its name; what has no answer is done. */
const imap =
  (answers: Readonly<Record<string, string>>, floods: Readonly<Record<string, string>> = {}) =>
  (socket: Socket): void => {
    socket.write("* OK ready\r\n")
    socket.on("data", (bytes) => {
      for (const line of bytes.toString("latin1").split("\r\n").filter(Boolean)) {
        const [tag = "", first = "", second = ""] = line.split(" ")
        const command = first === "UID" ? second : first
        const unit = floods[command]
        if (unit !== undefined) return flood(unit)(socket)
        socket.write(`${answers[command] ?? ""}${tag} OK done\r\n`)
      }
    })
  }
const said = {
  CAPABILITY: "* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n",
  EXAMINE: "* 3 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n",
  SEARCH: "* SEARCH\r\n"
}
const lookAt = Effect.fnUntraced(function* (serve: (socket: Socket) => void) {
  const port = yield* serving("tls", serve)
  const mailbox = yield* openAt(port, "tls")
  return yield* mailbox.look(["codes@bank.test"], DateTime.makeUnsafe(Date.now()))
})

const vanished = "* VANISHED 1:16777216\r\n* VANISHED (EARLIER) 1:16777216\r\n* vanished 1:16777216\r\n"
const everything = '* 16777216 EXISTS\r\n* ESEARCH (TAG "x") UID ALL 1:16777216\r\n'

describe("a mail server that sends without end", () => {
  for (const security of ["tls", "starttls"] as const) {
    for (const [what, unit] of [
      ["empty lines", "\r\n"],
      ["a greeting", "220-welcome\r\n"],
      ["one line", "x"]
    ] as const) {
      it.live(`gets no message, and is left at once: ${what}, ${security}`, () =>
        Effect.gen(function* () {
          const port = yield* serving(security, flood(unit))
          const { longest, result } = yield* longestWait(Effect.flip(sendTo(port, security)))

          assert.strictEqual(
            result.message,
            "the mail server said more than it takes to accept a message (over 32 KiB)"
          )
          assert.isBelow(longest, 1_000)
        }).pipe(Effect.scoped, Effect.provide(mail), Effect.timeout("1 minute"))
      )
    }
  }

  for (const unit of ["x\r\n", "\r\n", "* OK x\r\n", "* 1 FETCH (UID 1)\r\n", "x"]) {
    it.live(`is read no mailbox of: ${JSON.stringify(unit)}, before TLS`, () =>
      Effect.gen(function* () {
        const port = yield* serving("starttls", (socket) => {
          socket.write("* OK ready\r\n")
          flood(unit)(socket)
        })
        const { longest, result } = yield* longestWait(Effect.flip(Effect.scoped(openAt(port, "starttls"))))

        assert.strictEqual(result.message, "the mail server said more than it was asked for")
        assert.isBelow(longest, 500)
      }).pipe(Effect.scoped, Effect.provide(mail), Effect.timeout("1 minute"))
    )

    for (const command of ["CAPABILITY", "NOOP", "SEARCH"]) {
      it.live(`is read no mailbox of: ${JSON.stringify(unit)}, to ${command}`, () =>
        Effect.gen(function* () {
          const { longest, result } = yield* longestWait(Effect.flip(lookAt(imap(said, { [command]: unit }))))

          assert.strictEqual(result.message, "the mail server said more than it was asked for")
          assert.isBelow(longest, 500)
        }).pipe(Effect.scoped, Effect.provide(mail), Effect.timeout("1 minute"))
      )
    }
  }
})

describe("a mail server that names millions of messages", () => {
  for (const command of ["EXAMINE", "NOOP", "SEARCH"] as const) {
    it.live(`holds nobody up by those that are gone (to ${command})`, () =>
      Effect.gen(function* () {
        const answers = { ...said, [command]: `${said.EXAMINE}${vanished}` }
        const { longest, result } = yield* longestWait(Effect.exit(lookAt(imap(answers))))

        assert.isTrue(Exit.isFailure(result))
        assert.isBelow(longest, 500)
      }).pipe(Effect.scoped, Effect.provide(mail), Effect.timeout("1 minute"))
    )
  }

  it.live("holds nobody up by those that it found", () =>
    Effect.gen(function* () {
      const answers = { ...said, SEARCH: everything, FETCH: "" }
      const { longest } = yield* longestWait(Effect.exit(lookAt(imap(answers))))

      assert.isBelow(longest, 500)
    }).pipe(Effect.scoped, Effect.provide(mail), Effect.timeout("1 minute"))
  )

  it.live("holds nobody up by ranges elsewhere", () =>
    Effect.gen(function* () {
      const ranges = ["1:16777216", "1:4294967295", "4294967295:1", "1:*"]
      const lines = ranges.flatMap((range) => [
        `* SEARCH ${range}`,
        `* SORT ${range}`,
        `* ${range} EXPUNGE`,
        `* ${range} FETCH (UID ${range} FLAGS ())`,
        `* 1 FETCH (UID ${range} MODSEQ (${range}))`,
        `* OK [COPYUID 1 ${range} ${range}] x`,
        `* OK [APPENDUID 1 ${range}] x`,
        `* OK [UIDNEXT ${range}] x`,
        `* OK [MODIFIED ${range}] x`
      ])
      const answers = { ...said, NOOP: lines.map((line) => `${line}\r\n`).join("") }
      const { longest, result } = yield* longestWait(lookAt(imap(answers)))

      assert.deepStrictEqual(result, [])
      assert.isBelow(longest, 500)
    }).pipe(Effect.scoped, Effect.provide(mail), Effect.timeout("1 minute"))
  )
})
