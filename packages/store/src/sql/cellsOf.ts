/** One cell of each row, for a column as an array. By one function for all columns and statements, which stays compiled. */
export const cellsOf = <Row, Column extends keyof Row>(
  rows: ReadonlyArray<Row>,
  column: Column
): ReadonlyArray<Row[Column]> => {
  const cells: Array<Row[Column]> = []
  for (const row of rows) cells.push(row[column])
  return cells
}
