/** `timeout`: milliseconds; the default is none. */
export declare const npm: (
  args: ReadonlyArray<string>,
  options: { readonly cwd: string; readonly timeout?: number }
) => string
