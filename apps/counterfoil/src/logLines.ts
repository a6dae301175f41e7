/** Where the lines of the log go. */

/** What nobody reads from a pipe is kept in memory, and a log is said for as long as the server runs. */
const mostWaiting = 4 * 1024 * 1024

/** Runs `write`, which puts a line on the standard error stream. `tell` says how many were left out, for a reader that is back. */
export const whileRead = (tell: (leftOut: string) => void) => {
  let leftOut = 0
  return (write: () => void): void => {
    if (process.stderr.writableLength > mostWaiting) {
      leftOut += 1
      return
    }
    if (leftOut > 0) tell(`${leftOut} lines of the log were left out: nobody read them`)
    leftOut = 0
    write()
  }
}

export const writeLine = (line: string): void => void process.stderr.write(`${line}\n`)

/** Writes a line there; `tell` makes one of how many were left out. */
export const lineWriter = (tell: (leftOut: string) => string) => {
  const read = whileRead((leftOut) => writeLine(tell(leftOut)))
  return (line: string): void => read(() => writeLine(line))
}
