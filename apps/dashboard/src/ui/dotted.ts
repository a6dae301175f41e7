/** What runs from right to left stays by itself: what stands beside it keeps its place. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

export const apart = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

/** What there is of several short facts, in one line. */
export const dotted = (facts: ReadonlyArray<string | null>): string =>
  facts.flatMap((fact) => (fact === null || fact === "" ? [] : [apart(fact)])).join(" · ")
