/**
 * Passes on in one piece what comes in one turn of the event loop: who sends letter by letter has each of them read apart, and
 * would have each of them written, thousands in a turn.
 */
import { Duplex } from "node:stream"

export const inLargePieces = (): Duplex => {
  let goOn: (() => void) | undefined
  return new Duplex({
    writev(parts: ReadonlyArray<{ readonly chunk: Buffer }>, done) {
      const [first] = parts
      const isWanted = this.push(parts.length === 1 ? first?.chunk : Buffer.concat(parts.map(({ chunk }) => chunk)))
      // What comes until then waits, and is the next piece.
      if (isWanted) setImmediate(done)
      else goOn = done
    },
    read() {
      // What waits is written at once, and may itself have to wait.
      const waiting = goOn
      goOn = undefined
      waiting?.()
    },
    final(done) {
      this.push(null)
      done()
    }
  })
}
