export declare const findNpm: () => string | undefined
