import { appendFileSync } from "node:fs"

import type { Clock } from "./Clock.ts"

/** One thing that happened at the bank. Never a password, a code, or a cookie's value. */
export type Entry = {
  readonly at: string
  readonly event: string
  readonly [detail: string]: string | number | boolean | null
}

export type Detail = Readonly<Record<string, string | number | boolean | null>>

/** What happened at the bank, in order; each entry is also a JSON line of the journal file, if there is one. */
export class Journal {
  readonly #clock: Clock
  readonly #file: string | undefined
  #entries: Entry[] = []

  constructor(clock: Clock, file: string | undefined) {
    this.#clock = clock
    this.#file = file
  }

  write(event: string, detail: Detail): void {
    const entry: Entry = { ...detail, at: this.#clock.now().toISOString(), event }
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
