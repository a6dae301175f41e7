/**
 * The server's time. What ends, and how old something is, is told by the server's clock; a reader's own may be wrong by hours, and
 * would call a code over that the bank still takes.
 */
let ahead = 0

/** `Date` has whole seconds, and is written at some moment between the question and its answer: within that nothing is wrong. */
const aheadBy = (answered: number, sentAt: number, gotAt: number): number => {
  const [least, most] = [answered - gotAt, answered + 1_000 - sentAt]
  return least > 0 ? least : most < 0 ? most : 0
}

export const clock = {
  /** What an answer says of it. */
  heard: (date: string | null, sentAt: number, gotAt: number) => {
    const answered = Date.parse(date ?? "")
    if (!Number.isNaN(answered)) ahead = aheadBy(answered, sentAt, gotAt)
  },
  now: (): number => Date.now() + ahead,
  /** The same moment as the reader's own clock shows it. */
  readers: (time: number): number => time - ahead
}
