interface Options {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

export declare const npm: (args: ReadonlyArray<string>, options: Options) => Promise<string>
