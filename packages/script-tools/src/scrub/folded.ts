/** A text in capitals and without marks: as banks print names, whoever wrote them otherwise. */
export const folded = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").normalize("NFC").toUpperCase()
