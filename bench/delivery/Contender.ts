/** What delivers: each enqueues in a transaction, posts the signed bytes, and logs each attempt before and after. */
export interface Contender {
  readonly name: string
  /** One commit for all; endpoint `nth` of each. Answers the webhook ids. */
  readonly enqueue: (endpoints: ReadonlyArray<number>) => Promise<ReadonlyArray<string>>
  readonly stop: () => Promise<void>
}

export const bodyOf = (nth: number) =>
  JSON.stringify({ status: "matched", amount: 12.5, external_id: `order-${nth}`, name: "Ana Gomez" })

export const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`

/** As many as our worker has in flight. */
export const inFlight = 64
