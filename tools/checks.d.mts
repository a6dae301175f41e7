interface Finding {
  readonly file: string
  readonly line?: number
  readonly what: string
  readonly text: string
}

export function judge(
  findings: ReadonlyArray<Finding>,
  planted: ReadonlyArray<string>
): { readonly ok: boolean; readonly output: string }
