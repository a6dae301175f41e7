/** A reader of the realtime stream: Node's own WebSocket, with everything that came. */
import { Watchers } from "./Watchers.ts"

export interface Message {
  readonly type: string
  readonly userId: string
  readonly accountId: string
  readonly data: Readonly<Record<string, unknown>>
  readonly occurredAt: string
}

export class Listener {
  readonly messages: Array<Message> = []
  readonly socket: WebSocket
  readonly #watchers = new Watchers()
  readonly #surroundings: () => string
  #ending = "open"

  constructor(socket: WebSocket, surroundings: () => string) {
    this.socket = socket
    this.#surroundings = surroundings
    socket.addEventListener("close", ({ code, reason }) => {
      this.#ending = `closed: ${code} ${reason}`
    })
    socket.addEventListener("message", ({ data }) => {
      this.messages.push(JSON.parse(String(data)))
      this.#watchers.tell()
    })
  }

  /** `surroundings` is what is told beside a message that didn't come: the service's log, for instance. */
  static open(url: string, ticket: string, surroundings = () => ""): Promise<Listener> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${url.replace("http", "ws")}/realtime`, ["realtime.v1", ticket])
      const listener = new Listener(socket, surroundings)
      socket.addEventListener("open", () => resolve(listener))
      socket.addEventListener("error", () => reject(new Error("the stream was not opened")))
    })
  }

  of(accountId: string): ReadonlyArray<Message> {
    return this.messages.filter((message) => message.accountId === accountId)
  }

  /** Waits for the account's next message of the type after the first `passed` ones of it. */
  until(accountId: string, type: string, passed = 0): Promise<Message> {
    return this.#watchers.until(
      () => this.of(accountId).filter((message) => message.type === type)[passed],
      () => this.#instead(accountId, type)
    )
  }

  #instead(accountId: string, type: string): string {
    const came = this.of(accountId).map((message) => `${message.occurredAt} ${message.type}`)
    const lines = came.length === 0 ? ["nothing"] : came
    return [`${type} didn't come on the stream (${this.#ending}), but:`, ...lines, this.#surroundings()].join("\n")
  }

  close(): void {
    this.socket.close()
  }
}
