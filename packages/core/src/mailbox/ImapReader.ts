/**
 * Reads a mailbox over IMAP: new messages of named senders, without changing anything in it. The connection is ours, to the
 * address that the egress rules have checked, and TLS is turned on before a word is said.
 */
import { Context, DateTime, Duration, Effect, Layer, Redacted, Schema, type Scope } from "effect"
import { ImapFlow, type ImapTransport, type MessageStructureObject } from "imapflow"
import { text } from "node:stream/consumers"
import { connect as connectTls, type SecureContext } from "node:tls"
import { MailSockets } from "../notices/MailSockets.ts"
import { BoundedSocket } from "../outbound/BoundedSocket.ts"
import type { MailboxConfig } from "./Mailbox.ts"
import { wordsOfHtml } from "./messageWords.ts"

/** One sentence for the mailbox's owner. */
export class MailboxUnreadable extends Schema.TaggedError<MailboxUnreadable>()("MailboxUnreadable", {
  message: Schema.String,
  /** The server refused user name and password. */
  refused: Schema.Boolean
}) {}

export interface MailMessage {
  readonly uid: number
  readonly from: string
  readonly subject: string
  /** When it was sent, or came in: the earlier of the two. */
  readonly sentAt: DateTime.Utc
  /** Subject and text. */
  readonly words: Effect.Effect<Redacted.Redacted<string>, MailboxUnreadable>
}

export interface OpenMailbox {
  /** Messages of these senders that weren't answered with before, the oldest first. */
  readonly look: (
    senders: ReadonlyArray<string>,
    since: DateTime.Utc
  ) => Effect.Effect<ReadonlyArray<MailMessage>, MailboxUnreadable>
}

/** What opens it: a password, or a token that was just fetched. */
export type MailboxKey = { readonly pass: string } | { readonly accessToken: string }

export class ImapReader extends Context.Service<
  ImapReader,
  {
    readonly open: (
      config: MailboxConfig,
      key: Redacted.Redacted<MailboxKey>
    ) => Effect.Effect<OpenMailbox, MailboxUnreadable, Scope.Scope>
  }
>()("@counterfoil/core/mailbox/ImapReader") {
  static readonly layer: Layer.Layer<ImapReader, never, MailSockets> = Layer.effect(
    ImapReader,
    Effect.suspend(() => make)
  )
}

const deadline = Duration.seconds(20)
const longestText = 64 * 1024
/** Messages read in one look, the newest ones: an older message holds no code that is waited for now. */
const mostMessages = 20

/** Bytes that a server may say: before TLS, to one question, and of the messages of a look (their texts are 90 KiB each). */
const room = { greeting: 64 * 1024, answer: 256 * 1024, messages: 4 * 1024 * 1024 }
/** The library makes a list of what a server found, of as many as are in the mailbox by the server's word. */
const mostFound = 10_000

/** RFC 5530, 3, RFC 3501, 7.1, and what large providers add. A server may write anything into a code: what it was sent, too. */
const serverCodes = new Set(
  `UNAVAILABLE AUTHENTICATIONFAILED AUTHORIZATIONFAILED EXPIRED PRIVACYREQUIRED CONTACTADMIN NOPERM INUSE EXPUNGEISSUED
  CORRUPTION SERVERBUG CLIENTBUG CANNOT LIMIT OVERQUOTA ALREADYEXISTS NONEXISTENT TRYCREATE BADCHARSET PARSE THROTTLED`.split(
    /\s+/
  )
)

/** Codes of Node and of the server; their words may hold what was sent. */
const faultOf = (cause: unknown): MailboxUnreadable => {
  const { authenticationFailed, code, serverResponseCode } = Object(cause)
  if (authenticationFailed === true) return refusedKey("password")
  const known = serverCodes.has(String(serverResponseCode)) ? [code, serverResponseCode] : [code]
  const said = known.filter((one) => typeof one === "string").join(" ")
  return new MailboxUnreadable({ message: `the mailbox could not be read (${said || "no code"})`, refused: false })
}

