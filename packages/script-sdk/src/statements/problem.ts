/** A statement file can't be read. `message` says where and what is wrong. */
export class StatementProblem extends Error {
  override readonly name = "StatementProblem"
}

export const problem = (line: number, what: string): StatementProblem => new StatementProblem(`Line ${line}: ${what}`)

/** The 1-based line of a place in a text. */
export const lineOf = (text: string, place: number): number => {
  let line = 1
  for (let at = text.indexOf("\n"); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) line += 1
  return line
}

/** Runs a reader of one value; what it throws as a RangeError becomes a problem of that line. */
export const onLine = <A>(line: number, read: () => A): A => {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw problem(line, error.message)
    throw error
  }
}
