export declare const root: string
export declare const linkNode: (modules: string) => void
export declare const nodeFolder: string
