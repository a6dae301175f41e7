/**
 * What replaces the whole of something is saved by one person while another, or another tab, may have saved it: of theirs
 * stays what this person has not touched, and what both have changed is asked about before anything is replaced.
 */

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const valuesOf = (of: object | null): ReadonlyMap<string, unknown> => new Map(Object.entries(of ?? {}))

const only = <A extends object>(of: A, names: ReadonlyArray<string>): Partial<A> => {
  const some: Partial<A> = {}
  for (const name in of) if (names.includes(name)) some[name] = of[name]
  return some
}

/** What was saved otherwise since. */
export const changesOf = (before: object | null, now: object | null): ReadonlyArray<string> => {
  const earlier = valuesOf(before)
  return [...valuesOf(now)].flatMap(([name, value]) => (isSame(earlier.get(name), value) ? [] : [name]))
}

interface Sides<Body extends object, Saved extends object> {
  /** As the form was drawn, and as it is: what differs is what this person changed. */
  readonly drawn: Body
  readonly mine: Body
  /** As this person knows it to be saved. */
  readonly known: Saved | null
  readonly read: () => Promise<Saved | null>
  readonly write: (body: Body & Partial<Saved>) => Promise<Saved>
}

export type Outcome<Saved> =
  | { readonly isSaved: true; readonly saved: Saved; readonly theirs: ReadonlyArray<string> }
  /** Nothing was sent: both have changed these, and each to something else. */
  | { readonly isSaved: false; readonly now: Saved | null; readonly both: ReadonlyArray<string> }

export const saveTogether = async <Body extends object, Saved extends object>({
  drawn,
  known,
  mine,
  read,
  write
}: Sides<Body, Saved>): Promise<Outcome<Saved>> => {
  const now = await read()
  const [asMine, asNow] = [valuesOf(mine), valuesOf(now)]
  const touched = changesOf(drawn, mine)
  const theirs = changesOf(known, now)
  const both = theirs.filter((name) => touched.includes(name) && !isSame(asMine.get(name), asNow.get(name)))
  if (both.length > 0) return { isSaved: false, now, both }
  const untouched = [...valuesOf(drawn).keys()].filter((name) => !touched.includes(name))
  const saved = await write({ ...mine, ...(now === null ? {} : only(now, untouched)) })
  return { isSaved: true, saved, theirs: theirs.filter((name) => untouched.includes(name)) }
}
