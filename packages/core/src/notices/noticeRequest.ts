/** A notice as each kind of server wants it. */
import type { EmailConfig, Notice, NoticeChannelConfig, TelegramConfig } from "./NoticeChannel.ts"

export interface NoticeRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

const below = (base: string, path: string): string => `${base.replace(/\/+$/, "")}${path}`

export const telegramApi = "https://api.telegram.org"

export const telegramRequest = (
  { bot_token, url = telegramApi }: TelegramConfig,
  method: string,
  body: NoticeRequest["body"]
): NoticeRequest => ({ url: below(url, `/bot${bot_token}/${method}`), headers: {}, body })

/** ntfy: docs.ntfy.sh/publish; Gotify: gotify.net/docs/pushmsg; Apprise API: github.com/caronc/apprise-api. */
export const noticeRequest = (
  config: Exclude<NoticeChannelConfig, EmailConfig>,
  { page, tag, text, title, urgent }: Notice
): NoticeRequest => {
  /** For those that show nothing but text. */
  const withPage = page === undefined ? text : `${text}\n${page}`
  switch (config.kind) {
    case "ntfy":
      return {
        url: config.url,
        headers: config.token === undefined ? {} : { authorization: `Bearer ${config.token}` },
        body: {
          topic: config.topic,
          title,
          message: text,
          priority: urgent ? 4 : 2,
          ...(page === undefined ? {} : { click: page })
        }
      }
    case "gotify":
      return {
        url: below(config.url, "/message"),
        headers: { "x-gotify-key": config.token },
        body: {
          title,
          message: text,
          priority: urgent ? 8 : 2,
          ...(page === undefined ? {} : { extras: { "client::notification": { click: { url: page } } } })
        }
      }
    case "apprise":
      return {
        url: config.url,
        headers: {},
        body: {
          title,
          body: withPage,
          type: urgent ? "warning" : "info",
          ...(config.tag === undefined ? {} : { tag: config.tag })
        }
      }
    case "telegram":
      return telegramRequest(config, "sendMessage", {
        chat_id: config.chat_id,
        text: `${title}\n${withPage}${tag === undefined ? "" : `\n${tag}`}`,
        // The app then answers to this very message.
        ...(urgent ? { reply_markup: { force_reply: true } } : {})
      })
  }
}
