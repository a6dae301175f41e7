/** Plays the servers by which people are told: takes everything; of Telegram's methods it answers those that a bot needs. */
import { createServer, type ServerResponse } from "node:http"

export interface Sent {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

interface Update {
  readonly update_id: number
  readonly message: {
    readonly message_id: number
    readonly chat: { readonly id: number }
    readonly text: string
    readonly reply_to_message?: { readonly message_id: number; readonly text?: unknown }
  }
}

export const written = (update_id: number, chat: number, to: number | undefined, text: string): Update => ({
  update_id,
  message: {
    message_id: update_id,
    chat: { id: chat },
    text,
    ...(to === undefined ? {} : { reply_to_message: { message_id: to } })
  }
})

export class Receiver {
  readonly sent: Array<Sent> = []
  readonly #updates = new Map<string, Array<Update>>()
  /** Of each bot the question for news that is open: what answers it. */
  readonly #readers = new Map<string, () => void>()
  /** Questions for a bot's news that came while another one was open. */
  conflicts = 0
  /** Has arrived, of which the sender hears nothing. */
  isLost: (sent: Sent) => boolean = () => false
  readonly #watchers = new Set<() => void>()
  readonly #server = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk) => (text += String(chunk)))
    request.on("end", () => {
      const body: Sent["body"] = JSON.parse(text)
      const path = request.url ?? ""
      if (path.endsWith("/getUpdates")) {
        this.#news(path, Number(body["offset"] ?? 0), response)
        return
      }
      const sent = { path, headers: request.headers, body }
      this.sent.push(sent)
      const result = { message_id: 100 + this.sent.length }
      if (this.isLost(sent)) response.destroy()
      else response.end(JSON.stringify({ ok: true, result }))
      for (const watcher of this.#watchers) watcher()
    })
  })
  url = ""

  async open() {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
    const address = this.#server.address()
    this.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
  }

  close() {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Ends when so many messages of which this is true have come. */
  async until(count: number, which: (sent: Sent) => boolean = () => true): Promise<ReadonlyArray<Sent>> {
    for (;;) {
      const found = this.sent.filter(which)
      if (found.length >= count) return found
      await new Promise<void>((resolve) => this.#watchers.add(resolve))
    }
  }

  /** As Telegram does: one reader at a time, and what was not confirmed by the next question comes again. */
  #news(path: string, offset: number, response: ServerResponse) {
    if (this.#readers.has(path)) {
      this.conflicts += 1
      response.statusCode = 409
      response.end(JSON.stringify({ ok: false, description: "Conflict: terminated by other getUpdates request" }))
      return
    }
    const answer = () => {
      clearTimeout(longEnough)
      this.#readers.delete(path)
      response.end(JSON.stringify({ ok: true, result: this.#updates.get(path) ?? [] }))
    }
    const longEnough = setTimeout(answer, 1_000)
    const left = (this.#updates.get(path) ?? []).filter(({ update_id }) => update_id >= offset)
    this.#updates.set(path, left)
    this.#readers.set(path, answer)
    if (left.length > 0) answer()
  }

  /** What somebody writes to the bot; what it replies to is quoted. */
  write(bot: string, { message, update_id }: Update) {
    const path = `/bot${bot}/getUpdates`
    const { reply_to_message: to } = message
    const original = to === undefined ? undefined : this.sent[to.message_id - 101]?.body
    const isQuoted = to !== undefined && original?.["chat_id"] === String(message.chat.id)
    const quoting = isQuoted ? { reply_to_message: { ...to, text: original?.["text"] } } : {}
    const update = { update_id, message: { ...message, ...quoting } }
    this.#updates.set(path, [...(this.#updates.get(path) ?? []), update])
    this.#readers.get(path)?.()
  }
}
