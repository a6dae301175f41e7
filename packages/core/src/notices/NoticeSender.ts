/** Sends a notice over a channel, to addresses that the egress rules allow. What fails says so without a token of the user's. */
import { Context, Duration, Effect, Layer, Option, Schema } from "effect"
import { createTransport } from "nodemailer"
import { OutboundHttp } from "../outbound/OutboundHttp.ts"
import { MailSockets } from "./MailSockets.ts"
import type { EmailConfig, Notice, NoticeChannelConfig } from "./NoticeChannel.ts"
import { type NoticeRequest, noticeRequest } from "./noticeRequest.ts"

/** One sentence for the channel's owner. */
export class NoticeNotSent extends Schema.TaggedError<NoticeNotSent>()("NoticeNotSent", {
  message: Schema.String,
  /** Another try may be of use. */
  passing: Schema.Boolean,
  /** What the server answered, where it did. */
  status: Schema.optionalKey(Schema.Int)
}) {}

/** The answer's JSON. */
export type NoticeAnswer = unknown

/** Null comes of an answer that is longer than `maxBytes`, as of one that is no JSON. */
export interface AnswerLimits {
  readonly deadline: Duration.Duration
  readonly maxBytes: number
}

export class NoticeSender extends Context.Service<
  NoticeSender,
  {
    /** What the channel calls the message, where it can be answered; else null. */
    readonly send: (config: NoticeChannelConfig, notice: Notice) => Effect.Effect<string | null, NoticeNotSent>
    readonly post: (request: NoticeRequest, limits?: AnswerLimits) => Effect.Effect<NoticeAnswer, NoticeNotSent>
  }
>()("@counterfoil/core/notices/NoticeSender") {
  static readonly layer: Layer.Layer<NoticeSender, never, OutboundHttp | MailSockets> = Layer.effect(
    NoticeSender,
    Effect.suspend(() => make)
  )
}

const deadline = Duration.seconds(15)
const usualLimits: AnswerLimits = { deadline, maxBytes: 256 * 1024 }
/**
 * Of a mail server. The library keeps a reply that nobody waits for, and each empty line, and goes through them long after the
 * message is given up. Replies are a few hundred bytes each; a server that asks for certificates names up to 16 KiB of
 * authorities in the TLS handshake.
 */
const mostSaid = 32 * 1024
const decodeJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))
const decodeSent = Schema.decodeUnknownOption(Schema.Struct({ result: Schema.Struct({ message_id: Schema.Int }) }))

/** A code and the server's own code, as Node and nodemailer name them; their words may hold what was sent. */
const codesOf = (cause: unknown): string => {
  const { code, responseCode } = Object(cause)
  return [code, responseCode].filter((one) => typeof one === "string" || typeof one === "number").join(" ") || "no code"
}

const make = Effect.gen(function* () {
  const http = yield* OutboundHttp
  const mail = yield* MailSockets

  const post = Effect.fnUntraced(function* ({ body, headers, url }: NoticeRequest, limits = usualLimits) {
    const answer = yield* http
      .send({
        method: "POST",
        url,
        headers: { "content-type": "application/json", accept: "application/json", ...headers },
        authorization: null,
        body: new TextEncoder().encode(JSON.stringify(body)),
        ...limits,
        overflow: "cut"
      })
      .pipe(Effect.mapError(({ kind, message }) => new NoticeNotSent({ message, passing: kind !== "egress_refused" })))
    if (answer.status >= 200 && answer.status < 300) {
      return Option.getOrNull(decodeJson(new TextDecoder().decode(answer.body)))
    }
    const { status } = answer
    const passing = status === 429 || status >= 500
    return yield* new NoticeNotSent({ message: `the server answered ${status}`, passing, status })
  })

  const sendMail = Effect.fnUntraced(
    function* ({ from, host, password, port, security, to, username }: EmailConfig, { page, text, title }: Notice) {
      const connection = yield* mail
        .open(host, port, mostSaid)
        .pipe(
          Effect.mapError(({ kind, message }) => new NoticeNotSent({ message, passing: kind !== "egress_refused" }))
        )
      const transport = createTransport({
        host,
        port,
        connection,
        secure: security === "tls",
        // Never in the clear: neither a password nor that a login waits.
        requireTLS: true,
        tls: { servername: host, ...(mail.trusted === undefined ? {} : { secureContext: mail.trusted }) },
        socketTimeout: Duration.toMillis(deadline),
        disableFileAccess: true,
        disableUrlAccess: true,
        ...(username === undefined || password === undefined ? {} : { auth: { user: username, pass: password } })
      })
      yield* Effect.tryPromise({
        try: () =>
          transport.sendMail({
            from,
            to,
            subject: title,
            text: page === undefined ? text : `${text}\n\n${page}\n`,
            headers: { "auto-submitted": "auto-generated" }
          }),
        catch: (cause) =>
          new NoticeNotSent({
            message: connection.saidTooMuch
              ? `the mail server said more than it takes to accept a message (over ${mostSaid / 1024} KiB)`
              : `the mail server did not take the message (${codesOf(cause)})`,
            passing: true
          })
      }).pipe(Effect.ensuring(Effect.sync(() => transport.close())))
    },
    Effect.scoped,
    Effect.timeoutOrElse({
      duration: deadline,
      orElse: () => Effect.fail(new NoticeNotSent({ message: "the mail server took too long", passing: true }))
    })
  )

  return NoticeSender.of({
    post,
    send: Effect.fn("NoticeSender.send")(function* (config, notice) {
      if (config.kind === "email") {
        yield* sendMail(config, notice)
        return null
      }
      const answer = yield* post(noticeRequest(config, notice))
      return config.kind === "telegram"
        ? Option.match(decodeSent(answer), { onNone: () => null, onSome: ({ result }) => String(result.message_id) })
        : null
    })
  })
})
