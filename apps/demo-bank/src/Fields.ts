/** What a control request got wrong, in one sentence. */
export class InputError extends Error {
  readonly status: 400 | 404 | 409

  constructor(message: string, status: 400 | 404 | 409 = 400) {
    super(message)
    this.status = status
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Reads the fields of a JSON object and says what is wrong with them. An unknown field is an error. */
export class Fields {
  readonly #record: Record<string, unknown>

  constructor(value: unknown, allowed: readonly string[]) {
    if (!isRecord(value)) throw new InputError("the body must be a JSON object")
    const unknown = Object.keys(value).find((name) => !allowed.includes(name))
    if (unknown !== undefined) throw new InputError(`unknown field ${unknown}; known are ${allowed.join(", ")}`)
    this.#record = value
  }

  has(name: string): boolean {
    return this.#record[name] !== undefined
  }

  isNull(name: string): boolean {
    return this.#record[name] === null
  }

  raw(name: string): unknown {
    return this.#record[name]
  }

  text(name: string): string {
    const value = this.#record[name]
    if (typeof value !== "string" || value === "") throw new InputError(`${name} must be a text`)
    return value
  }

  flag(name: string): boolean {
    const value = this.#record[name]
    if (typeof value !== "boolean") throw new InputError(`${name} must be true or false`)
    return value
  }

  count(name: string): number {
    const value = this.#record[name]
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
      throw new InputError(`${name} must be a whole number from 0 up`)
    }
    return value
  }

  list(name: string): readonly unknown[] {
    const value = this.#record[name]
    if (!Array.isArray(value)) throw new InputError(`${name} must be a list`)
    return value
  }

  oneOf<T extends string>(name: string, choices: readonly T[]): T {
    const value = this.#record[name]
    const choice = choices.find((known) => known === value)
    if (choice === undefined) throw new InputError(`${name} must be one of ${choices.join(", ")}`)
    return choice
  }

  /** `read(name)` where the field is there, else `otherwise`. */
  optional<T, D>(name: string, read: (name: string) => T, otherwise: D): T | D {
    return this.has(name) ? read(name) : otherwise
  }
}
