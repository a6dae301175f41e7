export const lateNumbers: (known: {
  readonly came: ReadonlyArray<ReadonlyArray<string>>
  readonly here: ReadonlyArray<string>
  readonly onMain: ReadonlyArray<string>
}) => ReadonlyArray<string>
export const checkMigrationNumbers: (folder?: string) => {
  readonly ok: boolean
  readonly output: string
  readonly skipped?: string
}
