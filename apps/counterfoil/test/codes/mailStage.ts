/** A demo bank that sends its codes by e-mail, what carries them to their owners' mail servers, and a server that reads them. */
import { localCertificate } from "@counterfoil/testing/localCertificate"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { SMTPServer } from "smtp-server"
import { publishVersion, settingsFor } from "../../src/demo/cast.ts"
import { call } from "../../src/demo/Client.ts"
import { shopAt } from "../../src/demo/Neighbours.ts"
import { enrol } from "../../src/demo/Person.ts"
import { temporaryHome } from "../support/Command.ts"
import { startNode } from "../support/nodes.ts"
import { startBank } from "../support/Scene.ts"

const portOf = (server: { readonly address: () => AddressInfo | string | null }) => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

/** What takes the bank's e-mails and puts each into the mailbox it is for. */
const startCarrier = Effect.gen(function* () {
  const boxes = new Map<string, (raw: string) => void>()
  const carried: Array<{ readonly to: string; readonly raw: string }> = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData: (stream, { envelope }, done) =>
      void text(stream).then((raw) => {
        for (const { address } of envelope.rcptTo) {
          carried.push({ to: address, raw })
          boxes.get(address)?.(raw)
        }
        done()
      })
  })
  yield* Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
  yield* Effect.addFinalizer(() => Effect.promise(() => new Promise<void>((resolve) => server.close(resolve))))
  return { port: portOf(server.server), boxes, carried }
})

/** Whatever the service tells anybody: webhooks, notifications, messages to people, traces. */
const startSink = Effect.gen(function* () {
  const told: Array<{ readonly path: string; readonly body: string }> = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      told.push({ path: request.url ?? "", body: `${JSON.stringify(request.headers)} ${body}` })
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  yield* Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
  )
  return { url: `http://127.0.0.1:${portOf(server)}`, told }
})

const Request = Schema.Struct({
  answered_by: Schema.NullOr(Schema.String),
  outcome: Schema.NullOr(Schema.String),
  attempts: Schema.Int
})

export interface Mailbox {
  readonly user: string
  readonly port: number
  readonly put: (raw: string) => void
}

export const mailPassword = "mail-secret"

const make = Effect.gen(function* () {
  const home = yield* temporaryHome
  const carrier = yield* startCarrier
  const sink = yield* startSink
  const bank = yield* startBank(home, ["--mail", `127.0.0.1:${carrier.port}`])
  const authorities = join(home, "ca.pem")
  writeFileSync(authorities, localCertificate)
  const { base, command } = yield* startNode(home, {
    CLUSTER: "single",
    EGRESS_ALLOW: "127.0.0.0/8,::1/128",
    EXTRA_CA_CERTS: authorities,
    LOG_LEVEL: "debug",
    OTEL_EXPORTER_OTLP_ENDPOINT: sink.url
  })
  const person = yield* enrol(base, "owner@shop.example", "Owner", "passthrough")
  const channel = { kind: "ntfy", name: "phone", url: sink.url, topic: "owner" }
  yield* person.ask("/me/channels", 201, Schema.Json, { method: "POST", body: channel })
  const { id: bankId } = yield* person.createBank("demo-bank", "Demo Bank", `${bank.url}/login`)
  yield* publishVersion(person, bankId, "1.2.0")

  const atBank = (method: "POST" | "PATCH", path: string, status: number, body: Schema.Json) =>
    call(`${bank.url}/control${path}`, status, Schema.Json, { method, body })

  /** An account whose codes come into this mailbox, as its owner sets it up; its first read begins at once. */
  const open = Effect.fnUntraced(function* (username: string, { port, put, user }: Mailbox) {
    carrier.boxes.set(user, put)
    const password = "right-password-1"
    yield* atBank("POST", "/customers", 201, { id: username, password, email: user, asksSmsCode: true })
    yield* atBank("POST", "/movements", 201, { customer: username, amount: "12.34", payer: "Carmen Ortega" })
    const { id } = yield* person.createAccount(bankId, `${username}'s account`)
    yield* person.ask(`/accounts/${id}/mailbox`, 200, Schema.Json, {
      method: "PUT",
      body: {
        host: "localhost",
        port,
        username: user,
        password: mailPassword,
        senders: ["codes@bancodemo.example"],
        subject: "code to log in"
      }
    })
    const tried = yield* person.ask(`/accounts/${id}/mailbox/test`, 200, Schema.Json, { method: "POST" })
    const settings = { session_type: "one-shot", login_mode: "assisted" }
    yield* person.configure(id, settingsFor(shopAt(sink.url), { username, password }, settings))
    return { id, tried }
  })

  /** The codes that the bank has sent there, in their order; each stands in the text and in the HTML of its letter. */
  const codesFor = ({ user }: Mailbox) =>
    carrier.carried.flatMap(({ raw, to }) => (to === user ? (/DEMO: (\d{6}) is your code/.exec(raw)?.[1] ?? "?") : []))

  /** Tables and columns' rows that hold one of these codes, as text or as bytes; not within a number or a hash. */
  const rowsWith = Effect.fnUntraced(function* (codes: ReadonlyArray<string>) {
    const sql = yield* SqlClient.SqlClient
    const spelt = codes.flatMap((code) => [code, Buffer.from(code).toString("hex")])
    const whole = `(?<![0-9a-f])(${spelt.join("|")})(?![0-9a-f])`
    const tables = yield* sql<{ readonly name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`
    const found = yield* Effect.forEach(tables, ({ name }) =>
      Effect.map(
        sql<{ readonly row: string }>`select t::text as row from ${sql(name)} t where t::text ~ ${whole}`,
        (rows) => rows.map(({ row }) => `${name}: ${row}`)
      )
    )
    return found.flat()
  })

  return {
    base,
    person,
    sink,
    open,
    codesFor,
    rowsWith,
    switchAt: (customer: string, switches: Schema.Json) =>
      atBank("PATCH", `/customers/${customer}/switches`, 200, switches),
    asked: (accountId: string) => person.ask(`/accounts/${accountId}/assistances`, 200, Schema.Array(Request)),
    ended: Effect.promise(() => command.stop("SIGTERM"))
  }
})

export class MailStage extends Context.Service<MailStage>()("test/MailStage", { make }) {
  static readonly layer = Layer.effect(MailStage, make)
}
