import type { Socket } from "node:net"

/** An answer as it comes, its head and the body that this announces: it may come in pieces. The connection ends with it. */
export const wholeAnswer = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let answer = ""
    const end = () => {
      socket.destroy()
      resolve(answer)
    }
    socket.on("data", (bytes) => {
      answer += bytes.toString("latin1")
      const head = answer.indexOf("\r\n\r\n")
      const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(answer)?.[1] ?? 0)
      if (head >= 0 && answer.length >= head + 4 + length) end()
    })
    socket.once("end", end)
  })
