/** Sends inputs as they are, malformed ones too, and says what came back. */
import { Agent, request } from "node:http"
import { connect } from "node:net"

/** Of an answer so many characters are kept. */
const kept = 64 * 1024
const mostTries = 5

export interface Answer {
  /** 0: none came. */
  readonly status: number
  readonly text: string
  /** Why none came; empty where one did. */
  readonly trouble: string
}

const none = (trouble: string): Answer => ({ status: 0, text: "", trouble })

export interface Request {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** What takes longer than so many seconds counts as no answer. */
export const makeSender = (base: string, atOnce: number, patience: number) => {
  const { hostname, port } = new URL(base)
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

  const once = ({ body, headers, method, path }: Request): Promise<Answer | "closed before"> =>
    new Promise((resolve) => {
      const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }
      const outgoing = request(
        { agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: patience * 1_000 },
        (incoming) => {
          let text = ""
          incoming.setEncoding("utf8")
          incoming.on("data", (chunk: string) => {
            if (text.length < kept) text += chunk
          })
          incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, text, trouble: "" }))
          incoming.on("error", (error) => resolve(none(error.message)))
        }
      )
      outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer in ${patience} s`)))
      // The server ends what is idle; a request that meets that end was not read.
      outgoing.on("error", (error: NodeJS.ErrnoException) =>
        resolve(
          outgoing.reusedSocket && error.code === "ECONNRESET" ? "closed before" : none(error.code ?? error.message)
        )
      )
      outgoing.end(body)
    })

  const send = async (input: Request, tries = mostTries): Promise<Answer> => {
    const answer = await once(input)
    if (answer !== "closed before") return answer
    return tries > 1 ? send(input, tries - 1) : none(`the connection ended ${mostTries} times before an answer`)
  }

  /** Bytes of any kind: what came back until the server closed, or all went quiet. */
  const sendBytes = (bytes: Buffer, quietMillis: number): Promise<Answer> =>
    new Promise((resolve) => {
      let text = ""
      const socket = connect(Number(port), hostname)
      const end = (trouble: string) => {
        clearTimeout(overall)
        clearTimeout(quiet)
        socket.destroy()
        resolve({ status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0), text, trouble })
      }
      const overall = setTimeout(() => end(`neither an answer nor an end in ${patience} s`), patience * 1_000)
      let quiet = setTimeout(() => undefined, 0)
      socket.on("data", (chunk: Buffer) => {
        if (text.length < kept) text += chunk.toString("latin1")
        clearTimeout(quiet)
        quiet = setTimeout(() => end(""), quietMillis)
      })
      socket.on("close", () => end(""))
      socket.on("error", () => end(""))
      socket.write(bytes)
    })

  return { send, sendBytes, close: () => agent.destroy() }
}
export type Sender = ReturnType<typeof makeSender>
