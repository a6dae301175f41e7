/**
 * For libraries that start a process of theirs and don't ask with what: one that `start` starts at once, before it waits for
 * anything, gets nothing of this process's environment, which may hold secrets.
 */
export const withoutEnvironment = <A>(start: () => A): A => {
  const whole = process.env
  process.env = {}
  try {
    return start()
  } finally {
    process.env = whole
  }
}