const triedOver =
  (plain: BoundedSocket) =>
  <A>(act: () => Promise<A>): Effect.Effect<A, MailboxUnreadable> =>
    Effect.tryPromise({ try: act, catch: faultOf }).pipe(
      // Of some questions the library takes a lost connection for an answer that has nothing.
      Effect.filterOrFail(
        () => !plain.destroyed,
        () => faultOf({ code: "EConnectionClosed" })
      ),
      Effect.mapError((fault) => (plain.saidTooMuch ? saidTooMuch : fault)),
      Effect.timeoutOrElse({
        duration: deadline,
        orElse: () => Effect.fail(new MailboxUnreadable({ message: "the mail server took too long", refused: false }))
      })
    )

function refusedKey(key: "password" | "token"): MailboxUnreadable {
  const message =
    key === "password"
      ? "the mail server refused the user name or the password"
      : "the mail server refused the token that oauth.token_url gave: is it of this username, and allowed to read mail (its scope)?"
  return new MailboxUnreadable({ message, refused: true })
}

const saidTooMuch = new MailboxUnreadable({
  message: "the mail server said more than it was asked for",
  refused: false
})

/** Without them the library has nothing to say, and no words for it. */
const takesTokens = ({ capabilities }: ImapFlow): boolean =>
  ["AUTH=OAUTHBEARER", "AUTH=XOAUTH2", "AUTH=XOAUTH"].some((name) => capabilities.has(name))

const noTokens = new MailboxUnreadable({
  message: "the mail server takes no tokens (neither XOAUTH2 nor OAUTHBEARER): give it a password",
  refused: true
})

/** The library speaks; the connection stays the one that was checked. */
const transportOver = (
  plain: BoundedSocket,
  { host, security }: MailboxConfig,
  trusted: SecureContext | undefined
): ImapTransport => {
  const secured = (onSecure: () => void) => {
    plain.allow(room.answer)
    const within = connectTls(
      {
        socket: plain,
        servername: host,
        rejectUnauthorized: true,
        ...(trusted === undefined ? {} : { secureContext: trusted })
      },
      onSecure
    )
    // Its lines are seen here alone; bytes are counted below.
    return new BoundedSocket(within, Infinity)
  }
  return {
    connect: (_, onConnect) => {
      if (security === "tls") return secured(onConnect)
      setImmediate(onConnect)
      return plain
    },
    upgrade: (_socket, _options, onSecure) => secured(onSecure)
  }
}

const partsOf = (part: MessageStructureObject): ReadonlyArray<MessageStructureObject> =>
  part.childNodes === undefined ? [part] : part.childNodes.flatMap(partsOf)

/** The plain text, or else the HTML; never an attachment. */
const wordsPart = (structure: MessageStructureObject): MessageStructureObject | undefined => {
  const shown = partsOf(structure).filter(({ disposition }) => disposition !== "attachment")
  return shown.find(({ type }) => type === "text/plain") ?? shown.find(({ type }) => type === "text/html")
}

const instantOf = (value: Date | string | undefined): number => {
  const at = value === undefined ? Number.NaN : new Date(value).getTime()
  return Number.isNaN(at) ? Infinity : at
}

const boundFound = ({ mailbox }: ImapFlow): void => {
  if (mailbox !== false) mailbox.exists = Math.min(mailbox.exists, mostFound)
}

