/** Long work in pieces: whoever runs it may do something else between two of them. Not part of the domain's words. */

/** Stops after each bounded piece of work; its last word is the result. */
export type Steps<A> = Generator<undefined, A, undefined>

/** All pieces in one go. */
export const finish = <A>(steps: Steps<A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
