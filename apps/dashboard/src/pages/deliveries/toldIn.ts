/** What a message says, read from the very bytes that the shop gets. Pure. */

export interface Told {
  readonly order: string
  readonly payer: string
  /** A decimal text, digit by digit as it is sent; none: it is about no money. */
  readonly amount: string | undefined
  readonly currency: string
  readonly receivedAt: string | undefined
  readonly account: string
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** As JSON writes a number, at the top of the body: made a float it could lose a digit. */
const amountIn = (body: string): string | undefined => /"amount":\s*"?(-?\d+(?:\.\d+)?)"?\s*[,}]/.exec(body)?.[1]

/** Undefined: it is not a message of ours. */
export const toldIn = (body: string): Told | undefined => {
  const message = parsed(body)
  if (!isObject(message)) return undefined
  const text = (name: string) => {
    const value = message[name]
    return typeof value === "string" ? value : ""
  }
  return {
    order: text("external_id"),
    payer: text("name"),
    amount: message["amount"] === undefined ? undefined : amountIn(body),
    currency: text("currency"),
    receivedAt: text("received_at") || undefined,
    account: text("account_name")
  }
}
