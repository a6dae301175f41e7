import { Fragment } from "react"
import { compareWords } from "./words.ts"

/** A long figure is parted at its thousands where it has to be, and nowhere else. */
const groupsOf = (word: string): ReadonlyArray<string> => word.split(/(?<=\d[.,’'\s])(?=\d)/)

const Word = ({ text }: { readonly text: string }) =>
  groupsOf(text).map((group, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {group}
    </Fragment>
  ))

/** A text whose words are marked where the other text lacks them. */
export const Compared = ({ text, with: other }: { readonly text: string; readonly with: string }) => (
  <>
    {compareWords(text, other).map(({ differs, text: word }, index) => (
      <span key={`${index} ${word}`}>
        {index === 0 ? "" : " "}
        {differs ? (
          <mark>
            <Word text={word} />
          </mark>
        ) : (
          <Word text={word} />
        )}
      </span>
    ))}
  </>
)
