export declare const withSetupLock: <A>(
  file: string,
  work: (descriptor: number) => A,
  onWait: (pid: string) => void
) => A
