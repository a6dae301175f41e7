export interface Verdict {
  readonly ok: boolean
  /** What people have to read. */
  readonly output: string
  /** Why nothing was checked. */
  readonly skipped?: string
}
