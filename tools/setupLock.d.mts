export declare const withSetupLock: <A>(
  file: string,
  work: (noteHelper: (pid: number) => void) => Promise<A>,
  onWait: (pid: string) => void
) => Promise<A>
