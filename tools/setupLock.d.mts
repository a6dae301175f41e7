export declare const withSetupLock: <A>(
  file: string,
  work: (descriptor: number) => A,
  onWait: (pid: string | undefined) => void
) => A
