/**
 * A cork that upgrades are made within, held by a response that stays.
 *
 * At the end of a response's own cork the library looks at its flags. After an upgrade these lie in memory that is free: the
 * WebSocket has taken only a part of the response's. Whatever was put there meanwhile and reads as "close this connection" closed
 * the stream as soon as it was open (uWebSockets #1929, in no release that we can have yet); without any cork the library complains
 * on the standard error each time. So the cork is another response's: of one connection of ours, never answered.
 */
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { connect } from "node:net"
import {
  App,
  LIBUS_LISTEN_EXCLUSIVE_PORT,
  type HttpResponse,
  us_listen_socket_close,
  us_socket_local_port
} from "./native.ts"

const host = "127.0.0.1"
const patienceMillis = 2_000

/** Runs `write` within it. False: there is none (no more), and nothing was run. */
export type SteadyCork = (write: () => void) => boolean

const none: SteadyCork = () => false

/** Until the scope closes. The port that it takes for a moment serves nobody else. */
export const steadyCork = Effect.acquireRelease(
  Effect.callback<{ readonly cork: SteadyCork; readonly close: () => void }>((resume) => {
    const path = `/${randomUUID()}`
    let held: HttpResponse | undefined
    const app = App()
    app.any("/*", (response, request) => {
      if (held !== undefined || request.getUrl() !== path) return void response.close()
      held = response
      clearTimeout(overdue)
      response.onAborted(() => {
        held = undefined
      })
      stopListening()
      resume(
        Effect.succeed({
          cork: (write) => {
            if (held === undefined) return false
            held.cork(write)
            return true
          },
          close
        })
      )
    })
    let stopListening = () => {}
    let client: ReturnType<typeof connect> | undefined
    const close = () => {
      clearTimeout(overdue)
      client?.destroy()
      app.close()
    }
    const giveUp = () => {
      stopListening()
      if (held === undefined) resume(Effect.succeed({ cork: none, close }))
    }
    // The server starts without it where the machine keeps such connections from coming about.
    const overdue = setTimeout(giveUp, patienceMillis)
    app.listen(host, 0, LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
      if (socket === false) return giveUp()
      stopListening = () => {
        stopListening = () => {}
        us_listen_socket_close(socket)
      }
      client = connect(us_socket_local_port(socket), host)
      client.on("error", giveUp)
      client.on("close", giveUp)
      client.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    })
  }),
  ({ close }) => Effect.sync(close)
).pipe(
  Effect.tap(({ cork }) => (cork === none ? Effect.logWarning(noneSays) : Effect.void)),
  Effect.map(({ cork }) => cork)
)

const noneSays =
  "No connection within this machine could be made: a realtime stream may close as it opens, now and then"
