import { compareWords } from "./words.ts"

/** A text whose words are marked where the other text lacks them. */
export const Compared = ({ text, with: other }: { readonly text: string; readonly with: string }) => (
  <>
    {compareWords(text, other).map(({ differs, text: word }, index) => (
      <span key={`${index} ${word}`}>
        {index === 0 ? "" : " "}
        {differs ? <mark>{word}</mark> : word}
      </span>
    ))}
  </>
)
