export declare const npm: (args: ReadonlyArray<string>, options: { readonly cwd: string }) => string
