/** A text of a form or an address as one of the words that it may be. */
export const oneOf = <const Words extends ReadonlyArray<string>>(
  words: Words,
  text: string | undefined
): Words[number] | undefined => words.find((word) => word === text)
