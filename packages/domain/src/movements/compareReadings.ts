/** What two versions of a script made of one list: what the second one would not recognise, and whose side it would change. */

/** A movement as one version read it. */
export interface ReadMovement {
  /** Its identity; see `identityKey`. */
  readonly key: string
  readonly date: string
  /** Decimal or in minor units: the same for both versions. Debits begin with "-". */
  readonly amount: string
}

export interface ReadingComparison {
  readonly movementsBefore: number
  readonly movementsAfter: number
  /** Movements of `before` that `after` doesn't have: they would be stored a second time. */
  readonly identitiesChanged: number
  /** Those among them that `after` has with the other sign. */
  readonly signsChanged: number
}

/** `members` without one member for each of `others` that has the same name. */
const without = <Member>(
  members: ReadonlyArray<Member>,
  others: ReadonlyArray<Member>,
  nameOf: (member: Member) => string,
  nameOfOther: (other: Member) => string = nameOf
): ReadonlyArray<Member> => {
  const counts = new Map<string, number>()
  for (const other of others) counts.set(nameOfOther(other), (counts.get(nameOfOther(other)) ?? 0) + 1)
  return members.filter((member) => {
    const count = counts.get(nameOf(member)) ?? 0
    if (count > 0) counts.set(nameOf(member), count - 1)
    return count === 0
  })
}

const keyOf = ({ key }: ReadMovement): string => key
const dayAndAmount = ({ amount, date }: ReadMovement): string => `${date} ${amount}`
const dayAndOpposite = ({ amount, date }: ReadMovement): string =>
  `${date} ${amount.startsWith("-") ? amount.slice(1) : `-${amount}`}`

export const compareReadings = (
  before: ReadonlyArray<ReadMovement>,
  after: ReadonlyArray<ReadMovement>
): ReadingComparison => {
  const lost = without(before, after, keyOf)
  const added = without(after, before, keyOf)
  return {
    movementsBefore: before.length,
    movementsAfter: after.length,
    identitiesChanged: lost.length,
    signsChanged: lost.length - without(lost, added, dayAndAmount, dayAndOpposite).length
  }
}
