/** The only door to uWebSockets.js. Loaded after the header limit, which the library reads only once. */
import "./headerLimit.ts"
import type { RecognizedString, us_listen_socket, us_socket_context_t } from "uWebSockets.js"

// By name only when this runs: a bundler puts static imports of packages before all code, that of headerLimit too.
const native = await import("uWebSockets.js")

export const { App, LIBUS_LISTEN_EXCLUSIVE_PORT, us_listen_socket_close, us_socket_local_port } = native
export type {
  HttpRequest,
  HttpResponse,
  RecognizedString,
  TemplatedApp,
  us_listen_socket,
  us_socket_context_t,
  WebSocket
} from "uWebSockets.js"

// The package's types leave these out; the binaries have them.
declare module "uWebSockets.js" {
  export const LIBUS_LISTEN_EXCLUSIVE_PORT: number
  export function _cfg(key: "silent"): void
  interface TemplatedApp {
    listen(
      host: RecognizedString,
      port: number,
      options: number,
      cb: (listenSocket: us_listen_socket | false) => void
    ): TemplatedApp
  }
}

/** What we use of a native response. */
export interface NativeResponse {
  cork(write: () => void): unknown
  writeStatus(status: RecognizedString): unknown
  writeHeader(name: RecognizedString, value: RecognizedString): unknown
  write(chunk: RecognizedString): boolean
  tryEnd(part: RecognizedString, total: number): [taken: boolean, complete: boolean]
  end(body?: RecognizedString, close?: boolean): unknown
  endWithoutBody(): unknown
  close(): unknown
  getWriteOffset(): number
  onWritable(listener: (offset: number) => boolean): unknown
  onAborted(listener: () => void): unknown
  onData(listener: (piece: ArrayBuffer, isLast: boolean) => void): unknown
  pause(): void
  resume(): void
  upgrade<UserData>(
    userData: UserData,
    key: RecognizedString,
    protocol: RecognizedString,
    extensions: RecognizedString,
    context: us_socket_context_t
  ): void
}

// No "uWebSockets" header in every answer.
native._cfg("silent")
