/** Starts the receivers' process and talks with it. */
import { Schema } from "effect"
import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

const decodeUrls = Schema.decodeUnknownSync(Schema.Struct({ urls: Schema.Array(Schema.String) }))
const decodeSeen = Schema.decodeUnknownSync(
  Schema.Struct({ seen: Schema.Array(Schema.Tuple([Schema.String, Schema.Finite])) })
)
const decodeCount = Schema.decodeUnknownSync(Schema.Struct({ count: Schema.Finite }))

export const startReceivers = async (endpoints: number) => {
  const child = fork(fileURLToPath(new URL("./receiver.ts", import.meta.url)), [String(endpoints)])
  const first: ReadonlyArray<unknown> = await once(child, "message")
  const { urls } = decodeUrls(first[0])
  const ask = async (message: { readonly ask: string; readonly nth?: number }): Promise<unknown> => {
    const answer = once(child, "message")
    child.send(message)
    return (await answer)[0]
  }
  return {
    urls,
    /** When each message arrived, by its id; forgets them. */
    seen: async () => new Map(decodeSeen(await ask({ ask: "seen" })).seen),
    count: async () => decodeCount(await ask({ ask: "count" })).count,
    /** Lets one of them never answer; −1: none. */
    hang: async (nth: number) => void (await ask({ ask: "hang", nth })),
    stop: () => child.disconnect()
  }
}

export type Receivers = Awaited<ReturnType<typeof startReceivers>>
