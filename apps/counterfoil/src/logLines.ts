/** Where the lines of the log go. */

/** What nobody reads from a pipe is kept in memory, and a log is said for as long as the server runs. */
const mostWaiting = 4 * 1024 * 1024

/** Writes a line to the standard error stream. `tell` says how many were left out, for a reader that is back. */
export const lineWriter = (tell: (leftOut: string) => string) => {
  let leftOut = 0
  return (line: string): void => {
    if (process.stderr.writableLength > mostWaiting) {
      leftOut += 1
      return
    }
    if (leftOut > 0) process.stderr.write(`${tell(`${leftOut} lines of the log were left out: nobody read them`)}\n`)
    leftOut = 0
    process.stderr.write(`${line}\n`)
  }
}
