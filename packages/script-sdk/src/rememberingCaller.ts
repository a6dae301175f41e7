/**
 * Puts the caller's line into an error that comes much later: where an author returns our promise without awaiting it, the
 * error's own stack names lines of ours only.
 */
export const rememberingCaller = <A>(work: () => Promise<A>): Promise<A> => {
  const { stack = "" } = new Error("called")
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line))
  return work().catch((error: unknown) => {
    if (error instanceof Error) error.stack = [error.stack ?? error.message, ...frames].join("\n")
    throw error
  })
}
