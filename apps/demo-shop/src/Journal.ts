import { appendFileSync } from "node:fs"

/** What a caller's `Authorization` was worth: null where none is asked for. */
type Judged = { readonly authorizationScheme: string | null; readonly authorizationValid: boolean | null }

/** A call of a list of pending orders. */
export type Poll = Judged & {
  readonly at: string
  readonly kind: "poll"
  readonly name: string
  readonly method: string
  readonly page: number
  readonly body: unknown
  readonly orders: number
  readonly status: number | null
}

/** A call of a hook. `status` is what we answered; null: nothing at all. */
export type Delivery = Judged & {
  readonly at: string
  readonly kind: "hook" | "notification"
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly signatures: number
  /** Null where the hook has no secret. */
  readonly signatureValid: boolean | null
  /** We have accepted this webhook-id before. */
  readonly repeated: boolean
  readonly rawBody: string
  /** Undefined where the body is not JSON. */
  readonly body: unknown
  readonly status: number | null
}

export type Entry = Poll | Delivery

/** What the shop was asked and told, in order; each entry is also a JSON line of the journal file, if there is one. */
export class Journal {
  readonly #file: string | undefined
  #entries: Entry[] = []

  constructor(file: string | undefined) {
    this.#file = file
  }

  write(entry: Entry): void {
    this.#entries.push(entry)
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  entries(): ReadonlyArray<Entry> {
    return this.#entries
  }

  clear(): void {
    this.#entries = []
  }
}
