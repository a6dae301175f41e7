/** For servers whose address must be known before they start, or stay over their restarts. */
import { randomInt } from "node:crypto"
import { createServer } from "node:net"

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/**
 * A port of loopback at which nobody listens. Below those that systems give to whoever asks for any, and to connections: of
 * these, another one would have it by the time a server has started, or while it is away.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 32_768)
  return (await isFree(port)) ? port : freePort()
}
