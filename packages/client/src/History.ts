/** Which messages of the stream were handed over already, and a fetch of those that were missed. */
import type { Api } from "./createClient.ts"
import type { Schemas } from "./generated.ts"

type Message = Schemas["NumberedRealtimeMessage"]

/** By how much an id may come late: it is taken before its event is there. */
const overlap = 1_000n
const page = 500
/** More than this is no news: whoever missed it reads everything anew. */
const mostPages = 10

export class History {
  readonly #api: Api
  readonly #seen = new Set<bigint>()
  #last: bigint | undefined

  constructor(api: Api, after: string | undefined) {
    this.#api = api
    this.#last = after === undefined ? undefined : BigInt(after)
  }

  get position(): string | undefined {
    return this.#last?.toString()
  }

  /** Whether it is told for the first time; from now on it isn't. */
  isNew({ id }: Message): boolean {
    const number = BigInt(id)
    if (this.#seen.has(number)) return false
    this.#seen.add(number)
    if (this.#last === undefined || number > this.#last) this.#last = number
    if (this.#seen.size > 4 * Number(overlap)) this.#forgetOld(this.#last - overlap)
    return true
  }

  #forgetOld(horizon: bigint): void {
    for (const id of this.#seen) if (id <= horizon) this.#seen.delete(id)
  }

  async *#since(from: bigint): AsyncGenerator<ReadonlyArray<Message>> {
    for (let after = from < 0n ? 0n : from; ;) {
      const messages = await this.#api.get("/events", { query: { after: after.toString(), limit: page } })
      yield messages
      const end = messages.at(-1)
      if (end === undefined || messages.length < page) return
      after = BigInt(end.id)
    }
  }

  /** Before the first connection: what is there already is no news. */
  async #begin(): Promise<void> {
    const [newest] = await this.#api.get("/events", { query: { limit: 1 } })
    const last = newest === undefined ? 0n : BigInt(newest.id)
    for await (const messages of this.#since(last - overlap)) {
      for (const message of messages) this.isNew(message)
    }
    this.#last ??= last
  }

  /** Tells what came since the last time. */
  async catchUp(tell: (messages: ReadonlyArray<Message>) => void, onGap: () => void): Promise<void> {
    if (this.#last === undefined) return this.#begin()
    let pages = 0
    for await (const messages of this.#since(this.#last - overlap)) {
      if (++pages > mostPages) {
        onGap()
        this.#seen.clear()
        this.#last = undefined
        return this.#begin()
      }
      tell(messages)
    }
  }
}