const make = Effect.gen(function* () {
  const mail = yield* MailSockets

  const connected = Effect.fnUntraced(function* (config: MailboxConfig, key: Redacted.Redacted<MailboxKey>) {
    const plain = yield* mail
      .open(config.host, config.port, room.greeting)
      .pipe(Effect.mapError(({ message }) => new MailboxUnreadable({ message, refused: false })))
    const client = new ImapFlow({
      host: config.host,
      port: config.port,
      secure: config.security === "tls",
      ...(config.security === "starttls" ? { doSTARTTLS: true } : {}),
      auth: { user: config.username, ...Redacted.value(key) },
      transport: transportOver(plain, config, mail.trusted),
      // Its lines hold what is said, the password with it.
      logger: false,
      disableAutoIdle: true,
      disableCompression: true,
      maxLiteralSize: 1024 * 1024,
      maxResponseSize: 4 * 1024 * 1024,
      maxResponseTokens: 50_000,
      // Servers that weren't asked to (QRESYNC) don't tell of them by ranges; of such a range the library tells of each.
      expungeHandler: ({ vanished }) => {
        if (!vanished) return
        plain.leave()
        return new Promise(() => undefined)
      }
    })
    client.on("error", () => undefined)
    client.on("exists", () => boundFound(client))
    yield* Effect.addFinalizer(() => Effect.sync(() => client.close()))
    const isToken = "accessToken" in Redacted.value(key)
    const tried = triedOver(plain)
    yield* tried(() => client.connect()).pipe(
      Effect.mapError((fault) => {
        if (!isToken) return fault
        if (fault.refused) return refusedKey("token")
        return client.capabilities.size > 0 && !takesTokens(client) ? noTokens : fault
      })
    )
    return { client, plain, tried }
  })

  const bodyOf = async (client: ImapFlow, uid: number, structure: MessageStructureObject | undefined) => {
    const part = structure === undefined ? undefined : wordsPart(structure)
    if (part === undefined) return ""
    const { content } = await client.download(String(uid), part.part ?? "1", { uid: true, maxBytes: longestText })
    const read = content === undefined ? "" : await text(content)
    return part.type === "text/html" ? wordsOfHtml(read) : read
  }

  return ImapReader.of({
    open: Effect.fn("ImapReader.open")(function* (config, key) {
      const { client, plain, tried } = yield* connected(config, key)
      /** A question, and what its answer may take. */
      const asked = <A>(act: () => Promise<A>, bytes = room.answer) =>
        tried(() => {
          plain.allow(bytes)
          return act()
        })
      // Nothing is marked as read.
      yield* asked(() => client.mailboxOpen(config.folder, { readOnly: true }))
      boundFound(client)
      const seen = new Set<number>()

      /** Servers search by day, and by parts of addresses: it is looked at more closely here. */
      const found = Effect.fnUntraced(function* (senders: ReadonlyArray<string>, since: DateTime.Utc) {
        const day = DateTime.toDateUtc(DateTime.subtract(since, { days: 1 }))
        const uids = new Set<number>()
        for (const from of senders) {
          const hits = yield* asked(() => client.search({ since: day, from }, { uid: true }))
          for (const uid of Array.isArray(hits) ? hits : []) if (!seen.has(uid)) uids.add(uid)
        }
        return [...uids].toSorted((a, b) => a - b).slice(-mostMessages)
      })

      return {
        look: Effect.fn("ImapReader.look")(function* (senders, since) {
          // Servers tell of what is new when they are asked something.
          yield* asked(() => client.noop())
          const uids = yield* found(senders, since)
          if (uids.length === 0) return []
          const query = { uid: true, envelope: true, internalDate: true, bodyStructure: true } as const
          const fetched = yield* asked(() => client.fetchAll(uids.join(","), query, { uid: true }), room.messages)
          return fetched.map(({ bodyStructure, envelope, internalDate, uid }): MailMessage => {
            seen.add(uid)
            const subject = envelope?.subject ?? ""
            const at = Math.min(instantOf(envelope?.date), instantOf(internalDate))
            return {
              uid,
              from: envelope?.from?.[0]?.address ?? "",
              subject,
              // One without any time is as old as can be.
              sentAt: DateTime.makeUnsafe(Number.isFinite(at) ? at : 0),
              words: Effect.map(
                tried(() => bodyOf(client, uid, bodyStructure)),
                (body) => Redacted.make(`${subject}\n${body}`)
              )
            }
          })
        })
      }
    })
  })
})
