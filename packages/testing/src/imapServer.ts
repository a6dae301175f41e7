/** A mail server that speaks as much IMAP4rev1 (RFC 3501) as a client needs to read it, over real sockets and real TLS. */
import { Effect } from "effect"
import { createServer as createPlain, type Socket } from "node:net"
import { createSecureContext, createServer as createSecure, TLSSocket } from "node:tls"

export interface Mail {
  readonly from: string
  readonly subject: string
  readonly text: string
  /** The header's; absent: when it came in. */
  readonly date?: Date
  readonly html?: boolean
}

interface Stored extends Required<Mail> {
  readonly uid: number
  readonly cameIn: Date
}

export interface ImapServerOptions {
  readonly tls: { readonly key: string; readonly cert: string }
  readonly password?: string
  /** It takes tokens by XOAUTH2 (developers.google.com/workspace/gmail/imap/xoauth2-protocol), these and no passwords. */
  readonly takesToken?: (user: string, token: string) => boolean
  /** Whether a token may come with the command (SASL-IR). (Default: it may) */
  readonly initialResponse?: boolean
}
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")
const two = (value: number) => String(value).padStart(2, "0")
const internalDate = (at: Date) =>
  `${two(at.getUTCDate())}-${months[at.getUTCMonth()]}-${at.getUTCFullYear()} ${at.toISOString().slice(11, 19)} +0000`
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`

const envelopeOf = ({ date, from, subject }: Stored): string => {
  const [box = "", host = ""] = from.split("@")
  const sender = `((NIL NIL ${quoted(box)} ${quoted(host)}))`
  return `(${quoted(date.toUTCString())} ${quoted(subject)} ${sender} ${sender} ${sender} NIL NIL NIL NIL "<x@y>")`
}

/** Encoded as mail programs do, so that nobody reads it by chance. */
const bodyOf = ({ text }: Stored): string => Buffer.from(text).toString("base64")

const structureOf = (mail: Stored): string =>
  `("TEXT" "${mail.html ? "HTML" : "PLAIN"}" ("CHARSET" "UTF-8") NIL NIL "BASE64" ${bodyOf(mail).length} 1)`

const literal = (name: string, text: string) => `${name} {${Buffer.byteLength(text)}}\r\n${text}`

const itemsOf = (mail: Stored, asked: string): string => {
  const items = [`UID ${mail.uid}`]
  if (asked.includes("ENVELOPE")) items.push(`ENVELOPE ${envelopeOf(mail)}`)
  if (asked.includes("INTERNALDATE")) items.push(`INTERNALDATE "${internalDate(mail.cameIn)}"`)
  if (asked.includes("BODYSTRUCTURE")) items.push(`BODYSTRUCTURE ${structureOf(mail)}`)
  if (/BODY\.PEEK\[1\.MIME\]/.test(asked) || /BODY\.PEEK\[HEADER\]/.test(asked)) {
    const name = asked.includes("[1.MIME]") ? "BODY[1.MIME]" : "BODY[HEADER]"
    const type = `Content-Type: text/${mail.html ? "html" : "plain"}; charset=utf-8`
    items.push(literal(name, `${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n`))
  }
  const part = /BODY\.PEEK\[(1|TEXT)\](?:<(\d+)\.(\d+)>)?/.exec(asked)
  if (part !== null) {
    const from = Number(part[2] ?? 0)
    const text = bodyOf(mail).slice(from, from + Number(part[3] ?? Infinity))
    items.push(literal(`BODY[${part[1]}]${part[2] === undefined ? "" : `<${from}>`}`, text))
  }
  return items.join(" ")
}

export const imapServer = Effect.fnUntraced(function* (
  security: "tls" | "starttls",
  { initialResponse = true, password = "mail-secret", takesToken, tls }: ImapServerOptions
) {
  const box: Array<Stored> = []
  /** What clients said, without what they logged in with. */
  const said: Array<string> = []
  const open = new Set<Socket>()
  const counts = { connected: 0, refused: 0 }

  const serve = (socket: Socket, isSecure: boolean) => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    let known = 0
    let pending = ""
    /** The client's next line holds its credentials. */
    let next: ((line: string) => void) | undefined

    const logIn = (tag: string, isRight: boolean) => {
      if (!isRight) counts.refused += 1
      say(isRight ? `${tag} OK in` : `${tag} NO [AUTHENTICATIONFAILED] no`)
    }
    const ways = takesToken === undefined ? "AUTH=PLAIN" : `AUTH=XOAUTH2${initialResponse ? " SASL-IR" : ""}`
    const capabilities = isSecure ? `IMAP4rev1 ${ways}` : "IMAP4rev1 STARTTLS LOGINDISABLED"

    const takePassword = (tag: string) => (line: string) =>
      logIn(tag, Buffer.from(line, "base64").toString("utf8").split("\0")[2] === password)

    const takeToken = (tag: string) => (line: string) => {
      const said = Buffer.from(line, "base64").toString("utf8")
      const [name = "", bearer = "", ...end] = said.split(String.fromCodePoint(1))
      const isWhole = end.join("|") === "|" && name.startsWith("user=") && bearer.startsWith("auth=Bearer ")
      const [user, token] = isWhole ? [name.slice(5), bearer.slice(12)] : ["", ""]
      if (takesToken?.(user, token) === true) return logIn(tag, true)
      // What is wrong comes first, and the client has to take note of it.
      say(`+ ${Buffer.from('{"status":"401","schemes":"bearer","scope":"mail"}').toString("base64")}`)
      next = () => logIn(tag, false)
    }

    const takeLine = (line: string): boolean => {
      const take = next
      next = undefined
      take?.(line)
      return take !== undefined
    }

    const answer = (tag: string, command: string, line: string) => {
      said.push(command === "AUTHENTICATE" || command === "LOGIN" ? command : line)
      switch (command) {
        case "CAPABILITY":
          say(`* CAPABILITY ${capabilities}`)
          return say(`${tag} OK`)
        case "STARTTLS": {
          say(`${tag} OK go`)
          socket.removeAllListeners("data")
          return serve(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) }), true)
        }
        case "AUTHENTICATE": {
          const [, , way, initial] = line.split(" ")
          if (way !== (takesToken === undefined ? "PLAIN" : "XOAUTH2")) return say(`${tag} NO unsupported`)
          next = takesToken === undefined ? takePassword(tag) : takeToken(tag)
          return initial === undefined ? say("+ ") : takeLine(initial)
        }
        case "LOGIN":
          return logIn(tag, takesToken === undefined && line.includes(password))
        case "EXAMINE":
          known = box.length
          say(`* ${known} EXISTS`)
          say("* FLAGS ()")
          say("* OK [UIDVALIDITY 1] x")
          say(`* OK [UIDNEXT ${box.length + 1}] x`)
          return say(`${tag} OK [READ-ONLY]`)
        case "NOOP":
          if (box.length > known) say(`* ${(known = box.length)} EXISTS`)
          return say(`${tag} OK`)
        case "UID SEARCH": {
          const from = /FROM "?([^" ]+)"?/i.exec(line)?.[1]?.toLowerCase() ?? ""
          const uids = box.filter((mail) => mail.from.toLowerCase().includes(from)).map(({ uid }) => uid)
          say(`* SEARCH${uids.map((uid) => ` ${uid}`).join("")}`)
          return say(`${tag} OK`)
        }
        case "UID FETCH": {
          const wanted = (line.split(" ")[3] ?? "").split(",").flatMap((range) => {
            const [first = 0, last = first] = range.split(":").map(Number)
            return Array.from({ length: last - first + 1 }, (_, place) => first + place)
          })
          for (const mail of box) if (wanted.includes(mail.uid)) say(`* ${mail.uid} FETCH (${itemsOf(mail, line)})`)
          return say(`${tag} OK`)
        }
        case "LOGOUT":
          say("* BYE")
          say(`${tag} OK`)
          return socket.end()
        default:
          if (/^(LIST|LSUB|NAMESPACE|ID|ENABLE)$/.test(command)) return say(`${tag} OK`)
          return say(`${tag} BAD ${command}?`)
      }
    }
    socket.on("error", () => undefined)
    socket.on("data", (bytes: Buffer) => {
      pending += bytes.toString("latin1")
      for (let end = pending.indexOf("\r\n"); end >= 0; end = pending.indexOf("\r\n")) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (takeLine(line)) continue
        const [tag = "", first = "", second = ""] = line.split(" ")
        const command = first.toUpperCase() === "UID" ? `UID ${second.toUpperCase()}` : first.toUpperCase()
        answer(tag, command, line)
      }
    })
    if (isSecure !== (security === "starttls")) say("* OK ready")
  }

  const watch = (socket: Socket) => {
    counts.connected += 1
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  }
  const server =
    security === "tls"
      ? createSecure(tls, (socket) => serve(socket, true))
      : createPlain((socket) => serve(socket, false))
  server.on("connection", watch)
  server.on("tlsClientError", () => undefined)
  yield* Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve())))
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const socket of open) socket.destroy()
      server.close()
    })
  )
  const address = server.address()
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    said,
    counts,
    openConnections: () => open.size,
    deliver: (mail: Mail, cameIn = new Date()) => {
      box.push({ html: false, date: cameIn, ...mail, uid: box.length + 1, cameIn })
    }
  }
})
