export function violationsIn(file: string, source: string): ReadonlyArray<string>
export function circlesIn(sources: ReadonlyArray<readonly [file: string, source: string]>): ReadonlyArray<string>
