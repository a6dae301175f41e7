/** Secrets are handles: the host types their values into the bank's own pages; a script never holds one. */

declare const brand: unique symbol

/** A handle of a secret: `locator.fill` types it, and the script never has its characters. */
export interface Secret {
  readonly [brand]?: "secret"
  /** How many characters it has. Throws where the host keeps that to itself. */
  readonly length: number
  /** Single characters, 1-based: `chars([3, 5])` for a bank that asks for the third and the fifth. */
  chars(positions: ReadonlyArray<number>): ReadonlyArray<Secret>
  toJSON(): "[secret]"
}

export type WireSecret = { readonly secret: string; readonly positions?: ReadonlyArray<number> }

const wires = new WeakMap<object, WireSecret>()

class HeldSecret implements Secret {
  readonly #wire: WireSecret
  readonly #length: number | undefined

  constructor(wire: WireSecret, length: number | undefined) {
    this.#wire = wire
    this.#length = length
    wires.set(this, wire)
  }

  get length(): number {
    if (this.#length === undefined) throw new Error("the length of this secret is not known to scripts")
    return this.#length
  }

  chars(positions: ReadonlyArray<number>): ReadonlyArray<Secret> {
    const of = this.#wire.positions
    return positions.map((position) => {
      const place = of === undefined ? position : of[position - 1]
      const beyond = this.#length !== undefined && position > this.#length
      if (!Number.isInteger(position) || position < 1 || beyond || place === undefined) {
        throw new RangeError(`there is no character ${position} in this secret: the first one is 1`)
      }
      return new HeldSecret({ secret: this.#wire.secret, positions: [place] }, 1)
    })
  }

  toJSON(): "[secret]" {
    return "[secret]"
  }

  toString(): string {
    return "[secret]"
  }
}

export const makeSecret = (handle: string, length: number | undefined): Secret =>
  new HeldSecret({ secret: handle }, length)

/** A secret that is also something more (a code, with its answers) is typed as the secret within. */
export const alias = (object: object, secret: Secret): void => {
  wires.set(object, wireSecret(secret))
}

export const wireSecret = (secret: Secret): WireSecret => {
  const wire = wires.get(secret)
  if (wire === undefined) throw new TypeError("this is not a secret that the host gave")
  return wire
}

/** What `fill` may type: a text of the script's own, or a secret. */
export const wireValue = (value: string | Secret): string | WireSecret =>
  typeof value === "string" ? value : wireSecret(value)
