/** What a terminal and a supervisor do to the command beside asking it to stop once. */

/** A log that nobody reads any more (a closed terminal, `| head`) must not end a server in the middle of its work. */
const outliveReaders = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined)
}

/** npm and the terminal may both deliver the same Ctrl-C. */
const sameRequestMillis = 1_000

/** Asked a second time it stops at once; what it started ends with it, as after a kill. */
const insistOnSecond = (): void => {
  let first: number | undefined
  const asked = () => {
    const now = performance.now()
    if (first !== undefined && now - first > sameRequestMillis) {
      process.stderr.write("counterfoil: stopped at once\n")
      process.exit(130)
    }
    first ??= now
  }
  process.on("SIGINT", asked)
  process.on("SIGTERM", asked)
}

export const prepareProcess = (): void => {
  outliveReaders()
  insistOnSecond()
  // A closed terminal is a request to stop like the others.
  process.on("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
}
