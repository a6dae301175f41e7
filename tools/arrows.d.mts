export function violationsIn(file: string, source: string): ReadonlyArray<string>
