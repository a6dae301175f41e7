/** What of it is used: the package has no types. */
declare module "hoodiecrow-imap" {
  import type { Server } from "node:net"

  interface Hoodiecrow {
    readonly server: Server
    readonly listen: (port: number, host: string, onListening: () => void) => void
    readonly close: () => void
    readonly appendMessage: (mailbox: string, flags: ReadonlyArray<string>, cameIn: string | false, raw: string) => void
  }

  export default function createServer(options: {
    readonly credentials: { readonly key: string; readonly cert: string }
    readonly secureConnection: boolean
    readonly plugins: ReadonlyArray<string>
    readonly users: Readonly<Record<string, { readonly password: string }>>
    readonly storage: Readonly<Record<string, object>>
  }): Hoodiecrow
}
