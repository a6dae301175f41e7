/** A statement file can't be read. `message` says where and what is wrong. */
export class StatementProblem extends Error {
  override readonly name = "StatementProblem"
}

/** One line of it can't be read; the others may be. */
class LineProblem extends StatementProblem {}

export const problem = (line: number, what: string): StatementProblem => new LineProblem(`Line ${line}: ${what}`)

/** Rows that are told of: whoever mends a file by hand mends them all at once. */
const mostTold = 10
const mostOfOne = 300

/** What is asked of the whole file is asked once. */
const asksOfAll = /say which is the decimal sign|there is no currency/

/** Reads all rows; what is wrong with several of them is one problem with a line of text for each. */
export const readEach = <A, B>(rows: ReadonlyArray<A>, read: (row: A, index: number) => B): ReadonlyArray<B> => {
  const values: Array<B> = []
  const problems: Array<string> = []
  for (const [index, row] of rows.entries()) {
    try {
      values.push(read(row, index))
    } catch (error) {
      if (!(error instanceof LineProblem)) throw error
      const isOneMore = problems.length === mostTold
      problems.push(isOneMore ? "More lines can't be read either" : error.message.slice(0, mostOfOne))
      if (isOneMore || asksOfAll.test(error.message)) break
    }
  }
  if (problems.length > 0) throw new StatementProblem(problems.join("\n"))
  return values
}

/** The 1-based line of a place in a text. */
export const lineOf = (text: string, place: number): number => {
  let line = 1
  for (let at = text.indexOf("\n"); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) line += 1
  return line
}

/** The same of many places of one text, however many lines it has. */
export const linesIn = (text: string): ((place: number) => number) => {
  const starts = [0]
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
  return (place) => {
    let [least, most] = [1, starts.length]
    while (least < most) {
      const middle = Math.ceil((least + most) / 2)
      if ((starts[middle - 1] ?? 0) <= place) least = middle
      else most = middle - 1
    }
    return least
  }
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
