/** The kinds of channels, each as the fields that its form has; and what the server is sent of them. */
import type { NoticeChannel, NoticeChannelWrite } from "../../api/types.ts"

type Kind = NoticeChannel["kind"]

/** A field's words are the dictionary's of its own name. */
export interface ChannelField {
  readonly name:
    | "url"
    | "topic"
    | "token"
    | "bot_token"
    | "chat_id"
    | "host"
    | "port"
    | "security"
    | "username"
    | "password"
    | "from"
    | "to"
    | "tag"
  readonly type?: "url" | "password" | "number" | "email" | "security"
  readonly optional?: true
  readonly initially?: string
  readonly placeholder?: string
}

export const channelKinds: ReadonlyArray<Kind> = ["ntfy", "telegram", "email", "gotify", "apprise"]

export const channelFields = {
  ntfy: [
    { name: "topic" },
    { name: "url", type: "url", initially: "https://ntfy.sh" },
    { name: "token", type: "password", optional: true }
  ],
  telegram: [
    { name: "bot_token", type: "password" },
    { name: "chat_id", placeholder: "123456789" }
  ],
  email: [
    { name: "to", type: "email", placeholder: "you@shop.example" },
    { name: "from", type: "email", placeholder: "counterfoil@shop.example" },
    { name: "host", placeholder: "smtp.shop.example" },
    { name: "port", type: "number", initially: "465" },
    { name: "security", type: "security" },
    { name: "username", optional: true },
    { name: "password", type: "password", optional: true }
  ],
  gotify: [
    { name: "url", type: "url", placeholder: "https://gotify.example" },
    { name: "token", type: "password" }
  ],
  apprise: [
    { name: "url", type: "url", placeholder: "https://apprise.example/notify/key" },
    { name: "tag", optional: true }
  ]
} as const satisfies Readonly<Record<Kind, ReadonlyArray<ChannelField>>>

type Fields = Readonly<Record<string, string>>

/** What is left empty is left out: the server says what it misses. */
export const channelBody = (kind: Kind, name: string, fields: Fields): NoticeChannelWrite => {
  const text = (field: string) => fields[field]?.trim() ?? ""
  switch (kind) {
    case "ntfy":
      return {
        kind,
        name,
        url: text("url"),
        topic: text("topic"),
        ...(text("token") === "" ? {} : { token: text("token") })
      }
    case "telegram":
      return { kind, name, bot_token: text("bot_token"), chat_id: text("chat_id") }
    case "email":
      return {
        kind,
        name,
        host: text("host"),
        port: Number(text("port")),
        security: text("security") === "starttls" ? "starttls" : "tls",
        from: text("from"),
        to: text("to"),
        ...(text("username") === "" ? {} : { username: text("username") }),
        ...(text("password") === "" ? {} : { password: text("password") })
      }
    case "gotify":
      return { kind, name, url: text("url"), token: text("token") }
    case "apprise":
      return { kind, name, url: text("url"), ...(text("tag") === "" ? {} : { tag: text("tag") }) }
  }
}
