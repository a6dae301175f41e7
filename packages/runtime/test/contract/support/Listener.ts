/** A reader of the realtime stream: Node's own WebSocket, with everything that came. */

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
  readonly #watchers = new Set<() => void>()

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.addEventListener("message", ({ data }) => {
      this.messages.push(JSON.parse(String(data)))
      const watchers = [...this.#watchers]
      this.#watchers.clear()
      for (const watcher of watchers) watcher()
    })
  }

  static open(url: string, ticket: string): Promise<Listener> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${url.replace("http", "ws")}/realtime`, ["realtime.v1", ticket])
      const listener = new Listener(socket)
      socket.addEventListener("open", () => resolve(listener))
      socket.addEventListener("error", () => reject(new Error("the stream was not opened")))
    })
  }

  of(accountId: string): ReadonlyArray<Message> {
    return this.messages.filter((message) => message.accountId === accountId)
  }

  /** Waits for the account's next message of the type after the first `passed` ones of it. */
  async until(accountId: string, type: string, passed = 0): Promise<Message> {
    for (;;) {
      const found = this.of(accountId).filter((message) => message.type === type)[passed]
      if (found !== undefined) return found
      await new Promise<void>((resolve) => this.#watchers.add(resolve))
    }
  }

  close(): void {
    this.socket.close()
  }
}
