export declare const unpackBundledChromium: (folder: string) => Promise<string | undefined>
