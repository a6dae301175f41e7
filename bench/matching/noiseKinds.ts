/** What can happen to a name that is written down, and how often: our estimates. */

/** Each kind of noise, and how often it happens where it can. */
export const usualNoise = {
  /** The customer leaves out the last of several surnames, or all between given name and family name. */
  shortOrder: 0.45,
  /** The customer leaves out further given names. */
  noMiddle: 0.6,
  /** The customer types no accents. */
  plainOrder: 0.35,
  /** One letter wrong, missing, double or swapped: in one name of the order. */
  typo: 0.025,
  /** Paco for Francisco. */
  nickname: 0.015,
  /** The customer leaves out the company's legal form. */
  noForm: 0.4,
  /** The bank prints the surnames first. */
  surnameFirst: 0.35,
  /** The bank prints initials for given names: all, or all but the first. */
  initials: 0.07,
  /** One side has an initial for a second given name: in its own worlds only. */
  middleInitial: 0,
  /** The bank leaves out all given names but the first. */
  bankNoMiddle: 0.25,
  /** The bank has one surname of several. */
  oneSurname: 0.06,
  /** FDEZ. for Fernández. */
  abbreviation: 0.05,
  /** The bank prints `?` or U+FFFD for letters with accents, leaves them out, or prints the bytes of UTF-8. */
  brokenAccents: 0.06,
  /** Mueller for Müller; ه for ة and ا for أ. */
  respelt: 0.4,
  /** MR, D., HERRN before the name. */
  title: 0.05,
  /** A second holder of the account. */
  joint: 0.03,
  /** The bank loses a space between two words. */
  glued: 0.005,
  /** One letter wrong in the bank's print. */
  bankTypo: 0.004,
  /** The bank cuts the name off, where this bank does. */
  cut: 1
} as const satisfies Readonly<Record<string, number>>

export type NoiseKind = keyof typeof usualNoise
export type Noise = Readonly<Record<NoiseKind, number>>

export const noNoise: Noise = {
  shortOrder: 0,
  noMiddle: 0,
  plainOrder: 0,
  typo: 0,
  nickname: 0,
  noForm: 0,
  surnameFirst: 0,
  initials: 0,
  middleInitial: 0,
  bankNoMiddle: 0,
  oneSurname: 0,
  abbreviation: 0,
  brokenAccents: 0,
  respelt: 0,
  title: 0,
  joint: 0,
  glued: 0,
  bankTypo: 0,
  cut: 0
}
