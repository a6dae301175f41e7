/** A deliberate break: patches of the source as the server under test loads it (`breakHook.ts`). */

export interface Patch {
  /** From the project's root. */
  readonly file: string
  /** Must be there exactly once. */
  readonly from: string
  readonly to: string
}

export interface Break {
  readonly about: string
  readonly patches: ReadonlyArray<Patch>
  /** Run on the test's database before the first fault. */
  readonly sql: ReadonlyArray<string>
  /** The faults that show it. */
  readonly faults: ReadonlyArray<string>
  /** The accounts that it takes to show it: the fewer there are, the sooner it is seen. */
  readonly cast: ReadonlyArray<string>
  /** What a violation of it says. */
  readonly shows: RegExp
}

export const core = (file: string, from: string, to: string): Patch => ({ file: `packages/core/src/${file}`, from, to })
export const store = (file: string, from: string, to: string): Patch => ({
  file: `packages/store/src/sql/${file}`,
  from,
  to
})
