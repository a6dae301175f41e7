/** The levels on which two names agree, best first. */
export const nameLevels = [
  "same",
  "contained_3",
  "same_worn",
  "contained_3_worn",
  "contained_2",
  "contained_2_worn",
  "one_and_initials",
  "one_and_loose_initials",
  "beginning",
  "three_conflict",
  "two_conflict",
  "missing",
  "one_token",
  "none"
] as const
/** How far two names agree. */
export type NameLevel = (typeof nameLevels)[number]
