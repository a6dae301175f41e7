/**
 * Another people's mail server, from npm, so that it is there on every machine: IMAP4rev1 over TLS, its messages in memory.
 * What it makes of a message (its parts, its dates) is its own reading of the RFCs, not ours.
 */
import { Effect } from "effect"
import createServer from "hoodiecrow-imap"

export interface HoodiecrowOptions {
  readonly tls: { readonly key: string; readonly cert: string }
  readonly user: string
  readonly password: string
}

export const hoodiecrow = Effect.fnUntraced(function* ({ password, tls, user }: HoodiecrowOptions) {
  const server = createServer({
    credentials: tls,
    secureConnection: true,
    plugins: ["ID", "AUTH-PLAIN", "SASL-IR"],
    users: { [user]: { password } },
    storage: { INBOX: {}, "": { separator: "/", folders: {} } }
  })
  yield* Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
  yield* Effect.addFinalizer(() => Effect.sync(() => server.close()))
  const address = server.server.address()
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    /** As it came over SMTP. */
    put: (raw: string) => void server.appendMessage("INBOX", [], false, raw)
  }
})
