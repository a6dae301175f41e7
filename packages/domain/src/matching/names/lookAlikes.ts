/** Letters of other scripts that look like Latin ones, in words that have both: pasted, or typed to deceive. */

const alike: ReadonlyMap<string, string> = new Map(
  [..."АаВЕеЁЅѕІіЇЈјКкМНОоРрСсТУуХхΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορυν"].map((letter, index) => [
    letter,
    [..."AaBEeEsSIiIJjKkMHOoPpCcTYyXxABEZHIKMNOPTYXaopuv"][index] ?? letter
  ])
)

const mixed = /\p{Script=Latin}/u
const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}]/u

export const likeLatin = (text: string): string =>
  foreign.test(text)
    ? text.replace(/[\p{L}\p{M}]+/gu, (word) =>
        mixed.test(word) && foreign.test(word) ? [...word].map((letter) => alike.get(letter) ?? letter).join("") : word
      )
    : text
